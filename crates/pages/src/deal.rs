//! Deals: the page before the game, and everybody's results after it.

mod histogram;

use games::GameName;
use maud::{Markup, html};

use crate::pixel;
use crate::shell::{first_window, window};

/// Where the deal of this name is on the site.
#[must_use]
pub fn path(name: &str) -> String {
    let place = if name.contains('/') { "deal" } else { "d" };
    format!("/{place}/{name}")
}

/// When the replays of others open to those to whom they are not open yet, and why not before.
pub const REPLAYS_TOMORROW: &str = "Replays open tomorrow, at midnight UTC, so that nobody looks first and plays afterwards; today they are for those who made their first move before anybody had a result, and did not give up.";

/// A deal as one visitor sees it.
#[derive(Debug, Clone)]
pub struct DealPage {
    /// Which game.
    pub game: GameName,
    /// The day whose deal it is, in words; nothing for one that somebody opened.
    pub day: Option<String>,
    /// Where it is on the site, and where it is begun.
    pub path: String,
    /// Whom one plays against.
    pub opponents: Vec<String>,
    /// The name the visitor last used.
    pub name: String,
    /// The address by which a friend plays the same deal, whole, once the visitor has begun it.
    pub link: Option<String>,
    /// The friend who sent the visitor here.
    pub challenger: Option<Challenger>,
    /// The visitor's progress.
    pub state: DealState,
}

/// Somebody who challenges others to the same deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenger {
    /// The name.
    pub name: String,
    /// How it came out, in words, once the visitor may know: none while it is played.
    pub score: Option<String>,
}

/// A visitor's progress in a deal.
#[derive(Debug, Clone)]
pub enum DealState {
    /// Nothing yet.
    Open,
    /// It is being played, at this address.
    Playing(String),
    /// It is over, and now everything may be known.
    Over(Box<DealResult>),
}

/// How a visitor stands among all who have played a deal.
#[derive(Debug, Clone)]
pub struct DealResult {
    /// The visitor's own result as a headline.
    pub headline: String,
    /// The same in a few words.
    pub own: String,
    /// The place, counted from 1.
    pub place: u32,
    /// How many have played it to the end.
    pub of: u32,
    /// How many of a hundred others fared worse.
    pub better_than: Option<u32>,
    /// The result in the middle.
    pub median: String,
    /// The best result.
    pub best: String,
    /// How many have that.
    pub at_best: u32,
    /// How many came out how, from the best to the worst.
    pub columns: Vec<DealColumn>,
    /// Some of them in order; nothing where some are left out.
    pub others: Vec<Option<DealRow>>,
    /// Players ranked apart, if there are any.
    pub apart: Option<DealGroup>,
    /// Whether the games of others can be seen again now.
    pub replays_open: bool,
    /// Where the best game can be seen again, if it can.
    pub best_replay: Option<String>,
    /// Where the visitor's own game is.
    pub table: String,
}

/// Some who are ranked among themselves: a second key of somebody's is often new, and crowds nobody out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealGroup {
    /// Whether they had no seat here before the deal could be played; else they had, and the visitor had none.
    pub newcomers: bool,
    /// How many.
    pub of: u32,
    /// The best result.
    pub best: String,
}

/// Some who came out alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealColumn {
    /// Its label.
    pub label: String,
    /// How many.
    pub count: u32,
    /// Who is among them: the visitor, the median, the best.
    pub tags: Vec<&'static str>,
}

/// A player of the deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRow {
    /// The place, counted from 1.
    pub place: u32,
    /// The name.
    pub name: String,
    /// How it came out.
    pub score: String,
    /// Where the game can be seen again.
    pub replay: String,
    /// Whether it is the visitor.
    pub own: bool,
}

impl DealPage {
    fn title(&self) -> String {
        match &self.day {
            Some(day) => format!("{}, {day}", self.game.title()),
            None => format!("{}, a deal of your own", self.game.title()),
        }
    }
}

