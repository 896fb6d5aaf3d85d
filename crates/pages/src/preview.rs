//! Link previews in chats: a title, a sentence and a picture. Chats come without a key, so a table shows them a
//! bystander's view.

use games::GameName;
use maud::{Markup, html};
use review::GameResult;
use room::{Plays, Sitter};

use crate::assets::address;
use crate::poster::{HEIGHT, Poster, WIDTH, file_of};
use crate::table::name_of;

/// The preview of a page.
#[derive(Debug, Clone)]
pub struct Preview {
    title: String,
    says: String,
    picture: Picture,
}

/// The picture of a preview.
#[derive(Debug, Clone)]
enum Picture {
    /// That of a game, or of both.
    Known(Option<GameName>),
    /// That of a table, at this address.
    Drawn(Box<Poster>, String),
}

/// A link preview: the site (`http://host:port`), the page's address on it, and its preview.
#[derive(Debug, Clone, Copy)]
pub struct Link<'a> {
    /// Where the site is.
    pub site: &'a str,
    /// The address of the page, without the host.
    pub path: &'a str,
    /// The preview.
    pub preview: &'a Preview,
}

impl Preview {
    /// Of a page that is about no game or about both.
    #[must_use]
    pub fn of_site(title: &str) -> Self {
        let says = "Two tabletop games about e-mail spam, in the browser, against bots or friends. No account, no mail.";
        Self { title: title.to_owned(), says: says.to_owned(), picture: Picture::Known(None) }
    }

    /// Of a page about a game: its rules, its lesson, a puzzle, a deal.
    #[must_use]
    pub fn of_game(game: GameName, title: &str) -> Self {
        Self { title: title.to_owned(), says: tagline(game).to_owned(), picture: Picture::Known(Some(game)) }
    }

    /// Of a lobby: who invites, and how many seats are taken.
    #[must_use]
    pub fn of_lobby((code, version): (&str, u64), game: GameName, sitters: &[Sitter]) -> Self {
        let host = sitters.iter().find(|sitter| sitter.plays == Plays::Person);
        let taken = sitters.iter().filter(|sitter| sitter.plays != Plays::Nobody).count();
        let seats = format!("{taken} of {} seats", sitters.len());
        let title = match host {
            Some(host) => format!("{} invites you to {}", host.name, game.title()),
            None => format!("You are invited to {}", game.title()),
        };
        let says = format!("{seats} are taken. {} No account, no mail.", tagline(game));
        let name = host.map(|host| host.name.as_str());
        let poster = Poster::new(game, name, ("invites you", "You are invited"), seats, sitters);
        Self { title, says, picture: Picture::drawn(poster, code, version) }
    }

    /// Of a game that is played.
    #[must_use]
    pub fn of_table((code, version): (&str, u64), game: GameName, sitters: &[Sitter]) -> Self {
        let names: Vec<&str> = sitters.iter().map(|sitter| sitter.name.as_str()).collect();
        let title = format!("A game of {} is being played", game.title());
        let says = format!("{} are at the table. {}", listed(&names), tagline(game));
        let line = format!("{} players", sitters.len());
        let poster = Poster::new(game, None, ("", "A game is on"), line, sitters);
        Self { title, says, picture: Picture::drawn(poster, code, version) }
    }

    /// The preview of a finished game: the winner, and everybody's result.
    #[must_use]
    pub fn of_result(
        (code, version): (&str, u64),
        game: GameName,
        sitters: &[Sitter],
        result: &GameResult,
    ) -> Self {
        let winners: Vec<&str> = result.ending.winners.iter().map(|seat| name_of(sitters, seat)).collect();
        let mut ends: Vec<(u32, &str)> = result
            .race
            .iter()
            .map(|(seat, line)| (line.last().copied().unwrap_or(0), name_of(sitters, *seat)))
            .collect();
        ends.sort_by_key(|&(end, _)| std::cmp::Reverse(end));
        let one = <[&str; 1]>::try_from(winners.as_slice()).ok().map(|[winner]| winner);
        let title = match one {
            Some(winner) => format!("{winner} wins at {}", game.title()),
            None => format!("{} share a win at {}", listed(&winners), game.title()),
        };
        let each: Vec<String> = ends.iter().map(|(end, name)| format!("{name} {end}")).collect();
        let says = format!("{} ({}).", each.join(", "), result.measure);
        let numbers: Vec<String> = ends.iter().map(|(end, _)| end.to_string()).collect();
        let first = one.and_then(|winner| winner.split(' ').next());
        let poster = Poster::new(game, first, ("wins!", "It is over"), numbers.join(" - "), sitters);
        Self { title, says, picture: Picture::drawn(poster, code, version) }
    }

