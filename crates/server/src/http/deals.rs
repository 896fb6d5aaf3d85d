//! Deals over HTTP: those of the day, one's own, and challenges. Others' results are shown only after one's own end.

use axum::extract::{Path, State};
use axum::response::Response;
use games::GameName;
use pages::deal::{
    Challenger, DealColumn, DealGroup, DealPage, DealResult, DealRow, DealState, REPLAYS_TOMORROW,
};
use pages::preview::Preview;
use pages::shell::Place;
use room::{Header, KeyHash, Opening, Score, bot_name, name_or_guest};
use table::proper_name;

use super::form::Form;
use super::opened::opened;
use super::requests::{BeginDeal, NewDeal};
use super::views;
use super::visitor::Visitor;
use super::{Site, answer};
use crate::deal::{Day, Deal, KeyAge, Play, Replays, Standing};
use crate::key;
use crate::problem::Problem;
use crate::rooms::Format;
use crate::store::{NewPlay, Store, StoreError};

/// The number of listed best scores.
const FIRST: u32 = 3;

fn broken(error: StoreError) -> Problem {
    Problem::of_store(&error, None, "a deal could not be read or written")
}

fn game_named(name: &str) -> Result<GameName, Problem> {
    GameName::named(name).map_err(|wrong| Problem::missing(wrong.to_string()))
}

/// A deal, and the friend who sent the visitor to it.
struct DealRequest {
    deal: Deal,
    challenger: Option<Play>,
}

impl Site {
    /// The deal of a day: one that was begun then, or today's. Yesterday's may still be begun, for pages open over
    /// midnight.
    async fn deal_of(&self, day: &str, game: &str) -> Result<DealRequest, Problem> {
        let game = game_named(game)?;
        let (day, today) = (day.parse::<Day>(), self.rooms.today());
        let day = day.map_err(|_| Problem::missing("a day is written as 2026-11-16"))?;
        if day > today {
            return Err(Problem::missing("that day's deal has not come yet"));
        }
        let store = self.rooms.store();
        let drawn = store.dealer().deal(day, game);
        let deal = match store.deal(&drawn.name).await.map_err(broken)? {
            Some(deal) => deal,
            None if day >= today.before() => drawn,
            None => return Err(Problem::missing("nobody played that day's deal, and now it is gone")),
        };
        Ok(DealRequest { deal, challenger: None })
    }

    /// The meaning of a word in a link: somebody's challenge, or a deal.
    async fn challenge(&self, word: &str) -> Result<DealRequest, Problem> {
        let store = self.rooms.store();
        let missing = || Problem::missing("there is no deal behind this link; look at it once more");
        if !key::is_code(word) {
            return Err(missing());
        }
        if let Some((deal, by)) = store.challenge(word).await.map_err(broken)? {
            return Ok(DealRequest { deal, challenger: Some(by) });
        }
        let deal = store.deal(word).await.map_err(broken)?.ok_or_else(missing)?;
        Ok(DealRequest { deal, challenger: None })
    }
}

async fn played(store: &Store, deal: &Deal, key: Option<KeyHash>) -> Result<Option<Play>, Problem> {
    match key {
        Some(key) => store.play(&deal.name, key).await.map_err(broken),
        None => Ok(None),
    }
}

/// The deal, cut to this visitor's knowledge.
async fn shown(site: &Site, asked: DealRequest, visitor: &Visitor) -> Result<DealPage, Problem> {
    let DealRequest { deal, challenger } = asked;
    let store = site.rooms.store();
    let own = played(store, &deal, visitor.key).await?;
    let state = match &own {
        None => DealState::Open,
        Some(Play { score: None, code, .. }) => DealState::Playing(format!("/t/{code}")),
        Some(play @ Play { score: Some(score), .. }) => {
            let replays = play.replays(&deal.name, site.rooms.today());
            DealState::Over(Box::new(fared(store, &deal, (play, *score), replays).await?))
        }
    };
    let is_over = matches!(state, DealState::Over(_));
    let words = |score: i64| Score::read(deal.game, score).words();
    let challenger = challenger
        .filter(|by| Some(by.key) != visitor.key)
        .map(|by| Challenger { name: by.name, score: by.score.filter(|_| is_over).map(words) });
    let seats = deal.options.count().map_err(|_| Problem::broken())?;
    Ok(DealPage {
        game: deal.game,
        day: deal.day().map(Day::words),
        path: deal.path(),
        opponents: seats.iter().skip(1).map(|seat| bot_name(seat, deal.level)).collect(),
        name: visitor.name.clone(),
        link: own.map(|own| format!("{}/d/{}", visitor.site, own.challenge)),
        challenger,
        state,
    })
}

