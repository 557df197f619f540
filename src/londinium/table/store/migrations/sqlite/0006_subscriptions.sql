-- Where to tell somebody that it is their turn while no page is open. They belong to a link: a renewed link has none.
CREATE TABLE subscriptions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    renewal INTEGER NOT NULL,
    keys TEXT NOT NULL,
    lang TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, endpoint)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscriptions_by_endpoint ON subscriptions (endpoint);
