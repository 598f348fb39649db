//! The web page: its modules under node, and its pages in real browsers.
//!
//! If a program that a test needs is missing, the test says so and is skipped; with `CI=true` it fails.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::high_bytes;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const TIHBAT: &str = env!("CARGO_BIN_EXE_tihbat");

/// Whether this command succeeds. If it does not, the test fails with `CI=true`, and says so otherwise.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn there(line: &str) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    let found = Command::new(words[0]).args(&words[1..]).output().is_ok_and(|output| output.status.success());
    let complete = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    assert!(found || !complete, "{line}: missing, but CI=true asks for every test");
    if !found {
        eprintln!("{line}: missing, so the test is skipped");
    }
    found
}

/// Games whose rules leave open what a repetition pays, or pay each player their own row: a name and a rules file.
const OPEN: [(&str, &str); 4] = [
    ("tihbatopen", "base = \"tihbat\"\nrepetition = \"open\""),
    ("tihbatrow", "base = \"tihbat\"\nrepetition = \"own_row\""),
    ("firstopen", "base = \"tihbat\"\nseeds_per_pit = 4\ncapture.on_first_move = false\nrepetition = \"open\""),
    ("modiaropen", "base = \"modiar\"\npits = 2\nseeds_per_pit = 4\nrepetition = \"open\""),
];

/// The web page of several games, written by the program. Beside it are the rules files of the games of `OPEN`, and a table of bounds
/// with distances of more than 255 plies, `long.mtb`.
fn site() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let open = OPEN.map(|(name, rules)| {
        let path = folder.path().join(name).with_extension("toml");
        std::fs::write(&path, format!("name = \"{name}\"\n{rules}\n")).expect("a file");
        path
    });
    let site = Command::new(TIHBAT)
        .args(["site", "tihbat", "modiar", "awari-3x2", "tihbat-3x2", "modiar-2x4", "oware-3x2", "-o"])
        .arg(folder.path())
        .args(open)
        .arg("--data-dir")
        .arg(Path::new(ROOT).join("data"))
        .output()
        .expect("the program runs");
    assert!(site.status.success(), "{}", String::from_utf8_lossy(&site.stderr));
    let tables = std::fs::read_dir(folder.path().join("tables")).expect("a folder");
    let is_open = |path: &Path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.starts_with("tihbatopen") && name.ends_with(".mtb")
    };
    let open = tables.map(|entry| entry.expect("a file").path()).find(|path| is_open(path)).expect("a table of bounds");
    let bounds = std::fs::read(open).expect("a table");
    std::fs::write(folder.path().join("long.mtb"), high_bytes::lengthened(&bounds, 11, 300)).expect("a file");
    folder
}

#[test]
fn a_site_is_whole_or_its_failure_is_said() {
    let folder = TempDir::new().expect("a folder");
    let run = |output: &str| {
        let output = folder.path().join(output);
        let data = Path::new(ROOT).join("data");
        let mut command = Command::new(TIHBAT);
        command.args(["site", "tihbat", "--json", "-o"]).arg(output).arg("--data-dir").arg(data);
        command.output().expect("the program runs")
    };
    for _ in 0..2 {
        let said: serde_json::Value = serde_json::from_slice(&run("site").stdout).expect("JSON");
        let files = said["files"].as_array().expect("files");
        for file in files {
            let path = folder.path().join("site").join(file["file"].as_str().expect("a name"));
            let bytes = std::fs::read(&path).expect("a file");
            assert_eq!(file["bytes"], bytes.len(), "{}", path.display());
            assert_eq!(file["crc32"], crc32fast::hash(&bytes), "{}", path.display());
        }
        let page = std::fs::read_dir(Path::new(ROOT).join("web")).expect("a folder").count();
        let expected = "the page's files, the table and its statistics, the list of games, the manifest";
        assert_eq!(files.len(), page + 2 + 1 + 1, "{expected}");
    }
    let written = std::fs::read(folder.path().join("site/tables/tihbat.mtb")).expect("a table");
    assert_eq!(written, std::fs::read(Path::new(ROOT).join("data/tihbat.mtb")).expect("the table"));
    std::fs::write(folder.path().join("file"), "in the way").expect("a file");
    let refused = run("file/site");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).starts_with("error: "), "{refused:?}");
}

#[test]
fn the_modules_agree_with_the_program() {
    if !there("node --version") {
        return;
    }
    let site = site();
    // Tells node that the files are modules, like the pages tell a browser.
    std::fs::write(site.path().join("package.json"), r#"{ "type": "module" }"#).expect("a file");
    let tests = Command::new("node")
        .arg("--test")
        .arg("tests/web/modules.test.mjs")
        .current_dir(ROOT)
        .env("SITE", site.path())
        .env("TIHBAT", TIHBAT)
        .output()
        .expect("node runs");
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stdout));
}

