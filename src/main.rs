//! The command line of tihbat: see `tihbat --help`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
