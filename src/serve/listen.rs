//! Connections: accepted up to a limit, and let finish when the server stops

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::{debug, info, warn};

use super::app::App;
use super::client_stream::ClientStream;
use super::pieces::Unsent;
use super::problem::Problem;
use super::stop::Signals;
use super::{api, files, guard, http, openapi, uwapi};
use crate::cli::{failure::Failure, output};

/// How long a client may take to send the head of a request, and a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long open requests are waited for when the server stops.
const LAST_TIME: Duration = Duration::from_secs(30);

/// An error of the program itself: its message is on standard error, not for the client.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer; other requests are not affected")
        .into_response()
}

/// Returns the routes with all that every request and every response passes through.
fn router(routes: Router<Arc<App>>, app: Arc<App>) -> Router {
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers(Any)
        .expose_headers(Any);
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new("application/octet-stream"));
    let mut router = routes
        .fallback(http::no_such_page)
        .method_not_allowed_fallback(http::no_such_method)
        // Inside the guard, which counts the response.
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(cors)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), http::host))
        .with_state(app);
    for (name, value) in http::SECURITY {
        router = router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)));
    }
    router
}

/// Serves until a signal to stop, and then until the open requests are answered.
pub(super) async fn serve(address: SocketAddr, app: Arc<App>) -> Result<(), Failure> {
    let refused = |error| Failure::new(format!("{address} cannot be served on: {error}"));
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let bound = listener.local_addr().map_err(refused)?;
    let mut signals = Signals::new().map_err(|error| Failure::new(format!("signals cannot be heard: {error}")))?;
    info!("the API is described at http://{bound}/api/v1/openapi.json");
    let mut out = output::out();
    writeln!(out, "serving at http://{bound}/")?;
    out.flush()?;
    drop(out);

    let routes = api::routes().merge(openapi::routes()).merge(uwapi::routes()).merge(files::routes());
    let router = router(routes, Arc::clone(&app));
    accept(listener, router, app, async || signals.next().await).await;
    Ok(())
}

/// Accepts connections until `stop` ends, and then waits for the open requests, or until `stop` ends again.
async fn accept(listener: TcpListener, router: Router, app: Arc<App>, mut stop: impl AsyncFnMut()) {
    let room = Arc::new(Semaphore::new(app.limits.max_connections));
    let open = GracefulShutdown::new();
    let mut stopped = Box::pin(stop());
    loop {
        let accepted = async {
            // Those for whom there is no room wait in the system's queue.
            let room = Arc::clone(&room).acquire_owned().await;
            (listener.accept().await, room)
        };
        let (stream, room) = tokio::select! {
            (accepted, room) = accepted => match accepted {
                Ok((stream, _)) => (stream, room),
                Err(error) => {
                    // Too many open files, say: what is open goes on.
                    warn!("a connection cannot be accepted: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stopped => break,
        };
        let _ = stream.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 16);
        let (routes, unsent) = (TowerToHyperService::new(router.clone()), Unsent::default());
        let (stream, rest) = ClientStream::new(stream, app.limits.write_timeout(), unsent.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(unsent.clone());
            routes.call(request)
        });
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
        let app = Arc::clone(&app);
        app.metrics.connections.inc();
        tokio::spawn(async move {
            let _room = room;
            let ended = connection.await;
            if let Err(error) = &ended {
                debug!("a connection ended: {error}");
            }
            rest.finish(ended).await;
            app.metrics.connections.dec();
        });
    }
    drop(listener);
    drop(stopped);
    info!("stopping: open requests are finished first; a second signal ends them");
    tokio::select! {
        finished = tokio::time::timeout(LAST_TIME, open.shutdown()) => if finished.is_err() {
            warn!("some requests were not finished after {} seconds", LAST_TIME.as_secs());
        },
        () = stop() => warn!("a second signal: open requests are ended"),
    }
    info!("stopped");
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use axum::routing::get;
    use tihbat::answer::Solved;
    use tihbat::store::GameSpec;
    use tihbat::table::TableError;

    use super::super::limits::Limits;
    use super::*;

    /// Status line and body of the response to a request on a connection of its own.
    fn ask(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("a request");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        let (head, body) = response.split_once("\r\n\r\n").expect("a body");
        format!("{}\n{body}", head.lines().next().unwrap_or_default())
    }

    const LIMITS: Limits = Limits {
        max_connections: 8,
        max_requests: 1,
        max_solves: 1,
        max_waiting: 0,
        max_batches: 2,
        timeout: 30,
        write_timeout: 10,
    };

    /// Serves to the end of the test.
    fn start(router: Router, app: Arc<App>) -> SocketAddr {
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
                tell.send(listener.local_addr().expect("an address")).expect("the test waits");
                accept(listener, router, app, async || std::future::pending().await).await;
            });
        });
        told.recv().expect("an address")
    }

    async fn broken() {
        panic!("a handler that panics, as the test wants it");
    }

    #[test]
    fn a_table_that_changes_is_out_of_service_and_the_others_are_not() {
        let solved = |name| {
            let game = GameSpec::called(name).expect("a game");
            let table = tihbat::solve::table(game.rules.clauses(), game.rules.seeds()).expect("a table");
            Solved { game, table }
        };
        let games = vec![solved("tihbat-2x3"), solved("modiar-2x3")];
        let app = Arc::new(App::new(games, LIMITS).unwrap_or_else(|_| panic!("games that can be served")));
        let address = start(router(api::routes().merge(files::routes()), Arc::clone(&app)), Arc::clone(&app));
        let health = ask(address, "/health");
        assert!(health.contains("\"ok\"") && health.contains("\"unavailable\":[]"), "{health}");
        app.games[0].break_off(&TableError::Gap { at: 1000 });
        for path in ["", "/position", "/position?moves=A", "/line"] {
            let response = ask(address, &format!("/api/v1/games/tihbat-2x3{path}"));
            assert!(response.starts_with("HTTP/1.1 503 "), "{path}: {response}");
            assert!(response.contains("the table of tihbat-2x3 cannot be used any more"), "{path}: {response}");
            assert!(ask(address, &format!("/api/v1/games/modiar-2x3{path}")).starts_with("HTTP/1.1 200 "), "{path}");
        }
        assert!(ask(address, "/tables/tihbat-2x3.mtb").starts_with("HTTP/1.1 503 "));
        let health = ask(address, "/health");
        assert!(health.starts_with("HTTP/1.1 200 ") && health.contains("\"degraded\""), "{health}");
        assert!(health.contains("\"unavailable\":[{\"game\":\"tihbat-2x3\""), "{health}");
    }

    #[test]
    fn a_panic_in_a_handler_is_answered_with_500_and_the_server_goes_on() {
        let app = Arc::new(App::new(Vec::new(), LIMITS).unwrap_or_else(|_| panic!("no games to fail")));
        let router = router(api::routes().route("/broken", get(broken)), Arc::clone(&app));
        let address = start(router, app);
        // More often than requests may be at once: the place of one that panicked is free again.
        for _ in 0..3 {
            let response = ask(address, "/broken");
            assert!(response.starts_with("HTTP/1.1 500 ") && response.contains("\"status\":500"), "{response}");
            assert!(!response.contains("as the test wants it"), "{response}");
        }
        assert!(ask(address, "/health").starts_with("HTTP/1.1 200 "));
        let metrics = ask(address, "/metrics");
        assert!(metrics.contains("status=\"500\"") && metrics.contains("} 3\n"), "{metrics}");
    }
}
