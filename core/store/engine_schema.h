// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope {

extern const char *const engineSchema; // migration 7

} // namespace mutascope
