// SPDX-License-Identifier: GPL-3.0-or-later
// Answers in words, with their signs.
#pragma once

#include "app/bridge/label_values.h"
#include "widgets/label_mark.h"

namespace mutascope::gui {

QString wordText(const bridge::LabelWord &word, const QStringList &classNames);
widgets::LabelMark markOf(const bridge::LabelWord &word);
QString classText(int index, const QStringList &classNames);
QString questionText(const bridge::LabelProtocolValues &protocol); // as a labeller is asked
QString shortQuestion(const bridge::LabelProtocolValues &protocol); // a word or two, for lists
QString testsText(const bridge::LabelProtocolValues &protocol); // which are asked about
QString protocolTitle(const bridge::LabelProtocolValues &protocol); // name, and version where there are more

} // namespace mutascope::gui
