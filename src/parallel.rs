//! Tasks for all threads of the pool
//!
//! rayon compiles its parallel iterators anew for each type that goes through them, and the solver has a type for each number of
//! pits. That was two fifths of the code of the library. Here threads take one item after another from an ordinary iterator, and rayon is compiled once.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

#[cfg(not(target_arch = "wasm32"))]
use crate::scaling;

/// Does `work` for each item, on all threads of the pool. Returns the results in the order of the items.
pub(crate) fn map<T, R: Send>(
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> impl Iterator<Item = R> {
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(items.len(), || None);
    for_each(items.zip(&mut results), |(item, result)| *result = Some(work(item)));
    results.into_iter().flatten()
}

/// Returns the number of threads that work is to be split for.
pub(crate) fn threads() -> usize {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(threads) = scaling::threads() {
        return threads;
    }
    rayon::current_num_threads()
}

/// Does `work` for each item, on all threads of the pool.
pub(crate) fn for_each<T>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    #[cfg(not(target_arch = "wasm32"))]
    if scaling::threads().is_some() {
        let mut items = items;
        return scaling::step(&mut || items.next().map(&work).is_some());
    }
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    let items = Mutex::new(items);
    on_threads(most, &|| {
        loop {
            // An item is taken under the lock, but the work on it is not.
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            match item {
                Some(item) => work(item),
                None => break,
            }
        }
    });
}

/// Calls `work` once for each thread, but at most `most` times. Each call goes on until nothing is left to do.
fn on_threads(most: usize, work: &(dyn Fn() + Sync)) {
    match most.min(rayon::current_num_threads()) {
        0 => {}
        1 => work(),
        calls => (0..calls).into_par_iter().for_each(|_| work()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            for items in [0, 1, 2, 1000] {
                let doubled = pool.install(|| map(0..items, |item| 2 * item).collect::<Vec<_>>());
                assert_eq!(doubled, (0..items).map(|item| 2 * item).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn each_item_is_changed_by_one_task() {
        let mut numbers = [0; 1000];
        for_each(numbers.iter_mut().enumerate(), |(at, number)| *number += at);
        assert!(numbers.iter().enumerate().all(|(at, &number)| number == at));
    }

    /// Tasks that wait take as long as they wait, on any machine.
    #[test]
    fn steps_are_shared_and_the_rest_is_not() {
        let wait = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
        let scaling = scaling::measure(8, &[2, 4], || {
            wait(20);
            for_each(0..threads(), |_| wait(5));
        });
        assert_eq!((scaling.steps(), scaling.speed_up(3)), (1, None));
        let [one, two, four] = [1, 2, 4].map(|cores| scaling.time_on(cores).expect("asked for"));
        assert!(one >= Duration::from_millis(60) && scaling.alone() >= Duration::from_millis(20));
        assert!(four < two && two < one && scaling.span() <= four, "{scaling:?}");
        assert_eq!(scaling::threads(), None);
    }
}