/// A number with commas between the thousands.
fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The label of a game's axis.
const fn axis(game: GameName) -> &'static str {
    match game {
        GameName::Spammers => "won in round",
        GameName::SpamORama => "ahead of the best of the others (+), or behind (−)",
    }
}

/// Everybody by name, as in a sentence.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// The deals of a day.
#[must_use]
pub fn today(day: &str, deals: &[DealPage]) -> Markup {
    html! {
        div.deals {
            (first_window("Deal of the day", html! {
                p.lead { (day) ": everybody gets the same cards, dice and coins, against the same bots. What differs is what you do with them." }
                p { "One try at each game a day. When you are through you see how everybody else fared; replays open the day after. A new deal comes at midnight, UTC." }
            }))
            div.two { @for deal in deals { (card(deal)) } }
            (own_deal(deals))
        }
    }
}

/// One of the deals of a day.
fn card(deal: &DealPage) -> Markup {
    window(
        deal.game.title(),
        html! {
            @match &deal.state {
                DealState::Over(result) => {
                    (headline(&result.headline))
                    p { "Place " b { (thousands(result.place)) } " of " (thousands(result.of)) ". The median: " (result.median) ". The best: " (result.best) "." }
                    p { a.button.primary href=(deal.path) { "How others fared" span.unseen { " at " (deal.game.title()) } } }
                }
                DealState::Open | DealState::Playing(_) => (begin(deal)),
            }
        },
    )
}

/// A deal nobody has played yet, for oneself and one's friends.
fn own_deal(deals: &[DealPage]) -> Markup {
    window(
        "A deal of your own",
        html! {
            p { "A deal that nobody has played yet: play it, then send a friend the link." }
            div.row {
                @for deal in deals {
                    form method="post" action="/d" {
                        input type="hidden" name="game" value=(deal.game.name());
                        button { "Deal " (deal.game.title()) }
                    }
                }
            }
        },
    )
}

/// The game, the opponents, and the way to the table.
fn begin(deal: &DealPage) -> Markup {
    html! {
        p { "Three seats: you, " (listed(&deal.opponents)) ". No taking back, and nobody stands in for you: the table waits until you come back." }
        @match &deal.state {
            DealState::Playing(table) => {
                p { a.button.primary.big href=(table) { "Go on" span.unseen { " with " (deal.game.title()) } } }
            }
            DealState::Open | DealState::Over(_) => {
                @let id = format!("name-{}", deal.game.name());
                form.row method="post" action=(deal.path) {
                    label for=(id) { "Your name" }
                    input id=(id) name="name" value=(deal.name) maxlength="24" autocomplete="nickname";
                    button.primary.big { "Play" span.unseen { " the deal of " (deal.game.title()) } }
                }
            }
        }
    }
}

/// A result as large as can be; in plain letters where it cannot be drawn.
fn headline(words: &str) -> Markup {
    match pixel::word(words) {
        Some(drawn) => html! { p.headline { (drawn) span.unseen { (words) } } },
        None => html! { p.headline { b { (words) } } },
    }
}

/// One deal: before it is played what it is, and after how everybody fared.
#[must_use]
pub fn deal(page: &DealPage) -> Markup {
    match &page.state {
        DealState::Open | DealState::Playing(_) => html! {
            div.deals {
                (first_window(&page.title(), html! {
                    @if let Some(challenger) = &page.challenger {
                        p.lead { b { (challenger.name) } " challenges you to the same deal: the same cards, the same dice, the same opponents. How it came out for " (challenger.name) " you learn when you are through." }
                    } @else {
                        p.lead { "Everybody gets the same cards, dice and coins, against the same bots. You see how others fared when you are through." }
                    }
                    (begin(page))
                }))
                (challenge(page))
                p { a.button href="/deal" { "Today's deals" } }
            }
        },
        DealState::Over(result) => over(page, result),
    }
}

