// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope {

extern const char *const labelSchema; // the tables of labels: version 6 of the schema

} // namespace mutascope
