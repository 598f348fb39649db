//! Which games are meant, where there may be several

use clap::{Args, Command, FromArgMatches};

use super::failure::Failure;
use super::game::GameArgs;
use tihbat::store::GameSpec;

/// Which games are meant.
#[derive(Args)]
pub(super) struct GamesArgs {
    /// The games, as for other commands; a size may follow the name, as in awari-3x4 (pits a side, seeds a pit)
    #[arg(value_name = "GAME", default_values = ["tihbat", "modiar"])]
    games: Vec<String>,
}

impl GamesArgs {
    /// The games, each once.
    pub(super) fn games(&self) -> Result<Vec<GameSpec>, Failure> {
        let mut games: Vec<GameSpec> = Vec::new();
        for name in &self.games {
            let game = named(name)?;
            if games.iter().all(|other| other.name != game.name) {
                games.push(game);
            }
        }
        Ok(games)
    }
}

/// The game of a name as [`Game::name`] has it, read as the flags of a single game are.
fn named(name: &str) -> Result<GameSpec, Failure> {
    let size = name.rsplit_once('-').and_then(|(game, size)| {
        let (pits, seeds) = size.split_once('x')?;
        let [pits, seeds] = [pits, seeds].map(|number| number.parse::<u8>().ok().map(|number| number.to_string()));
        Some((game, ["--pits".to_owned(), pits?, "--seeds-per-pit".to_owned(), seeds?]))
    });
    let (game, flags) = size.map_or_else(|| (name, Vec::new()), |(game, flags)| (game, flags.to_vec()));
    let words = flags.into_iter().chain(["--".to_owned(), game.to_owned()]);
    let command = GameArgs::augment_args(Command::new("game").no_binary_name(true));
    let read = command.try_get_matches_from(words).and_then(|found| GameArgs::from_arg_matches(&found));
    read.map_err(|error| Failure::new(error.to_string()))?.game()
}
