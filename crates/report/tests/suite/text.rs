//! The report on a terminal.

#[test]
fn the_terminal_gets_words_and_aligned_tables() {
    let text = report::text(&crate::sample::report(), 80);
    assert!(
        text.starts_with("Is the standard set of SPAMMERS fair?\n=====================================\n")
    );
    assert!(text.contains("\n✗ Fails  Every card is within three points"));
    assert!(text.contains("\n… 80 more rows are in the report.\n"));
    assert!(text.contains("\n   2  25.0% (24.2–25.8)  10.0 (9.7–10.3) "));
    assert!(!text.contains('\u{1b}'));
    assert_eq!(text, report::text(&crate::sample::report(), 80));
}

#[test]
fn no_line_of_the_sample_is_too_long() {
    for width in [40, 60, 80, 120] {
        for line in report::text(&crate::sample::report(), width).lines() {
            let is_one_word = !line.trim_start().contains(' ');
            assert!(line.chars().count() <= width || is_one_word, "{width}: {line}");
        }
    }
}
