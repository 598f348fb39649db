//! Tables that are changed in place while they are served: the server lives, and answers are right or refused.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::server::{Answer, Server};
use tempfile::TempDir;
use tihbat::progress::Progress;
use tihbat::rules::{MODIAR, Rules, TIHBAT};
use tihbat::table::{CHECKED_AT_OPENING, Table};

/// A game whose table is too large to be read whole, and another one with a table of the same size.
const GAME: &str = "tihbat-3x6";
const TABLE: &str = "tihbat-3x6.mtb";

fn solved(rules: &Rules) -> Vec<u8> {
    let rules = rules.resized(3, 6).expect("a size");
    let table = tihbat::solve::table_with(rules.clauses(), rules.seeds(), Progress::NONE).expect("a table");
    table.read_range(0..table.bytes()).expect("its bytes")
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| solved(&TIHBAT));
static OTHER: LazyLock<Vec<u8>> = LazyLock::new(|| solved(&MODIAR));

/// A server with a large table, in a folder of its own, and a small one.
struct Scene {
    folder: TempDir,
    server: Server,
    /// The right answers.
    table: Table,
}

/// Boards of three layers, so of three blocks or more.
const BOARDS: [&str; 3] = ["6-6-6-6-6-6", "0-5-5-5-5-5", "1-2-3-0-2-1"];

impl Scene {
    /// The server keeps `cache` MiB of checked blocks of each table.
    fn new(cache: usize) -> Self {
        assert!(GOOD.len() as u64 > CHECKED_AT_OPENING);
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join(TABLE), &*GOOD).expect("written");
        let server = Server::start(&format!("{GAME} tihbat --cache {cache} --data-dir {}", folder.path().display()));
        let table = Table::from_bytes(GOOD.clone()).expect("a table");
        Self { folder, server, table }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(TABLE)
    }

    fn file(&self) -> File {
        File::options().write(true).open(self.path()).expect("a table")
    }

    fn ask(&self, board: &str) -> Answer {
        self.server.get(&format!("/api/v1/games/{GAME}/position?position={board}"))
    }

    /// Whether the board is answered; if so, rightly, otherwise with what to do.
    fn is_answered(&self, board: &str) -> bool {
        let answer = self.ask(board);
        if answer.status == 200 {
            let margin = self.table.probe(board.parse().expect("a board")).expect("a value").margin().seeds();
            assert_eq!(answer.json()["margin"], margin, "{board}: {}", answer.text());
            return true;
        }
        refused(&answer);
        false
    }

    /// Everything that is still right after the table of one game was changed.
    fn check_the_rest(&mut self, degraded: bool) {
        assert!(self.server.is_running());
        for path in ["/api/v1/games", "/api/v1/games/tihbat/position", "/api/v1/games/tihbat", "/"] {
            assert_eq!(self.server.get(path).status, 200, "{path}");
        }
        let health = self.server.get("/health").json();
        assert_eq!(health["status"], if degraded { "degraded" } else { "ok" }, "{health}");
        let unavailable = health["unavailable"].as_array().expect("a list");
        let games: Vec<_> = unavailable.iter().map(|entry| entry["game"].as_str().expect("a name")).collect();
        assert_eq!(games, if degraded { vec![GAME] } else { Vec::new() });
    }
}

fn refused(answer: &Answer) {
    assert_eq!((answer.status, answer.header("content-type")), (503, Some("application/problem+json")));
    let detail = answer.json()["detail"].as_str().expect("a sentence").to_owned();
    let why = ["replace tables by rename", "do not match their checksum: the file is damaged"];
    assert!(why.iter().any(|why| detail.contains(why)), "{detail}");
    assert!(answer.header("retry-after").is_some());
}

/// A change that leaves no trace in the file's time.
fn quietly(path: &Path, change: impl FnOnce()) {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).expect("a time");
    change();
    File::options().write(true).open(path).and_then(|file| file.set_modified(modified)).expect("a time");
}

/// The offset of the margin of a board.
fn margin_at(table: &Table, board: &str) -> u64 {
    let margins = u64::from_le_bytes(GOOD[56..64].try_into().expect("eight bytes"));
    margins + table.index().index_of(board.parse().expect("a board"))
}

#[test]
fn a_table_that_is_overwritten_in_place_is_not_answered() {
    for quiet in [false, true] {
        let mut scene = Scene::new(0);
        assert!(scene.is_answered(BOARDS[0]));
        assert_eq!((OTHER.len(), *OTHER == *GOOD), (GOOD.len(), false));
        let overwrite = || scene.file().write_all_at(&OTHER, 0).expect("written");
        if quiet {
            quietly(&scene.path(), overwrite)
        } else {
            overwrite()
        }
        scene.check_the_rest(false);
        assert!(!scene.is_answered(BOARDS[2]));
        refused(&scene.server.get(&format!("/tables/{TABLE}")));
        scene.check_the_rest(true);
    }
}

