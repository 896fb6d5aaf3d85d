//! Every route with its method and handler. Tests make the description of the API of the same lists (`api`).

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{get, post};

use super::{Site, after, api, commands, deals, events, learn, ops, puzzles, review, seat, site, tables};

/// A handler of any kind as one type: what stands around handlers is compiled once, and not for each of them.
#[derive(Clone)]
struct Erased(Arc<dyn Fn(Request, Site) -> Answering + Send + Sync>);

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

fn erased<T, H: Handler<T, Site> + Sync>(handler: H) -> Erased {
    Erased(Arc::new(move |request, site| Box::pin(handler.clone().call(request, site))))
}

impl Handler<(), Site> for Erased {
    type Future = Answering;

    fn call(self, request: Request, site: Site) -> Answering {
        (self.0)(request, site)
    }
}

/// A list of addresses: as a router, and for tests as the description of it.
macro_rules! addresses {
    ($(#[$about:meta])* $router:ident $described:ident { $($method:ident $path:literal $module:ident::$handler:ident;)* }) => {
        $(#[$about])*
        pub(super) fn $router() -> Router<Site> {
            Router::new()$(.route($path, $method(erased($module::$handler))))*
        }

        /// The OpenAPI entry of each handler, beside its method and address here.
        #[cfg(test)]
        pub(super) fn $described() -> Vec<(&'static str, &'static str, utoipa_axum::router::UtoipaMethodRouter<Site>)> {
            vec![$((stringify!($method), $path, utoipa_axum::routes!($module::$handler))),*]
        }
    };
}

addresses! {
    /// The addresses at which a POST opens a table.
    opening opening_described {
        post "/tables" tables::open;
        post "/play/{game}" tables::play;
        post "/watch/{game}" tables::watch;
        post "/t/{code}/continue" after::go_on;
        post "/t/{code}/rematch" after::rematch;
        post "/learn/{game}/play" learn::play;
        post "/puzzles/{game}/{number}/play" puzzles::play;
        get "/deal/{day}/{game}" deals::deal;
        post "/deal/{day}/{game}" deals::begin;
        post "/d" deals::open;
        get "/d/{word}" deals::challenged;
        post "/d/{word}" deals::accept;
    }
}

addresses! {
    /// All other addresses.
    other other_described {
        get "/" site::home;
        get "/join" site::join;
        post "/keys" tables::issue_key;
        get "/t/{code}" tables::look;
        get "/t/{code}/picture.png" tables::picture;
        get "/t/{code}/events" events::events;
        post "/t/{code}/act" commands::act;
        post "/t/{code}/back" commands::back;
        post "/t/{code}/sit" commands::sit;
        post "/t/{code}/stand" commands::stand;
        post "/t/{code}/ready" commands::ready;
        post "/t/{code}/spam" commands::spam;
        post "/t/{code}/fill" commands::fill;
        post "/t/{code}/open" commands::open;
        post "/t/{code}/kick" commands::kick;
        post "/t/{code}/start" commands::start;
        post "/t/{code}/react" commands::react;
        post "/t/{code}/pace" commands::pace;
        post "/t/{code}/coach" commands::coach;
        post "/t/{code}/leave" commands::leave;
        post "/t/{code}/return" commands::come_back;
        post "/t/{code}/resign" commands::resign;
        post "/t/{code}/replace" commands::replace;
        post "/t/{code}/chat" commands::chat;
        post "/t/{code}/handover" seat::handover;
        get "/t/{code}/seat" seat::access;
        get "/t/{code}/seat/{link}" seat::seat_link;
        post "/t/{code}/seat/{link}" seat::take_seat;
        post "/t/{code}/revoke" seat::revoke;
        get "/forget" seat::ask_to_forget;
        post "/forget" seat::forget;
        get "/t/{code}/replay" after::replay;
        get "/t/{code}/replay/step" after::replay_step;
        get "/t/{code}/record" after::record;
        get "/t/{code}/review" review::review;
        get "/t/{code}/review/progress" review::progress;
        get "/learn/{game}" learn::learn;
        post "/learn/{game}/act" learn::act;
        get "/puzzles" puzzles::puzzles;
        get "/puzzles/{game}/{number}" puzzles::puzzle;
        post "/puzzles/{game}/{number}/act" puzzles::act;
        get "/deal" deals::today;
        get "/rules" site::rules;
        get "/rules/{book}" site::book;
        get "/rules/{book}/reference" site::reference;
        get "/rules/{book}/glossary" site::glossary;
        get "/rules/clause/{id}" site::clause;
        get "/cards" site::cards;
        get "/cards/{set}" site::cards_of;
        get "/cards/{set}/{card}" site::card;
        get "/networks" site::networks;
        get "/assets/{name}" site::asset;
        get "/favicon.ico" site::icon;
        get "/robots.txt" site::robots;
        get "/api" api::page;
        get "/api.json" api::document;
        get "/healthz" ops::healthz;
        get "/readyz" ops::readyz;
        get "/livez" ops::livez;
    }
}
