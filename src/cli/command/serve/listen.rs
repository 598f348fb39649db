//! Connections: accepted up to a limit, and let finish when the server stops

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use axum::middleware;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::{debug, info, warn};

use super::{App, api, files, http};
use crate::cli::{failure::Failure, output};

/// How long a client may take to send the head of a request, and a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long open requests are waited for when the server stops.
const LAST_TIME: Duration = Duration::from_secs(30);

fn router(app: Arc<App>) -> Router {
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers(Any)
        .expose_headers(Any);
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new("application/octet-stream"));
    let mut router = api::routes()
        .merge(files::routes())
        .fallback(http::no_such_page)
        .method_not_allowed_fallback(http::no_such_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), http::guard))
        .layer(cors)
        .layer(CompressionLayer::new().compress_when(compressed))
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
    let handlers = |kind| signal(kind).map_err(|error| Failure::new(format!("signals cannot be heard: {error}")));
    let (mut interrupt, mut terminate) = (handlers(SignalKind::interrupt())?, handlers(SignalKind::terminate())?);
    info!("the API is described at http://{bound}/api/v1/openapi.json");
    let mut out = output::out();
    writeln!(out, "serving at http://{bound}/")?;
    out.flush()?;
    drop(out);

    let router = router(Arc::clone(&app));
    let room = Arc::new(Semaphore::new(app.limits.max_connections));
    let open = GracefulShutdown::new();
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
            _ = interrupt.recv() => break,
            _ = terminate.recv() => break,
        };
        let _ = stream.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 16);
        let service = TowerToHyperService::new(router.clone());
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
        let app = Arc::clone(&app);
        app.metrics.connections.inc();
        tokio::spawn(async move {
            let _room = room;
            if let Err(error) = connection.await {
                debug!("a connection ended: {error}");
            }
            app.metrics.connections.dec();
        });
    }
    drop(listener);
    info!("stopping: open requests are finished first");
    if tokio::time::timeout(LAST_TIME, open.shutdown()).await.is_err() {
        warn!("some requests were not finished after {} seconds", LAST_TIME.as_secs());
    }
    info!("stopped");
    Ok(())
}