#[test]
fn a_table_that_is_cut_short_in_place_is_not_answered() {
    let mut scene = Scene::new(0);
    assert!(scene.is_answered(BOARDS[0]));
    scene.file().set_len(8192).expect("cut");
    let batch = format!("{{\"position\": \"{}\"}}\n", BOARDS[0]);
    let path = format!("/api/v1/games/{GAME}/positions");
    let answer = scene.server.client().ask("POST", &path, &[], batch.as_bytes());
    assert_eq!((answer.status, answer.json()["problem"]["status"].as_u64()), (200, Some(503)), "{}", answer.text());
    BOARDS.iter().for_each(|board| refused(&scene.ask(board)));
    refused(&scene.server.get(&format!("/tables/{TABLE}")));
    refused(&scene.server.client().ask("POST", &path, &[], batch.as_bytes()));
    scene.check_the_rest(true);
}

#[test]
fn a_changed_byte_is_never_answered() {
    for (cache, answered_before, quiet) in
        [(0, false, false), (0, true, true), (0, false, true), (1, true, false), (1, true, true), (1, false, true)]
    {
        let mut scene = Scene::new(cache);
        let (path, [other, changed, _]) = (scene.path(), BOARDS);
        assert!(scene.is_answered(other) && (!answered_before || scene.is_answered(changed)));
        let at = margin_at(&scene.table, changed);
        let change = || scene.file().write_all_at(&[GOOD[at as usize] ^ 2], at).expect("written");
        if quiet {
            quietly(&path, change)
        } else {
            change()
        }
        let answered = scene.is_answered(changed);
        // A block that is kept is right; without a cache it is read again.
        assert_eq!(answered, cache > 0 && answered_before, "cache {cache}, {answered_before}, {quiet}");
        let mut client = scene.server.client();
        client.send(format!("GET /tables/{TABLE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes());
        let download = client.answer_to_end();
        assert!(download.status == 503 || GOOD.starts_with(&download.body), "a wrong byte was sent");
        let whole = download.body == *GOOD;
        assert!(!whole || answered);
        scene.check_the_rest(!whole);
    }
}

#[test]
fn a_download_of_a_table_that_is_cut_short_ends_too_early() {
    let mut scene = Scene::new(0);
    let mut client = scene.server.client();
    client.send(format!("GET /tables/{TABLE} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());
    // Until the client reads, the server has sent no more than the buffers of the connection hold.
    std::thread::sleep(std::time::Duration::from_millis(500));
    scene.file().set_len(8192).expect("cut");
    let answer = client.answer_to_end();
    assert_eq!((answer.status, answer.header("content-length")), (200, Some(GOOD.len().to_string().as_str())));
    assert!(answer.body.len() < GOOD.len() && GOOD.starts_with(&answer.body), "{} bytes", answer.body.len());
    scene.check_the_rest(true);
}

#[test]
fn a_table_that_fits_into_the_cache_needs_its_file_no_more() {
    let mut scene = Scene::new(64);
    scene.file().set_len(8192).expect("cut");
    for board in BOARDS {
        assert!(scene.is_answered(board), "{board}");
    }
    let whole = scene.server.get(&format!("/tables/{TABLE}"));
    assert!(whole.status == 200 && whole.body == *GOOD);
    scene.check_the_rest(false);
}

#[test]
fn a_table_may_be_replaced_by_rename() {
    let mut scene = Scene::new(0);
    let new = scene.folder.path().join("new.mtb");
    fs::write(&new, &*OTHER).expect("written");
    fs::rename(&new, scene.path()).expect("renamed");
    for board in BOARDS {
        assert!(scene.is_answered(board), "{board}");
    }
    let whole = scene.server.get(&format!("/tables/{TABLE}"));
    assert!(whole.status == 200 && whole.body == *GOOD);
    assert_eq!(whole.header("content-length"), Some(GOOD.len().to_string().as_str()));
    let range = [("Range", "bytes=5000000-5199999")];
    let part = scene.server.client().ask("GET", &format!("/tables/{TABLE}"), &range, b"");
    assert_eq!((part.status, part.body.as_slice()), (206, &GOOD[5_000_000..5_200_000]));
    assert_eq!(part.header("content-range"), Some(format!("bytes 5000000-5199999/{}", GOOD.len()).as_str()));
    assert_eq!(part.header("etag"), whole.header("etag"));
    scene.check_the_rest(false);
}

#[test]
fn games_in_progress_are_answered_from_a_table_that_is_read_part_by_part() {
    // A second road: the same game solved in memory.
    let solved = Server::start(&format!("{GAME} --data-dir {}", TempDir::new().expect("a folder").path().display()));
    for cache in [0, 64] {
        let scene = Scene::new(cache);
        for (board, moves) in [("1-2-0-4-3-1", "B.c"), ("0-1-3-2-0-0", "C.b"), ("1-2-1-2-4-2", "C.a.A")] {
            let [found, expected] = [&scene.server, &solved].map(|server| {
                let answer = server.get(&format!("/api/v1/games/{GAME}/position?position={board}&moves={moves}"));
                assert_eq!(answer.status, 200, "{}", answer.text());
                answer.json()
            });
            assert_eq!(found, expected);
            assert_eq!(found["history_matters"], true, "a layer was solved again");
        }
    }
}