    /// The picture as a PNG file, if it is that of a table; all others are files that anybody may keep.
    #[must_use]
    pub fn png(&self) -> Option<Vec<u8>> {
        match &self.picture {
            Picture::Known(_) => None,
            Picture::Drawn(poster, _) => Some(poster.png()),
        }
    }
}

impl Picture {
    fn drawn(poster: Poster, code: &str, version: u64) -> Self {
        Self::Drawn(Box::new(poster), format!("/t/{code}/picture.png?v={version}"))
    }

    fn address(&self) -> String {
        match self {
            Self::Known(game) => address(file_of(*game)),
            Self::Drawn(_, address) => address.clone(),
        }
    }
}

/// A game in a breath.
pub(crate) const fn tagline(game: GameName) -> &'static str {
    match game {
        GameName::Spammers => "Open Scams. Mail the Unwashed Masses. Pull down whoever is about to win.",
        GameName::SpamORama => {
            "Scan for open ports. Relay until it hurts. Your worst client is the one that counts."
        }
    }
}

/// Names as they are listed in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "Nobody".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The tags of a preview in the head of its page.
pub(crate) fn tags(link: &Link<'_>) -> Markup {
    let Link { site, path, preview } = link;
    let picture = format!("{site}{}", preview.picture.address());
    html! {
        meta property="og:site_name" content="Gruntle";
        meta property="og:type" content="website";
        meta property="og:url" content={ (site) (path) };
        meta property="og:title" content=(preview.title);
        meta property="og:description" content=(preview.says);
        meta property="og:image" content=(picture);
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content=(WIDTH);
        meta property="og:image:height" content=(HEIGHT);
        meta property="og:image:alt" content=(preview.title);
        meta name="twitter:card" content="summary_large_image";
        meta name="twitter:title" content=(preview.title);
        meta name="twitter:description" content=(preview.says);
        meta name="twitter:image" content=(picture);
    }
}

#[cfg(test)]
mod tests {
    use games::Level;
    use table::Seat;

    use super::*;

    fn sitters() -> Vec<Sitter> {
        let plays = [Plays::Person, Plays::Bot(Level::Broker), Plays::Nobody];
        let names = ["Ann & Bea", "Daemon", ""];
        let at = |((seat, plays), name): ((Seat, Plays), &str)| Sitter::here(seat, name.to_owned(), plays);
        (0..3).filter_map(Seat::new).zip(plays).zip(names).map(at).collect()
    }

    #[test]
    fn an_invitation_says_who_invites_and_how_many_seats_are_taken() {
        let preview = Preview::of_lobby(("k7mq2xwp", 7), GameName::SpamORama, &sitters());
        let link = Link { site: "https://spam.example", path: "/t/k7mq2xwp", preview: &preview };
        let tags = tags(&link).into_string();
        for tag in [
            r#"<meta property="og:url" content="https://spam.example/t/k7mq2xwp">"#,
            r#"<meta property="og:title" content="Ann &amp; Bea invites you to Spam-O-Rama">"#,
            r#"<meta property="og:description" content="2 of 3 seats are taken. "#,
            r#"<meta property="og:image" content="https://spam.example/t/k7mq2xwp/picture.png?v=7">"#,
        ] {
            assert!(tags.contains(tag), "{tag}: {tags}");
        }
        assert!(preview.png().is_some_and(|file| file.starts_with(b"\x89PNG")));
    }

    #[test]
    fn a_page_that_is_the_same_for_all_shows_a_file() {
        for game in [None, Some(GameName::Spammers), Some(GameName::SpamORama)] {
            let preview = match game {
                Some(game) => Preview::of_game(game, "The rules"),
                None => Preview::of_site("Rules"),
            };
            assert!(crate::assets::asset(file_of(game)).is_some_and(|(kind, ..)| kind == "image/png"));
            let tags =
                tags(&Link { site: "http://localhost", path: "/rules", preview: &preview }).into_string();
            assert!(
                tags.contains(&format!("content=\"http://localhost/assets/{}?v=", file_of(game))),
                "{tags}"
            );
            assert!(preview.png().is_none());
        }
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["Ann", "Bob", "Daemon"]), "Ann, Bob and Daemon");
        assert_eq!(listed(&["Ann"]), "Ann");
    }
}
