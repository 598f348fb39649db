//! A line of text as a board, as a position, and as moves from it on.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tihbat::analysis::Analysis;
use tihbat::board::Board;
use tihbat::game::Game;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, MODIAR, TIHBAT};
use tihbat::solve;
use tihbat::text::{decode, shown, shown_whole};
use tihbat_fuzz::check_message;

static GAMES: LazyLock<Vec<Analysis>> = LazyLock::new(|| {
    [TIHBAT.resized(2, 3), MODIAR.resized(2, 3), AWARI.resized(2, 2), TIHBAT.resized(1, 5), MODIAR.resized(3, 1)]
        .map(|rules| {
            let rules = rules.expect("a small game");
            Analysis::new(rules, &solve::table(rules.clauses(), rules.seeds()).expect("solved")).expect("its table")
        })
        .into()
});

fuzz_target!(|input: &[u8]| {
    let Ok(text) = decode(input) else { return };
    assert_eq!(decode(text.as_bytes()).expect("text"), text.strip_prefix('\u{feff}').unwrap_or(&text));
    assert!(!shown(&text).to_string().contains(char::is_control) && shown(&text).to_string().len() < 2000);
    assert!(!shown_whole(&text).to_string().contains(char::is_control));
    let text = text.trim();
    match text.parse::<Board>() {
        Ok(board) => assert_eq!(board.to_string().parse(), Ok(board)),
        Err(error) => check_message(&error),
    }
    let (start, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    for analysis in GAMES.iter() {
        match Position::parse(start, analysis.rules()) {
            Ok(position) => check(analysis, position, moves),
            Err(error) => check_message(&error),
        }
        check(analysis, Position::start(analysis.rules()), text);
    }
});

fn check(analysis: &Analysis, start: Position, moves: &str) {
    let rules = analysis.rules();
    assert_eq!(start.board.turned().turned(), start.board);
    if start.seeds() == rules.seeds().count() {
        assert_eq!(Position::parse(&start.to_string(), rules), Ok(start));
    }
    let mut game = Game::new(*rules, start).expect("a position of these rules");
    for name in moves.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty()).take(10) {
        let before = game.clone();
        match game.play_named(name) {
            Ok(play) => {
                assert!(before.legal().contains(&play));
                assert_eq!(game.position().seeds(), start.seeds());
                let mut undone = game.clone();
                assert!(undone.undo());
                assert_eq!(undone.position(), before.position());
            }
            Err(error) => {
                check_message(&error);
                assert_eq!(game.position(), before.position(), "a move that is refused changes nothing");
                break;
            }
        }
    }
    let mut again = Game::new(*rules, start).expect("a position of these rules");
    let names: Vec<_> = game.names().collect();
    for name in &names {
        again.play_named(name).expect("the name of a move that was made");
    }
    assert_eq!(again.positions(), game.positions());
    let in_game = analysis.in_game(&game, Progress::NONE).expect("a game of these rules");
    if let (Ok(value), Ok(best)) = (in_game.value(), in_game.best()) {
        assert_eq!(best.is_empty(), game.end().is_some());
        assert!(best.first().is_none_or(|first| first.value == value.value && first.best));
        assert!(best.is_sorted_by(|one, other| one.value.compare(other.value).is_ge()));
    }
}