/// Plays at an address in a browser; pictures go to `target/tmp/NAME`.
fn browse(address: &str, data: &Path, name: &str) {
    let done = Command::new("python3")
        .args(["tests/web/browser.py", TIHBAT, address])
        .arg(data)
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
        .args((name == "served").then_some("--served"))
        .current_dir(ROOT)
        .output()
        .expect("python runs");
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(done.status.success() && out.contains(" passed, 0 failed"), "{out}\n{err}");
}

#[expect(clippy::print_stderr, reason = "what is not checked is said")]
fn browser_there() -> bool {
    let complete = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let accessible = std::env::var_os("AXE").is_some();
    assert!(accessible || !complete, "AXE must name the file of axe-core, because CI=true asks for every test");
    if !accessible {
        eprintln!("AXE does not name the file of axe-core, so accessibility is not checked");
    }
    ["chromium --version", "chromedriver --version", "python3 -m selenium.webdriver.common.by", "python3 -m PIL"]
        .iter()
        .all(|line| there(line))
}

/// The modules are checked by the compiler of TypeScript, and by eslint. NODE_TOOLS is a folder of npm that holds them.
#[test]
fn the_modules_have_no_mistakes_that_tools_find() {
    let complete = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let Some(tools) = std::env::var_os("NODE_TOOLS").map(|folder| Path::new(&folder).join("node_modules/.bin")) else {
        assert!(
            !complete,
            "NODE_TOOLS must name the folder with typescript and eslint, because CI=true asks for every test"
        );
        return;
    };
    for (tool, words) in
        [("tsc", &["-p", "tests/web/tsconfig.json"][..]), ("eslint", &["-c", "tests/web/eslint.config.mjs", "web"])]
    {
        let done = Command::new(tools.join(tool)).args(words).current_dir(ROOT).output().expect("the tool runs");
        assert!(done.status.success(), "{tool}: {}", String::from_utf8_lossy(&done.stdout));
    }
}

/// A folder on a web host, until it is dropped.
struct Hosted {
    host: Child,
    address: String,
}

impl Hosted {
    fn new(folder: &Path) -> Self {
        let mut host = Command::new("node")
            .arg("tests/web/host.mjs")
            .arg(folder)
            .current_dir(ROOT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let mut address = String::new();
        BufReader::new(host.stdout.take().expect("piped")).read_line(&mut address).expect("an address");
        Self { host, address: address.trim().to_owned() }
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        drop(self.host.stdin.take());
        // A failure must not hide that of the test.
        let _ = self.host.wait();
    }
}

#[test]
fn the_static_pages_are_played_in_a_browser() {
    if !there("node --version") || !browser_there() {
        return;
    }
    let site = site();
    let hosted = Hosted::new(site.path());
    browse(&hosted.address, &site.path().join("tables"), "static");
}

/// NODE_TOOLS is a folder of npm that holds puppeteer-core.
#[test]
fn the_essential_steps_work_in_firefox() {
    if !there("node --version") || !there("firefox-esr --version") {
        return;
    }
    let tools = std::env::var_os("NODE_TOOLS");
    let complete = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let held = tools.filter(|tools| Path::new(tools).join("node_modules/puppeteer-core").is_dir());
    assert!(held.is_some() || !complete, "NODE_TOOLS must hold puppeteer-core, because CI=true asks for every test");
    let Some(tools) = held else { return };
    let site = site();
    let hosted = Hosted::new(site.path());
    let done = Command::new("node")
        .args(["tests/web/firefox.mjs", TIHBAT, &hosted.address])
        .arg(site.path().join("tables"))
        .current_dir(ROOT)
        .env("NODE_TOOLS", tools)
        .output()
        .expect("node runs");
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(done.status.success() && out.contains(" passed, 0 failed"), "{out}\n{err}");
}

#[cfg(feature = "serve")]
#[test]
fn the_served_pages_are_played_in_a_browser() {
    if !browser_there() {
        return;
    }
    let site = site();
    let data = site.path().join("tables");
    let server = crate::server::Server::start(&format!(
        "tihbat modiar oware-3x2 {} --data-dir {}",
        site.path().join("tihbatopen.toml").display(),
        data.display()
    ));
    browse(&format!("http://{}/", server.address), &data, "served");
}

#[cfg(feature = "serve")]
#[test]
fn the_served_answers_are_those_that_the_description_promises() {
    if !there("python3 -m openapi_spec_validator --help") {
        return;
    }
    let site = site();
    let open = OPEN.map(|(name, _)| site.path().join(name).with_extension("toml").display().to_string());
    let server = crate::server::Server::start(&format!("tihbat modiar-2x5 awari-3x2 oware-3x2 {}", open.join(" ")));
    let done = Command::new("python3")
        .args(["tests/web/openapi.py", &format!("http://{}/", server.address)])
        .current_dir(ROOT)
        .output()
        .expect("python runs");
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(done.status.success() && out.contains(" passed, 0 failed"), "{out}\n{err}");
}
