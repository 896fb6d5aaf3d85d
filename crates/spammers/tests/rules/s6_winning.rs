//! S6: winning, and the Example of Play.
use crate::bench::{A, B, Bench, C, dull_set, starter};
use spammers::{Spammers, Variant};
use table::{Game as _, SeatCount};

fn winner_with(variant: Variant, ratings: &[u8]) -> Option<String> {
    let game = Spammers::new(dull_set(), SeatCount::new(3).unwrap(), variant);
    let scams = ["adult-scam", "net-scam", "grq-scam", "free-scam", "misc-scam"];
    let mut bench = Bench::arranged_in(game, |t| {
        scams.iter().zip(ratings).fold(t, |t, (scam, &rating)| t.scam(B, scam, rating))
    });
    bench.play("A stop");
    bench.winner()
}

#[test]
fn s6_1_twenty_in_sum_or_twelve_on_one_wins_at_the_start_of_the_own_turn() {
    let standard = |ratings| winner_with(Variant::Standard, ratings);
    assert_eq!(standard(&[12]).as_deref(), Some("B by S6.1 one Scam"));
    assert_eq!(standard(&[10, 10]).as_deref(), Some("B by S6.1 sum"));
    assert_eq!(standard(&[4, 4, 4, 4, 4]).as_deref(), Some("B by S6.1 sum"));
    assert_eq!(standard(&[11, 8]), None);
    assert_eq!(standard(&[]), None);
}

#[test]
fn s6_1_nothing_can_be_played_after_the_end() {
    let mut bench = Bench::arranged(|t| t.scam(B, "misc-scam", 12));
    bench.play("A stop");
    assert_eq!(bench.refusal("B draw action"), "S6.1");
    assert_eq!(bench.refusal("* roll 1"), "S6.1");
}

#[test]
fn s6_2_the_demonstration_game_takes_twelve_in_sum_or_eight_on_one() {
    let demonstration = |ratings| winner_with(Variant::Demonstration, ratings);
    assert_eq!(demonstration(&[8]).as_deref(), Some("B by S6.2 one Scam"));
    assert_eq!(demonstration(&[6, 6]).as_deref(), Some("B by S6.2 sum"));
    assert_eq!(demonstration(&[7, 4]), None);
}

#[test]
fn s6_3_reaching_the_mark_in_mid_turn_wins_nothing_yet() {
    let mut bench = Bench::arranged(|t| t.scam(A, "misc-scam", 11).hand(A, &["plus-zero"]));
    bench.play("A special plus-zero raise misc-scam");
    assert_eq!(bench.winner(), None);
    bench.play("A stop; B stop; C stop");
    assert_eq!(bench.winner().as_deref(), Some("A by S6.1 one Scam"));
}

#[test]
fn s6_3_the_example_of_play_opens_as_told() {
    let mut bench = Bench::arranged_in(starter(3), |t| {
        t.hand(A, &["offshore-money-laundering-ltd", "reboot-reboot"])
            .hand(B, &["psychic-acquaintances-network"])
            .hand(C, &["router-tap", "built-by-prisoners-inc", "insider-trading"])
            .masses(&["newsgroup-lurkers"], 0)
    });
    bench.play("A draw action; * card forged-return-address; A play offshore-money-laundering-ltd");
    assert_eq!(bench.rating("offshore-money-laundering-ltd"), 0);
    bench.play("A mail reboot-reboot for offshore-money-laundering-ltd to newsgroup-lurkers");
    assert_eq!(bench.table()["phase"]["rolling"]["target"], 5, "Size five, modifier +0");
    bench.play("* roll 4").all_pass();
    assert_eq!(bench.rating("offshore-money-laundering-ltd"), 1);
    assert_eq!(bench.list("newsgroup-lurkers"), ("masses".to_owned(), 1));
    assert_eq!(bench.discards(), ["reboot-reboot"]);
    bench.play("B play psychic-acquaintances-network");
    assert_eq!(bench.rating("psychic-acquaintances-network"), 1);
    bench.play("B draw action; * card webmaster-tips; B draw action; * card customer-survey");
    bench.play("C play router-tap; C play built-by-prisoners-inc");
    assert_eq!(bench.rating("built-by-prisoners-inc"), 0);
    bench.play("C special insider-trading raise built-by-prisoners-inc");
    assert_eq!(bench.rating("built-by-prisoners-inc"), 2);
    assert_eq!(bench.turn(), "A");
}

#[test]
fn s6_3_the_example_of_play_ends_as_told() {
    let mut bench = Bench::arranged_in(starter(3), |t| {
        t.scam(A, "totally-free-vacation", 6)
            .scam(A, "work-at-somebody-else-s-home", 6)
            .scam(A, "after-dark-dial-up", 6)
            .scam(B, "offshore-money-laundering-ltd", 11)
            .scam(B, "psychic-acquaintances-network", 3)
            .scam(B, "mail-order-diploma-mill", 1)
            .scam(B, "velvet-curtain-video-chat", 1)
            .scam(C, "built-by-prisoners-inc", 6)
            .scam(C, "magnetic-everything", 5)
            .hand(A, &["bought-testimonials"])
            .hand(B, &["insider-trading", "insider-trading"])
            .masses(&["free-webmail-users"], 0)
    });
    bench
        .play("A mail bought-testimonials for after-dark-dial-up to free-webmail-users; * roll 5")
        .all_pass();
    assert_eq!(bench.rating("after-dark-dial-up"), 8);
    bench.play("A stop");
    assert_eq!(bench.winner(), None, "twenty now wins only at the beginning of A's next turn");
    bench.play("B special insider-trading lower after-dark-dial-up");
    assert_eq!(bench.rating("after-dark-dial-up"), 6);
    bench.play("B special insider-trading raise offshore-money-laundering-ltd");
    assert_eq!(bench.rating("offshore-money-laundering-ltd"), 13);
    bench.play("B draw action; * card three-exclamation-marks");
    bench.play("C draw action; * card this-is-not-spam; C draw action; * card this-is-not-spam; C draw action; * card customer-survey");
    assert_eq!((bench.turn(), bench.winner()), ("A".to_owned(), None), "A no longer has twenty");
    bench.play(
        "A draw action; * card this-is-not-spam; A draw action; * card webmaster-tips; A draw action; * card router-tap",
    );
    assert_eq!(bench.winner().as_deref(), Some("B by S6.1 one Scam"));
}

#[test]
fn s6_1_everybody_sees_who_would_win_at_the_start_of_the_next_turn() {
    for (variant, best, sum) in [(Variant::Standard, 12, 20), (Variant::Demonstration, 8, 12)] {
        assert_eq!((variant.best_to_win(), variant.sum_to_win()), (best, sum));
        let game = Spammers::new(dull_set(), SeatCount::new(3).unwrap(), variant);
        let half = (sum / 2) as u8;
        let bench = Bench::arranged_in(game, |t| {
            t.scam(A, "adult-scam", best - 1).scam(B, "misc-scam", best).scam(C, "net-scam", half).scam(
                C,
                "free-scam",
                half,
            )
        });
        for viewer in bench.game.seats().viewers() {
            let view = bench.game.view(&bench.state, viewer);
            let win = [A, B, C].map(|seat| view.would_win(&bench.game, seat));
            assert_eq!(win, [false, true, true], "{viewer}");
        }
    }
}
