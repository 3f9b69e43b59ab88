// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/engine_schema.h"

namespace mutascope {

// Campaigns against inference engines. A campaign is a run, so that its trees, state and log are where those
// of other runs are. Models are kept only while a finding has them as its example.
const char *const engineSchema = R"sql(
CREATE TABLE engine_campaigns (
    run_id INTEGER PRIMARY KEY REFERENCES runs(id),
    totals TEXT NOT NULL,
    engines TEXT NOT NULL,
    yields TEXT NOT NULL,
    operators TEXT NOT NULL,
    edges BLOB NOT NULL
);
CREATE TABLE engine_models (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    number INTEGER NOT NULL CHECK (number > 0),
    operators INTEGER NOT NULL,
    plan BLOB NOT NULL,
    UNIQUE (run_id, number)
);
CREATE TABLE engine_findings (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    number INTEGER NOT NULL CHECK (number > 0),
    signature TEXT NOT NULL,
    engine TEXT NOT NULL,
    stage TEXT NOT NULL,
    symptom TEXT NOT NULL,
    operators TEXT NOT NULL,
    signal INTEGER NOT NULL,
    node INTEGER NOT NULL,
    difference REAL,
    count INTEGER NOT NULL,
    first_model INTEGER NOT NULL,
    example_model INTEGER NOT NULL,
    triage TEXT NOT NULL CHECK (triage IN ('new', 'confirmed', 'known-limit', 'ours', 'ignored')),
    note TEXT NOT NULL,
    message TEXT NOT NULL,
    UNIQUE (run_id, number),
    UNIQUE (run_id, signature),
    FOREIGN KEY (run_id, example_model) REFERENCES engine_models (run_id, number)
);
CREATE INDEX engine_findings_example ON engine_findings (run_id, example_model);
CREATE TABLE engine_coverage (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    models INTEGER NOT NULL,
    generated INTEGER NOT NULL,
    findings INTEGER NOT NULL,
    seconds REAL,
    otc REAL,
    idc REAL,
    odc REAL,
    sec REAL,
    spc REAL,
    ac REAL,
    total REAL
);
CREATE INDEX engine_coverage_run ON engine_coverage (run_id);
)sql";

} // namespace mutascope
