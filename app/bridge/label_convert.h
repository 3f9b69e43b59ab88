// SPDX-License-Identifier: GPL-3.0-or-later
// Values of core/labels into Qt values and back. Only bridge sources include this.
#pragma once

#include "app/bridge/label_values.h"
#include "core/labels/agreement_report.h"
#include "core/labels/labelling_queue.h"

namespace mutascope::bridge {

LabelVerdict toVerdict(const LabelWord &word);
LabelWord toWord(const LabelVerdict &verdict);
LabelProtocol toProtocol(const LabelProtocolValues &values);
LabelProtocolValues toProtocolValues(const LabelProtocol &protocol);
LabelProgressValues toProgress(const LabellingProgress &progress);
LabelFeedback toFeedback(const TrainingFeedback &feedback);
AgreementValuesReport toReport(const AgreementReport &report, const LabelStore &store);

} // namespace mutascope::bridge
