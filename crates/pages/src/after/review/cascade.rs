//! From the chance at the start to the end: what choices, luck and all else did to it.

use maud::{Markup, html};
use review::SeatSummary;

use super::ReviewPage;
use super::wording::{reach, signed};

const WIDTH: usize = 340;
const HEIGHT: usize = 220;
const TOP: usize = 20;
/// Room for two lines of words below.
const BOTTOM: usize = 36;

/// One bar: what it is, in two lines, and from where to where it goes.
struct Bar {
    words: [&'static str; 2],
    class: &'static str,
    from: f64,
    to: f64,
    said: String,
}

pub(super) fn cascade(page: &ReviewPage<'_>, sum: &SeatSummary) -> Markup {
    let bars = bars(page, sum);
    let ends = bars.iter().flat_map(|bar| [bar.from, bar.to]);
    let (least, most) =
        ends.fold((0.0, 40.0), |(least, most): (f64, f64), end| (least.min(end), most.max(end)));
    let y = |points: f64| {
        let part = (points - least) / (most - least);
        HEIGHT - BOTTOM - (part * (HEIGHT - TOP - BOTTOM) as f64).round() as usize
    };
    let wide = WIDTH / bars.len();
    let said: Vec<String> =
        bars.iter().map(|bar| format!("{} {} {}", bar.words[0], bar.words[1], bar.said)).collect();
    html! {
        svg.cascade viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(said.join(", ")) {
            (super::chart::dither("sum"))
            @for (place, bar) in bars.iter().enumerate() {
                @let x = place * wide + wide / 6;
                @let top = y(bar.from.max(bar.to));
                @let height = (y(bar.from.min(bar.to)) - top).max(2);
                rect class=(bar.class) x=(x) y=(top) width=(wide * 2 / 3) height=(height) {}
                text.amount x=(x + wide / 3) y=(top - 5) text-anchor="middle" { (bar.said) }
                @for (line, word) in bar.words.iter().enumerate() {
                    text.word x=(x + wide / 3) y=(HEIGHT - BOTTOM + 15 + 13 * line) text-anchor="middle" { (word) }
                }
                @if place + 1 < bars.len() { line.level x1=(x + wide * 2 / 3) x2=(x + wide) y1=(y(bar.to)) y2=(y(bar.to)) {} }
            }
            line.base x1="0" x2=(WIDTH) y1=(y(0.0)) y2=(y(0.0)) {}
        }
    }
}

fn bars(page: &ReviewPage<'_>, sum: &SeatSummary) -> Vec<Bar> {
    let whole = |points: f64| format!("{points:.0} %");
    let own = if page.is_own() { "Your" } else { "Own" };
    let changes = [
        ([own, "choices"], if sum.loss.mean > 0.0 { "bad" } else { "good" }, -sum.loss.mean),
        (["Luck", ""], "lucky", sum.luck.mean),
        (["All", "else"], "others", sum.rest.mean),
    ];
    let start = sum.start.mean;
    let said = format!("{start:.0} ±\u{a0}{} %", reach(sum.start));
    let mut bars = vec![Bar { words: ["Start", ""], class: "own", from: 0.0, to: start, said }];
    let mut now = start;
    for (words, class, change) in order(start, changes.map(|(.., change)| change)).map(|at| changes[at]) {
        bars.push(Bar { words, class, from: now, to: now + change, said: signed(change) });
        now += change;
    }
    bars.push(Bar { words: ["End", ""], class: "own", from: 0.0, to: sum.end, said: whole(sum.end) });
    bars
}

/// The order in which these changes follow one another: no sum on the way is below 0 or above 100, or as little as can be.
fn order(start: f64, changes: [f64; 3]) -> [usize; 3] {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]];
    let beyond = |order: [usize; 3]| {
        let sums = order.into_iter().scan(start, |now, at| {
            *now += changes[at];
            Some(*now)
        });
        sums.map(|sum| (-sum).max(sum - 100.0).max(0.0)).fold(0.0, f64::max)
    };
    ORDERS.into_iter().min_by(|one, other| beyond(*one).total_cmp(&beyond(*other))).unwrap_or(ORDERS[0])
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_bar_ends_below_zero_where_another_order_avoids_it() {
        assert_eq!(super::order(50.0, [-20.0, 10.0, 5.0]), [0, 1, 2], "as it is told");
        assert_eq!(super::order(33.0, [-50.0, 40.0, 10.0]), [1, 0, 2]);
        assert_eq!(super::order(50.0, [-60.0, 70.0, 20.0]), [2, 0, 1], "nor above 100");
    }
}
