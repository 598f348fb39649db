//! How much faster solves would be on 4, 16 and 64 cores
//!
//! With a game and a number of seeds as arguments (`-- awari 20`): only that solve.

use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::rules::{self, Clauses};
use tihbat::scaling;
use tihbat::solver::{SolveError, Solver};

/// Solves layers 0 to `most` as for 64 threads, on one, and prints what more cores would gain.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn game(name: &str, clauses: &Clauses, most: usize) {
    let most = Seeds::new(most).expect("a layer");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let scaling = pool.install(|| {
        scaling::measure(64, &[4, 16, 64], || {
            let solved = Solver::new(*clauses).solve_to(most, Progress::NONE, |_| Ok::<_, SolveError>(()));
            solved.expect("layers");
        })
    });
    let seconds = scaling.work().as_secs_f64();
    print!("{:<44} {seconds:>7.2} s of work, span {:.3} s:", format!("{name} to {most}"), scaling.span().as_secs_f64());
    for cores in [4, 16, 64] {
        print!(" {:.1} times on {cores}", scaling.speed_up(cores).expect("asked for"));
    }
    println!("; {} steps, {:.3} s in none", scaling.steps(), scaling.alone().as_secs_f64());
}

fn main() {
    let arguments: Vec<_> = std::env::args().filter(|argument| !argument.starts_with('-')).skip(1).collect();
    if let [name, most] = &arguments[..] {
        let (_, rules) = rules::BUILT_IN.into_iter().find(|(built_in, _)| built_in == name).expect("a built-in game");
        return game(name, rules.clauses(), most.parse().expect("a number of seeds"));
    }
    game("modiar", rules::MODIAR.clauses(), 42);
    let wide = rules::TIHBAT.clauses().changed("pits", "4").expect("a size");
    game("tihbat on 2 x 4 pits", &wide, 32);
    game("awari", rules::AWARI.clauses(), 14);
}
