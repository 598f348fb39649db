//! Which games are meant, where there may be several

use clap::Args;

use super::failure::Failure;
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
            let game = GameSpec::named(name, &[])?;
            if games.iter().all(|other| other.name != game.name) {
                games.push(game);
            }
        }
        Ok(games)
    }
}