/// The result as a headline.
fn headline(score: Score) -> String {
    match score {
        Score::Short(_) => "Not won".to_owned(),
        Score::Behind(0) | Score::Level => "A tie-break".to_owned(),
        Score::Round(_) | Score::Behind(_) | Score::GaveUp => score.words(),
    }
}

/// A finished player's rank among keys of the same age.
async fn fared(
    store: &Store,
    deal: &Deal,
    (own, score): (&Play, i64),
    replays: Replays,
) -> Result<DealResult, Problem> {
    let (age, rank) = store.rank(&deal.name, own.key).await.map_err(broken)?.ok_or_else(Problem::broken)?;
    let scores = store.scores(&deal.name).await.map_err(broken)?;
    let (all, apart): (Vec<_>, Vec<_>) = scores.into_iter().partition(|(of, ..)| *of == age);
    let all: Vec<(i64, u32)> = all.into_iter().map(|(_, score, count)| (score, count)).collect();
    let standing = Standing::new(deal.game, score, &all).ok_or_else(Problem::broken)?;
    let others = others(store, deal, (own.key, age), (rank, standing.of), &all).await?;
    let best = others.iter().flatten().next().ok_or_else(Problem::broken)?;
    let replays_open = replays == Replays::Open;
    let best_replay = (replays_open || best.own).then(|| best.replay.clone());
    let columns = standing.columns.iter().map(|column| {
        let tags = [(column.own, "you"), (column.median, "median"), (column.best, "best")];
        let tags = tags.into_iter().filter(|(is_here, _)| *is_here).map(|(_, tag)| tag);
        DealColumn { label: column.label.clone(), count: column.count, tags: tags.collect() }
    });
    Ok(DealResult {
        headline: headline(standing.own),
        own: standing.own.words(),
        place: standing.place,
        of: standing.of,
        better_than: standing.better_than(),
        median: standing.median.words(),
        best: standing.best.words(),
        at_best: standing.at_best,
        columns: columns.collect(),
        others,
        apart: apart.first().map(|(of, best, _)| DealGroup {
            newcomers: *of == KeyAge::Younger,
            of: apart.iter().map(|(.., count)| count).sum(),
            best: Score::read(deal.game, *best).words(),
        }),
        replays_open,
        best_replay,
        table: format!("/t/{}", own.code),
    })
}

/// The best of this age, those around this one, and the last; nothing where some are left out.
async fn others(
    store: &Store,
    deal: &Deal,
    (own, age): (KeyHash, KeyAge),
    (rank, of): (u32, u32),
    all: &[(i64, u32)],
) -> Result<Vec<Option<DealRow>>, Problem> {
    let place_of = |score: i64| -> u32 {
        1 + all.iter().filter(|(other, _)| *other < score).map(|(_, count)| count).sum::<u32>()
    };
    let row = |play: Play| {
        let score = play.score.unwrap_or_default();
        DealRow {
            place: place_of(score),
            name: play.name,
            score: Score::read(deal.game, score).words(),
            replay: format!("/t/{}/replay?at=0&as=A", play.code),
            own: play.key == own,
        }
    };
    let last = of.saturating_sub(1);
    let mut rows = Vec::new();
    let mut next = 0;
    for (from, to) in [(0, FIRST), (rank.saturating_sub(1), rank + 2), (last, of)] {
        let from = from.max(next);
        if from >= to.min(of) {
            continue;
        }
        if from > next {
            rows.push(None);
        }
        let ranked = store.ranked(&deal.name, age, (from, to.min(of) - from)).await.map_err(broken)?;
        rows.extend(ranked.into_iter().map(|play| Some(row(play))));
        next = to.min(of);
    }
    Ok(rows)
}

