// SPDX-License-Identifier: GPL-3.0-or-later
// Core values into Qt values and back. Only bridge sources include this.
#pragma once

#include "app/bridge/values.h"
#include "core/base/error.h"
#include "core/base/image.h"
#include "core/base/param_spec.h"
#include "core/run/event.h"
#include "core/run/run.h"
#include "widgets/run_status.h"

#include <filesystem>

namespace mutascope::bridge {

QImage toQImage(const Image &image);
Image fromQImage(const QImage &image); // grey stays one channel

std::filesystem::path toPath(const QString &path);
QString fromPath(const std::filesystem::path &path);

widgets::ParamField toField(const ParamSpec &spec);
QList<widgets::ParamField> toFields(const std::vector<ParamSpec> &specs);

Budget toBudget(const BudgetValues &values);
RunConfig toConfig(const RunSetup &setup);
TestFilter toFilter(const TestQuery &query);

RunInfo toRunInfo(const RunRecord &record, bool hasWriter);
TestRow toTestRow(const TestRecord &record);
QString mutationText(const Mutation &mutation); // "rotate (degrees -7)"
CurvePoint toCurvePoint(const CoveragePoint &point);
widgets::RunStatusData toStatus(const ProgressEvent &event);

// What went wrong, and what to do about it.
struct ErrorWords {
    QString what;
    QString hint;
};
ErrorWords currentErrorWords() noexcept; // inside a catch block only

} // namespace mutascope::bridge
