//! The universal web API of GamesCrafters, so that their web front end shows these games
//!
//! Their front end, GamesmanUni, reads the list of games, a game, a variant with its start, and positions with value, remoteness and
//! moves, from one base address; here that is `/uwapi/`. Each game has one variant. The field names and the values are theirs; what a
//! position is worth comes from the same answers as everywhere.

mod board;
mod types;
mod worth;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tihbat::position::Position;
use tihbat::text::shown;

use super::app::{App, Served};
use super::asked::refused;
use super::http;
use super::json::json;
use super::problem::Problem;
use board::BoardImage;
use types::{GameInList, GameWithVariants, Instructions, Variant, VariantInList, title};

/// The only variant of a game.
const VARIANT: &str = "regular";
/// Its name for people.
const VARIANT_NAME: &str = "Regular";
/// Their name for a front end that draws the board from the data of the variant.
const GUI: &str = "v3";

const JSON: &str = "application/json";

type Shared = State<Arc<App>>;

/// The addresses, below the base address.
pub(super) fn routes() -> Router<Arc<App>> {
    let without_parameters = Router::new()
        .route("/uwapi/", get(games))
        .route("/uwapi/{game}/", get(game))
        .route("/uwapi/{game}/{variant}/", get(variant))
        .route_layer(middleware::from_fn(http::no_parameters));
    without_parameters
        .route("/uwapi/{game}/{variant}/positions/", get(position))
        .route("/uwapi/{game}/{variant}/instructions/", get(instructions))
}

/// A problem in the form of this API: it has the field `error`.
struct Refused(Problem);

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        self.0.with_error().into_response()
    }
}

fn find<'a>(app: &'a App, game: &str, variant: &str) -> Result<&'a Served, Problem> {
    let served = &app.games[app.find(game)?];
    if variant != VARIANT {
        let variant = shown(variant);
        return Err(Problem::missing(format!("{game} has no variant \"{variant}\"; the only one is {VARIANT}")));
    }
    Ok(served)
}

fn answer(tag: &str, headers: &HeaderMap, body: impl FnOnce() -> Result<String, Problem>) -> Result<Response, Refused> {
    let tag = format!("W/\"{tag}\"");
    if http::has(headers, &tag) {
        return Ok(http::unchanged(JSON, &tag, http::ASK));
    }
    Ok(http::tagged(JSON, &tag, http::ASK, body()?))
}

async fn games(State(app): Shared, headers: HeaderMap) -> Result<Response, Refused> {
    let tags: Vec<_> = app.games.iter().map(|served| served.tag.as_str()).collect();
    let list: Vec<_> = app.games.iter().map(|served| GameInList::new(&served.solved.game)).collect();
    answer(&tags.join("."), &headers, || Ok(json(&list)))
}

async fn game(State(app): Shared, Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Refused> {
    let served = &app.games[app.find(&name)?];
    answer(&served.tag, &headers, || Ok(json(&GameWithVariants::new(&served.solved.game))))
}

async fn variant(
    State(app): Shared,
    Path((name, variant)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let served = find(&app, &name, &variant)?;
    answer(&served.tag, &headers, || {
        let start = Position::start(&served.solved.game.rules);
        let image = BoardImage::new(usize::from(served.solved.game.rules.clauses().pits()));
        Ok(json(&Variant::new(&start, &image)))
    })
}

async fn instructions(
    State(app): Shared,
    Path((name, variant)): Path<(String, String)>,
    Query(parameters): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let served = find(&app, &name, &variant)?;
    // They are in English only.
    only(&parameters, "locale")?;
    answer(&served.tag, &headers, || Ok(json(&Instructions::new(&served.solved.game))))
}

async fn position(
    State(app): Shared,
    Path((name, variant)): Path<(String, String)>,
    Query(parameters): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let served = find(&app, &name, &variant)?;
    let text = only(&parameters, "p")?;
    let text = text.ok_or_else(|| Problem::bad("the parameter \"p\" is missing; it is the position"))?;
    served.check()?;
    let position = Position::parse(text, &served.solved.game.rules);
    let position = position.map_err(|error| Problem::bad(format!("position \"{}\": {error}", shown(text))))?;
    app.metrics.positions.inc();
    answer(&served.tag, &headers, || {
        let found = worth::position(&served.solved.game.name, &served.analysis, &position);
        found.map(|found| json(&found)).map_err(|error| refused(served, error))
    })
}

/// The value of the only parameter that an address has.
fn only<'a>(parameters: &'a [(String, String)], known: &str) -> Result<Option<&'a str>, Problem> {
    if let Some((name, _)) = parameters.iter().find(|(name, _)| name != known) {
        return Err(Problem::bad(format!("there is no parameter \"{}\"; the parameter is {known}", shown(name))));
    }
    match parameters {
        [] => Ok(None),
        [(_, value)] => Ok(Some(value)),
        _ => Err(Problem::bad(format!("the parameter \"{known}\" is given twice"))),
    }
}

impl GameInList {
    fn new(spec: &tihbat::store::GameSpec) -> Self {
        Self { id: spec.name.clone(), name: title(&spec.name), kind: "twoPlayer", gui: GUI }
    }
}

impl GameWithVariants {
    fn new(spec: &tihbat::store::GameSpec) -> Self {
        Self {
            id: spec.name.clone(),
            name: title(&spec.name),
            variants: vec![VariantInList { id: VARIANT, name: VARIANT_NAME, gui: GUI }],
            allow_custom_variant_creation: false,
            supports_win_by: true,
        }
    }
}

impl Variant {
    fn new(start: &Position, image: &BoardImage) -> Self {
        Self {
            id: VARIANT,
            name: VARIANT_NAME,
            start_position: start.to_string(),
            autogui_start_position: board::text(start),
            image_auto_gui_data: image.data(),
            gui: GUI,
        }
    }
}