/// The same for programs.
fn as_data(deal: &DealPage) -> views::Deal {
    let (table, result) = match &deal.state {
        DealState::Open => (None, None),
        DealState::Playing(table) => (Some(table.clone()), None),
        DealState::Over(result) => (Some(result.table.clone()), Some(result)),
    };
    views::Deal {
        path: deal.path.clone(),
        game: deal.game.name(),
        // The address has it as programs read it.
        day: deal.day.as_ref().and_then(|_| deal.path.split('/').nth(2)).map(str::to_owned),
        opponents: deal.opponents.clone(),
        challenger: deal
            .challenger
            .as_ref()
            .map(|by| views::DealPlayer { name: by.name.clone(), score: by.score.clone() }),
        table,
        challenge: deal.link.clone(),
        result: result.map(|result| views::DealResult {
            score: result.own.clone(),
            place: result.place,
            of: result.of,
            median: result.median.clone(),
            best: result.best.clone(),
            columns: result
                .columns
                .iter()
                .map(|column| views::DealColumn { label: column.label.clone(), count: column.count })
                .collect(),
            others: result
                .others
                .iter()
                .flatten()
                .map(|row| views::DealRow {
                    place: row.place,
                    name: row.name.clone(),
                    score: row.score.clone(),
                    replay: row.replay.clone(),
                    yours: row.own,
                })
                .collect(),
            apart: result.apart.as_ref().map(|group| views::DealGroup {
                newcomers: group.newcomers,
                of: group.of,
                best: group.best.clone(),
            }),
            replays_open: (!result.replays_open).then_some(REPLAYS_TOMORROW),
        }),
    }
}

async fn show(
    site: &Site,
    asked: Result<DealRequest, Problem>,
    path: &str,
    visitor: &Visitor,
) -> Result<Response, Problem> {
    let page = shown(site, asked?, visitor).await?;
    let title = format!("{}: a deal", page.game.title());
    Ok(match visitor.format {
        Format::Html => {
            let invited = match &page.challenger {
                Some(by) => format!("{} challenges you to a deal of {}", by.name, page.game.title()),
                None => format!("A deal of {}: the same luck for everybody", page.game.title()),
            };
            let preview = Preview::of_game(page.game, &invited);
            let link = visitor.link(path, &preview);
            answer::linked_personal(&title, pages::deal::deal(&page), Place::Deal, &link)
        }
        Format::Json => answer::data(&as_data(&page)),
    })
}

#[cfg_attr(test, utoipa::path(get, path = "/deal", tag = "deals", summary = "The deals of the day: the same cards, dice and coins for everybody.",
    responses((status = 200, body = views::Deals))))]
pub(super) async fn today(State(site): State<Site>, visitor: Visitor) -> Response {
    let all = async {
        let day = site.rooms.today();
        let mut deals = Vec::new();
        for game in GameName::ALL {
            let asked = site.deal_of(&day.to_string(), game.name()).await?;
            deals.push(shown(&site, asked, &visitor).await?);
        }
        Ok(match visitor.format {
            Format::Html => {
                let preview = Preview::of_site("The deal of the day: the same luck for everybody");
                let page = pages::deal::today(&day.words(), &deals);
                let link = visitor.link("/deal", &preview);
                answer::linked_personal("Deal of the day", page, Place::Deal, &link)
            }
            Format::Json => answer::data(&views::Deals {
                day: day.to_string(),
                deals: deals.iter().map(as_data).collect(),
            }),
        })
    };
    let answered = all.await;
    answer::or_problem(visitor.format, answered)
}

#[cfg_attr(test, utoipa::path(get, path = "/deal/{day}/{game}", tag = "deals",
    summary = "The deal of a day; how others fared once you have come to the end of it.",
    responses((status = 200, body = views::Deal))))]
