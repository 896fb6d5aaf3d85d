//! The tables as SQLite has them.

/// The tables of the first version.
pub(super) const FIRST: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS matches (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        stage TEXT NOT NULL,
        listed INTEGER NOT NULL,
        luck INTEGER NOT NULL,
        opener BLOB,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
    )",
    "CREATE INDEX IF NOT EXISTS matches_by_stage ON matches (stage, listed, updated)",
    "CREATE TABLE IF NOT EXISTS journal (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (match, seq)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS keys (
        hash BLOB NOT NULL,
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        PRIMARY KEY (hash, match, seat)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS links (
        hash BLOB PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS answers (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        since INTEGER NOT NULL,
        action TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS reactions (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        how TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID",
];

/// Everything in the journal, with digests; keys are issued.
pub(super) const SECOND: &[&str] = &[
    // A match and its first lines were two writes; a kill between them left matches without a journal.
    "DELETE FROM matches WHERE NOT EXISTS (SELECT 1 FROM journal WHERE match = id)",
    "ALTER TABLE journal ADD COLUMN digest BLOB NOT NULL DEFAULT x''",
    // Side tables become part of the journal. A link has a day from now.
    "INSERT INTO journal (match, seq, line)
        SELECT match, (SELECT max(seq) FROM journal WHERE journal.match = beside.match)
            + row_number() OVER (PARTITION BY match ORDER BY kind, seat, line), line
        FROM (
            SELECT match, 1 AS kind, seat, 'key ' || char(65 + seat) || ' ' || lower(hex(hash)) AS line FROM keys
            UNION ALL
            SELECT match, 2, seat, 'link ' || char(65 + seat) || ' '
                || (1000 * (CAST(strftime('%s', 'now') AS INTEGER) + 86400)) || ' ' || lower(hex(hash)) FROM links
            UNION ALL
            SELECT match, 3, seat, 'react ' || char(65 + seat) || ' ' || how FROM reactions
            UNION ALL
            SELECT match, 4, seat, 'answer ' || char(65 + seat) || ' ' || since || ' ' || action FROM answers
        ) AS beside",
    "DROP TABLE links",
    "DROP TABLE reactions",
    "DROP TABLE answers",
    "CREATE TABLE site (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
];

/// Cache of reviews: made of journals, so that they can be made again.
pub(super) const REVIEWS: &[&str] = &["CREATE TABLE reviews (
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        form INTEGER NOT NULL,
        depth TEXT NOT NULL,
        review BLOB NOT NULL
    )"];

/// Deals, and their players with results.
pub(super) const DEALS: &[&str] = &[
    "CREATE TABLE deals (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        secret INTEGER NOT NULL,
        options TEXT NOT NULL,
        level TEXT NOT NULL,
        created INTEGER NOT NULL
    )",
    "CREATE TABLE plays (
        deal INTEGER NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
        key BLOB NOT NULL,
        match INTEGER NOT NULL UNIQUE REFERENCES matches (id) ON DELETE CASCADE,
        challenge TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        score INTEGER,
        finished INTEGER,
        PRIMARY KEY (deal, key)
    ) WITHOUT ROWID",
    "CREATE INDEX plays_by_score ON plays (deal, score, finished, match)",
];
