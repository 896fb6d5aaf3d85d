//! The page: whole in itself, balanced, and safe from its data.

use report::{
    Block, Cell, Column, Dot, Estimate, Figure, Finding, Kind, Plot, Section, Square, Table, Unit, Verdict,
};

#[test]
fn the_page_asks_nobody_for_anything() {
    let page = report::page(&crate::sample::report());
    for way_out in ["http:", "https:", "src=", "@import", "url(", "<script", "<link", "//"] {
        assert!(!page.contains(way_out), "{way_out} in the page");
    }
}

#[test]
fn the_page_is_the_same_every_time() {
    assert_eq!(report::page(&crate::sample::report()), report::page(&crate::sample::report()));
}

#[test]
fn the_page_is_balanced() {
    crate::markup::check(&report::page(&crate::sample::report())).unwrap();
}

#[test]
fn what_the_page_is_told_is_not_markup() {
    const EVIL: &str = "<script>alert('\"&\")</script>";
    let text = EVIL.to_owned();
    let mut report = crate::sample::report();
    let at = Estimate { value: 0.5, low: 0.4, high: 0.6 };
    let plot = |figure| {
        Block::Plot(Plot {
            title: text.clone(),
            caption: text.clone(),
            unit: Unit::Share,
            figure,
            marks: vec![(0.5, text.clone())],
        })
    };
    report.title = text.clone();
    report.lead = text.clone();
    report.origin.0.push(("evil", text.clone()));
    report.sections = vec![Section {
        title: text.clone(),
        blocks: vec![
            Block::Prose(text.clone()),
            Block::Findings(vec![Finding { verdict: Verdict::Noted, text: text.clone() }]),
            plot(Figure::Dots(vec![Dot { name: text.clone(), at, stands_out: true }])),
            plot(Figure::Histogram {
                first: 0,
                series: vec![(text.clone(), vec![0.5]), (text.clone(), vec![0.1])],
            }),
            plot(Figure::Curves {
                across: text.clone(),
                series: vec![(text.clone(), vec![(1.0, at), (2.0, at)])],
            }),
            plot(Figure::Board(vec![Square { column: 0, row: 0, label: text.clone(), value: 0.5 }])),
            Block::Table(Table {
                name: text.clone(),
                caption: text.clone(),
                columns: vec![Column { name: EVIL, title: EVIL, kind: Kind::Text }],
                rows: vec![vec![Cell::Text(text.clone())]],
            }),
        ],
    }];
    let page = report::page(&report);
    crate::markup::check(&page).unwrap();
    assert!(!page.contains("<script"));
    assert!(page.contains("&lt;script&gt;alert('&quot;&amp;&quot;)&lt;/script&gt;"));
}

#[test]
fn every_drawing_says_what_it_shows() {
    let page = report::page(&crate::sample::report());
    let drawings: Vec<&str> = page.split("<svg ").skip(1).collect();
    assert_eq!(drawings.len(), 12, "six plots, each for a wide and for a narrow sheet");
    for drawing in drawings {
        assert!(drawing.starts_with("class="));
        let head = &drawing[..drawing.find("<g").unwrap_or(drawing.len())];
        assert!(
            head.contains("role=\"img\"") && head.contains("<title>") && head.contains("<desc>"),
            "{head}"
        );
    }
    assert!(page.contains("There is nothing to draw here."));
}

#[test]
fn verdicts_are_words_and_long_tables_fold() {
    let page = report::page(&crate::sample::report());
    for word in ["Holds", "Fails", "Open", "Noted"] {
        assert!(page.contains(&format!("</span> {word}</span>")), "{word}");
    }
    assert_eq!(page.matches("<details>").count(), 1);
    assert_eq!(page.matches("<caption").count(), 2);
    assert!(page.contains("href=\"seats-2.csv\""));
}