fn over(page: &DealPage, result: &DealResult) -> Markup {
    html! {
        div.deals.fared {
            section #dist.window aria-labelledby="dist-title" {
                h1 #dist-title .bar.dressed { span { @if page.day.is_some() { "Deal of the day" } @else { "A deal of your own" } } span.tally { (page.title()) } }
                div.inside {
                    div.own-result {
                        (headline(&result.headline))
                        (compared(result))
                    }
                    (histogram::histogram(result, axis(page.game)))
                    dl.three {
                        div.me { dt { "you, place " (thousands(result.place)) " of " (thousands(result.of)) } dd { (result.own) } }
                        div.med { dt { "the median" } dd { (result.median) } }
                        div.bst { dt { "the best" @if result.at_best > 1 { ", " (thousands(result.at_best)) " of them" } } dd { (result.best) } }
                    }
                    p.dim {
                        "Everybody got the same cards and the same dice, against " (listed(&page.opponents))
                        ". What differs is what you did with it. One try; a replay is allowed, a second result is not."
                    }
                    div.row {
                        @if let Some(best) = &result.best_replay { a.button.primary href=(best) { "See the best" } }
                        a.button href=(result.table) { "See my game" }
                        a.button href="/deal" { "Today's deals" }
                    }
                }
            }
            section #others.window aria-labelledby="others-title" {
                h2 #others-title .bar.dressed { span { "Others" } span.tally { (thousands(result.of)) " so far" } }
                div.inside {
                    (others(result))
                    @if let Some(group) = &result.apart { (apart(group)) }
                    @if !result.replays_open { p.dim { (REPLAYS_TOMORROW) } }
                }
            }
            (challenge(page))
        }
    }
}

/// The link for a friend, and the result of the friend who sent the visitor here.
fn challenge(page: &DealPage) -> Markup {
    let is_over = matches!(page.state, DealState::Over(_));
    html! {
        @if let Some(link) = &page.link {
            section #challenge.window aria-labelledby="challenge-title" {
                h2 #challenge-title .bar.dressed { span { "Challenge a friend" } }
                div.inside {
                    p { "The same deal, your result to beat. They see your moves only when they are through." }
                    div.row {
                        input.wide readonly value=(link) aria-label="Link to the challenge";
                        button.scripted type="button" data-copy=(link) { "Copy" }
                    }
                    @if let (true, Some(Challenger { name, score })) = (is_over, &page.challenger) {
                        p.dim {
                            (name) " has sent you here: "
                            b { @match score { Some(score) => (score), None => "still at it" } } "."
                        }
                    }
                }
            }
        }
    }
}

/// How the visitor stands among the others, in a sentence or two.
fn compared(result: &DealResult) -> Markup {
    html! {
        p {
            @match result.better_than {
                None => { "You are the first" @if result.apart.is_some() { " of your group" } " to finish it. The others come later." }
                Some(share) => {
                    "The median is " b { (result.median) } ", the best is " b { (result.best) } "." br;
                    b { "Better than " (share) " in 100" } " of " (thousands(result.of - 1)) @if result.of == 2 { " other." } @else { " others." }
                }
            }
        }
    }
}

/// Players ranked apart, in a sentence.
fn apart(DealGroup { newcomers, of, best }: &DealGroup) -> Markup {
    html! {
        p {
            @if *newcomers { "New here since this deal began, ranked apart: " }
            @else { "You are new here since this deal began. Here before, ranked apart: " }
            b { (thousands(*of)) } ", best " b { (best) } "."
        }
    }
}

fn others(result: &DealResult) -> Markup {
    html! {
        ol.ranks {
            @for row in &result.others {
                @match row {
                    Some(DealRow { place, name, score, replay, own }) => li.own[*own] {
                        span.place { (thousands(*place)) "." }
                        @if *own || result.replays_open { a href=(replay) { (name) span.unseen { ": the replay" } } }
                        @else { span.name { (name) } }
                        @if *own { span.hint { "you" } }
                        b { (score) }
                    },
                    None => li.gap aria-hidden="true" { "· · ·" },
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn commas_stand_between_the_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1_204, "1,204"), (12_345_678, "12,345,678")] {
            assert_eq!(thousands(number), text);
        }
    }
}
