//! What the server counts, in the form that Prometheus reads

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The media type of [`Metrics::text`].
pub(super) const MEDIA: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper ends of the classes of times, in seconds.
const TIMES: [f64; 10] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0];

/// Which requests are counted together.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Kind {
    /// The route, not the address: there are few of them.
    path: String,
    status: u16,
}

/// Counters of one server.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Kind, Counter>,
    times: Histogram,
    /// Positions answered, those of batches one by one.
    pub(super) positions: Counter<u64, AtomicU64>,
    /// Questions inside a game.
    pub(super) in_game: Counter,
    /// Open connections.
    pub(super) connections: Gauge,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let (requests, times) = (Family::<Kind, Counter>::default(), Histogram::new(TIMES));
        let (positions, in_game, connections) = (Counter::default(), Counter::default(), Gauge::default());
        let mut registry = Registry::with_prefix("tihbat");
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("request_seconds", "Time to answer a request", times.clone());
        registry.register("positions", "Positions answered", positions.clone());
        registry.register("in_game_questions", "Questions inside a game", in_game.clone());
        registry.register("connections", "Open connections", connections.clone());
        Self { registry, requests, times, positions, in_game, connections }
    }

    /// Counts a request that was answered.
    pub(super) fn answered(&self, path: &str, status: u16, time: Duration) {
        self.requests.get_or_create(&Kind { path: path.to_owned(), status }).inc();
        self.times.observe(time.as_secs_f64());
    }

    /// Everything, as text.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        match text::encode(&mut out, &self.registry) {
            Ok(()) => out,
            Err(_) => unreachable!("a string takes every write"),
        }
    }
}