pub(super) async fn deal(
    State(site): State<Site>,
    Path((day, game)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let shown = show(&site, site.deal_of(&day, &game).await, &format!("/deal/{day}/{game}"), &visitor).await;
    answer::or_problem(visitor.format, shown)
}

#[cfg_attr(test, utoipa::path(get, path = "/d/{word}", tag = "deals",
    summary = "A deal of one's own, or somebody's challenge to play the same deal.",
    responses((status = 200, body = views::Deal))))]
pub(super) async fn challenged(
    State(site): State<Site>,
    Path(word): Path<String>,
    visitor: Visitor,
) -> Response {
    let shown = show(&site, site.challenge(&word).await, &format!("/d/{word}"), &visitor).await;
    answer::or_problem(visitor.format, shown)
}

#[cfg_attr(test, utoipa::path(post, path = "/deal/{day}/{game}", tag = "deals",
    summary = "Begins the deal of a day. Whoever has begun it finds the table that was opened then.",
    request_body = BeginDeal, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn begin(
    State(site): State<Site>,
    Path((day, game)): Path<(String, String)>,
    visitor: Visitor,
    Form(asked): Form<BeginDeal>,
) -> Response {
    begun(&site, site.deal_of(&day, &game).await, visitor, asked.name).await
}

#[cfg_attr(test, utoipa::path(post, path = "/d/{word}", tag = "deals", summary = "Begins the deal behind a link.",
    request_body = BeginDeal, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn accept(
    State(site): State<Site>,
    Path(word): Path<String>,
    visitor: Visitor,
    Form(asked): Form<BeginDeal>,
) -> Response {
    begun(&site, site.challenge(&word).await, visitor, asked.name).await
}

#[cfg_attr(test, utoipa::path(post, path = "/d", tag = "deals", summary = "Begins a deal that nobody has played, to challenge others to it.",
    request_body = NewDeal, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn open(State(site): State<Site>, visitor: Visitor, Form(asked): Form<NewDeal>) -> Response {
    let fresh = || {
        let game = game_named(&asked.game)?;
        let (name, secret) = (key::code(), key::luck());
        let deal =
            Deal::new(&name.map_err(|_| Problem::broken())?, game, secret.map_err(|_| Problem::broken())?);
        Ok(DealRequest { deal, challenger: None })
    };
    begun(&site, fresh(), visitor, asked.name).await
}

/// Begins a deal, or leads back to the table at which it was begun.
async fn begun(
    site: &Site,
    asked: Result<DealRequest, Problem>,
    mut visitor: Visitor,
    name: Option<String>,
) -> Response {
    let (format, store) = (visitor.format, site.rooms.store());
    let name = name.unwrap_or_else(|| visitor.name.clone());
    let begins = async {
        let DealRequest { deal, .. } = asked?;
        let fresh = visitor.keyed(store).await?;
        let key = visitor.key.ok_or_else(Problem::broken)?;
        let code = match played(store, &deal, Some(key)).await? {
            Some(play) => play.code,
            None => match open_table(site, deal.clone(), key, &name).await {
                Ok(code) => code,
                // Somebody with the same key was faster.
                Err(problem) => played(store, &deal, Some(key)).await?.ok_or(problem)?.code,
            },
        };
        let name = proper_name(&name).unwrap_or_default();
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), &name))
    };
    let answered = begins.await;
    answer::or_problem(format, answered)
}

async fn open_table(site: &Site, deal: Deal, key: KeyHash, name: &str) -> Result<String, Problem> {
    let word = || key::code().map_err(|_| Problem::broken());
    let header = Header { code: word()?, secret: deal.secret, opener: Some(key) };
    let (options, level) = (deal.options.clone(), deal.level);
    let opening = Opening::of_deal(header, options, name, level, site.rooms.clock().now())?;
    let play = NewPlay { deal, key, challenge: word()?, name: name_or_guest(name) };
    site.rooms.open_deal(&opening, play).await.map_err(broken)
}
