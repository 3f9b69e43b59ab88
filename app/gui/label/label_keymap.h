// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a protocol: the usual ones, and what a user has made of them.
#pragma once

#include "app/bridge/label_values.h"
#include "widgets/label_keys.h"

namespace mutascope::gui {

constexpr int keyedClasses = 10; // with more, classes are found by their first letters

QString classKeyId(int index); // "class-3"
std::optional<int> classOfKey(const QString &id);

widgets::LabelKeys usualKeys(const bridge::LabelProtocolValues &protocol);
widgets::LabelKeys storedKeys(const bridge::LabelProtocolValues &protocol); // with the user's changes
void storeKeys(const bridge::LabelProtocolValues &protocol, const widgets::LabelKeys &keys);

} // namespace mutascope::gui
