//! Reports as one page of HTML that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::stem::stems;
use crate::{Block, Cell, FORMATS, Finding, Kind, Report, Section, Table, Verdict, describe, plot};

const STYLE: &str = include_str!("page.css");

/// A table longer than this is folded away.
const LONG: usize = 30;

/// More sections than this are listed at the top.
const FEW_SECTIONS: usize = 3;

/// A report as one page of HTML that asks nobody for anything: style and plots are in it, and there is no script.
pub fn page(report: &Report) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header class="window" {
                        h1 class="bar" { (report.title) }
                        @if !report.lead.is_empty() { div class="inside" { p class="lead" { (report.lead) } } }
                    }
                    @if report.sections.len() > FEW_SECTIONS { (contents(&report.sections)) }
                    @for (place, section) in report.sections.iter().enumerate() {
                        (window(section, place))
                    }
                    (origin(report))
                }
            }
        }
    };
    page.into_string()
}

fn anchor(place: usize) -> String {
    format!("section-{}", place + 1)
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        nav class="window" aria-labelledby="contents" {
            h2 class="bar" id="contents" { "Contents" }
            ol class="inside contents" {
                @for (place, section) in sections.iter().enumerate() {
                    li { a href=(format!("#{}", anchor(place))) { (section.title) } }
                }
            }
        }
    }
}

fn window(section: &Section, place: usize) -> Markup {
    let anchor = anchor(place);
    html! {
        section class="window" aria-labelledby=(anchor) {
            h2 class="bar" id=(anchor) { (section.title) }
            div class="inside" {
                @for block in &section.blocks {
                    @match block {
                        Block::Prose(prose) => p { (prose) },
                        Block::Findings(list) => (findings(list)),
                        Block::Table(one) => (table(one)),
                        Block::Plot(one) => (plot::plot(one)),
                    }
                }
            }
        }
    }
}

fn findings(findings: &[Finding]) -> Markup {
    let class = |verdict| match verdict {
        Verdict::Holds => "verdict holds",
        Verdict::Fails => "verdict fails",
        Verdict::Open => "verdict open",
        Verdict::Noted => "verdict noted",
    };
    html! {
        @if !findings.is_empty() {
            ul class="findings" {
                @for finding in findings {
                    li {
                        span class=(class(finding.verdict)) {
                            span class="glyph" aria-hidden="true" { (finding.verdict.glyph()) }
                            " " (finding.verdict.word())
                        }
                        " "
                        span { (finding.text) }
                    }
                }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    html! {
        @if table.rows.len() > LONG {
            details {
                summary {
                    (table.caption) " "
                    span class="rows" { (crate::number::grouped(table.rows.len() as u64)) " rows" }
                }
                (grid(table, "unseen"))
            }
        } @else {
            (grid(table, "seen"))
        }
    }
}

fn grid(table: &Table, caption: &str) -> Markup {
    let widths: Vec<usize> = (0..table.columns.len()).map(|place| interval_width(table, place)).collect();
    let classes: Vec<&str> = (0..table.columns.len()).map(|place| class(table, place)).collect();
    html! {
        div class="scroll" role="region" aria-label=(table.caption) tabindex="0" {
            table {
                caption class=(caption) { (table.caption) }
                thead {
                    tr {
                        @for (column, class) in table.columns.iter().zip(&classes) {
                            th scope="col" class=(class) { (column.title) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (place, (column, width)) in table.columns.iter().zip(&widths).enumerate() {
                                @let inner = cell(row.get(place).unwrap_or(&Cell::Nothing), column.kind, *width);
                                @if place == 0 {
                                    th scope="row" class=(classes[place]) { (inner) }
                                } @else {
                                    td class=(classes[place]) { (inner) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How a column is set: words that are all short stay on one line.
fn class(table: &Table, place: usize) -> &'static str {
    const SHORT: usize = 16;
    let is_short = |row: &Vec<Cell>| match row.get(place) {
        Some(Cell::Text(text)) => text.chars().count() <= SHORT,
        Some(Cell::Count(_) | Cell::Number(_) | Cell::Estimate(_) | Cell::Nothing) | None => true,
    };
    match table.columns[place].kind {
        Kind::Text if table.rows.iter().all(is_short) => "words short",
        Kind::Text => "words",
        Kind::Count | Kind::Number(_) | Kind::Estimate(_) => "numbers",
    }
}

/// The longest interval of a column in letters: all get as much room, so that the numbers before them line up.
fn interval_width(table: &Table, place: usize) -> usize {
    let kind = table.columns[place].kind;
    let cells = table.rows.iter().filter_map(|row| row.get(place));
    let intervals = cells.filter_map(|cell| describe::cell(cell, kind).1);
    intervals.map(|interval| interval.chars().count()).max().unwrap_or(0)
}

fn cell(cell: &Cell, kind: Kind, width: usize) -> Markup {
    let (value, interval) = describe::cell(cell, kind);
    html! {
        (value)
        @if width > 0 {
            " "
            span class="interval" style=(format!("min-width:{width}ch")) { (interval.unwrap_or_default()) }
        }
    }
}

/// The settings that reproduce the numbers, and the files that hold them.
fn origin(report: &Report) -> Markup {
    let stems = stems(report);
    html! {
        @if !report.origin.0.is_empty() || !stems.is_empty() {
            footer class="window" {
                h2 class="bar" { "How to get the same numbers again" }
                div class="inside" {
                    @if !report.origin.0.is_empty() {
                        dl class="origin" {
                            @for (key, value) in &report.origin.0 {
                                div {
                                    dt { (key) }
                                    dd { code { (value) } }
                                }
                            }
                        }
                    }
                    @if !stems.is_empty() {
                        h3 { "The tables as data" }
                        p { "Every table lies beside this page, numbers in full, for other programs." }
                        ul class="files" {
                            @for (stem, table) in &stems {
                                li {
                                    @for (place, format) in FORMATS.iter().enumerate() {
                                        @if place > 0 { ", " }
                                        a href=(format!("{stem}.{format}")) { (stem) "." (format) }
                                    }
                                    " — " (table.caption)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
