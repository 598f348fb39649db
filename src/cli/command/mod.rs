//! The commands, one file each

mod atlas;
mod best;
mod completions;
mod engine;
mod export;
mod info;
mod judge;
mod layers;
mod line;
mod man;
#[cfg(not(feature = "serve"))]
mod no_server;
mod play;
mod reach;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod solve;
mod value;
mod verify;

use clap::Subcommand;

use super::failure::Failure;

#[derive(Subcommand)]
pub(super) enum Command {
    Solve(solve::Solve),
    Value(value::ValueOf),
    Best(best::BestArgs),
    Line(line::LineArgs),
    Judge(judge::Judge),
    Play(play::PlayArgs),
    Engine(engine::EngineArgs),
    Layers(layers::LayersArgs),
    Reach(reach::Reach),
    Verify(verify::Verify),
    Export(export::Export),
    Info(info::Info),
    Rules(rules::ListRules),
    Atlas(atlas::Atlas),
    Site(site::Site),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(not(feature = "serve"))]
    #[command(name = "serve", hide = true)]
    NoServer(no_server::NoServer),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Runs the command. Returns false if the result is "no". `program` describes the whole command line.
    pub(super) fn run(self, program: clap::Command) -> Result<bool, Failure> {
        match self {
            Command::Solve(command) => command.run().map(|()| true),
            Command::Value(command) => command.run().map(|()| true),
            Command::Best(command) => command.run().map(|()| true),
            Command::Line(command) => command.run().map(|()| true),
            Command::Judge(command) => command.run(),
            Command::Play(command) => command.run().map(|()| true),
            Command::Engine(command) => command.run().map(|()| true),
            Command::Layers(command) => command.run().map(|()| true),
            Command::Reach(command) => command.run().map(|()| true),
            Command::Verify(command) => command.run(),
            Command::Export(command) => command.run().map(|()| true),
            Command::Info(command) => command.run().map(|()| true),
            Command::Rules(command) => command.run().map(|()| true),
            Command::Atlas(command) => command.run().map(|()| true),
            Command::Site(command) => command.run().map(|()| true),
            #[cfg(feature = "serve")]
            Command::Serve(command) => command.run().map(|()| true),
            #[cfg(not(feature = "serve"))]
            Command::NoServer(command) => command.run().map(|()| true),
            Command::Completions(command) => command.run(program).map(|()| true),
            Command::Man(command) => command.run(program).map(|()| true),
        }
    }
}
