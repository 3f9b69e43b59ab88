// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/label_schema.h"

namespace mutascope {

// Labels. Protocols, items and events are only ever added: who labels on another copy must find them as they
// were. Everything points to a protocol's row; across copies a uuid says what is the same. label_verdicts is
// derived (see core/labels/consensus.h), for filters.
const char *const labelSchema = R"sql(
CREATE TABLE label_protocols (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    created_at TEXT NOT NULL,
    hand_out INTEGER NOT NULL,
    definition TEXT NOT NULL,
    UNIQUE (uuid, version)
);
CREATE TABLE labellers (
    uuid TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX labellers_name ON labellers (name);
CREATE TABLE label_slots (
    protocol_id INTEGER NOT NULL REFERENCES label_protocols(id),
    labeller TEXT NOT NULL REFERENCES labellers(uuid),
    slot INTEGER NOT NULL,
    PRIMARY KEY (protocol_id, labeller)
) WITHOUT ROWID;
CREATE TABLE label_items (
    id INTEGER PRIMARY KEY,
    protocol_id INTEGER NOT NULL REFERENCES label_protocols(id),
    uuid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('test', 'clean', 'invalid', 'repeat', 'training', 'example')),
    run_uuid TEXT NOT NULL,
    test INTEGER NOT NULL,
    repeats TEXT NOT NULL,
    slot INTEGER NOT NULL,
    expected INTEGER,
    known TEXT NOT NULL,
    known_class INTEGER,
    image_id INTEGER NOT NULL REFERENCES images(id),
    seed_image_id INTEGER REFERENCES images(id),
    text TEXT NOT NULL
);
CREATE INDEX label_items_protocol ON label_items (protocol_id);
CREATE INDEX label_items_test ON label_items (run_uuid, test);
CREATE INDEX label_items_image ON label_items (image_id);
CREATE INDEX label_items_seed ON label_items (seed_image_id);
CREATE TABLE label_events (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    item_id INTEGER NOT NULL REFERENCES label_items(id),
    labeller TEXT NOT NULL REFERENCES labellers(uuid),
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('verdict', 'undo', 'redo', 'skip', 'adjudication')),
    refers TEXT NOT NULL,
    answer TEXT NOT NULL,
    seen_class INTEGER,
    milliseconds INTEGER NOT NULL,
    millimetres REAL NOT NULL,
    at TEXT NOT NULL,
    program TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX label_events_item ON label_events (item_id, labeller, kind, number, uuid);
CREATE INDEX label_events_refers ON label_events (refers, number, uuid) WHERE refers <> '';
CREATE TRIGGER label_events_stay BEFORE DELETE ON label_events
BEGIN SELECT RAISE(ABORT, 'labels are never deleted'); END;
CREATE TRIGGER label_events_hold BEFORE UPDATE ON label_events
BEGIN SELECT RAISE(ABORT, 'labels are never changed'); END;
CREATE VIEW label_active AS
    SELECT * FROM label_events AS event
    WHERE kind IN ('verdict', 'adjudication')
      AND coalesce((SELECT kind FROM label_events AS later WHERE later.refers = event.uuid AND later.refers <> ''
                    ORDER BY later.number DESC, later.uuid DESC LIMIT 1), 'redo') = 'redo';
CREATE VIEW label_current AS
    SELECT * FROM label_active AS event
    WHERE NOT EXISTS (SELECT 1 FROM label_active AS later
                      WHERE later.item_id = event.item_id AND later.labeller = event.labeller
                        AND later.kind = event.kind AND (later.number, later.uuid) > (event.number, event.uuid));
CREATE TABLE label_verdicts (
    run_uuid TEXT NOT NULL,
    test INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    labels INTEGER NOT NULL,
    PRIMARY KEY (run_uuid, test)
) WITHOUT ROWID;
)sql";

} // namespace mutascope
