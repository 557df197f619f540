-- Where to tell somebody that it is their turn while no page is open. They belong to a link: a renewed link has none.
CREATE TABLE londinium.subscriptions (
    table_id text NOT NULL REFERENCES londinium.tables (id) ON DELETE CASCADE,
    seat integer NOT NULL,
    endpoint text NOT NULL,
    renewal integer NOT NULL,
    keys text NOT NULL,
    lang text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (table_id, seat, endpoint)
);

CREATE INDEX subscriptions_by_endpoint ON londinium.subscriptions (endpoint);
