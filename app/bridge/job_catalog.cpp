// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/job_catalog.h"

#include "app/bridge/convert.h"
#include "app/bridge/param_fields.h"
#include "core/model/training.h"
#include "core/run/retrain.h"

#include <QCoreApplication>
#include <limits>

namespace mutascope::bridge {

namespace {

using widgets::ParamField;

QString tr(const char *text)
{
    return QCoreApplication::translate("JobFields", text);
}

ParamField seedField(quint64 seed)
{
    ParamField field
        = makeField("seed", tr("Seed"), qlonglong(seed),
                    tr("Seed of the random numbers: the same one gives the same model"), tr("Repeatability"));
    field.type = ParamField::Type::Integer;
    field.minimum = 0LL;
    field.maximum = std::numeric_limits<qlonglong>::max();
    return field;
}

ParamField count(const char *name, const QString &label, qlonglong least, qlonglong value,
                 const QString &toolTip)
{
    return makeCount(name, label, least, value, toolTip, tr("Training"));
}

ParamField share(const char *name, const QString &label, double least, double most, double value,
                 const QString &toolTip)
{
    return makeReal(name, label, least, most, value, toolTip, tr("Images"));
}

ParamField validOnly()
{
    ParamField field = makeField("valid-only", tr("Valid tests only"), RetrainOptions().validOnly,
                                 tr("Only tests that people labelled valid and of the seed’s class: the "
                                    "label they are trained with is then right"),
                                 tr("Images"));
    field.type = ParamField::Type::Boolean;
    return field;
}

constexpr double smallest = 0.001; // of shares that must not be 0

ParamField learningRate(double value)
{
    return makeReal("learning-rate", tr("Learning rate"), 1e-9, 10, value,
                    tr("Of Adam; falls to 0 along half a cosine"), tr("Training"));
}

} // namespace

QList<ArchitectureEntry> architectureEntries()
{
    QList<ArchitectureEntry> entries;
    for (const ArchitectureInfo &info : architectures()) {
        ArchitectureEntry entry{QString::fromStdString(info.id), QString::fromStdString(info.summary),
                                QString::fromStdString(info.paper), toFields(info.params)};
        entry.fields.append(seedField(TrainOptions().seed));
        entries.append(entry);
    }
    return entries;
}

QList<ParamField> retrainFields()
{
    const RetrainOptions options;
    const RetrainingOptions &training = options.training;
    return {count("epochs", tr("Epochs"), 1, training.epochs, tr("Epochs at most")),
            learningRate(training.learningRate),
            advanced(count("batch-size", tr("Batch size"), 1, training.batchSize, tr("Images a step"))),
            advanced(count("patience", tr("Patience"), 0, training.patience,
                           tr("Epochs in a row that lose more than the tolerance before stopping; 0: "
                              "never"))),
            validOnly(),
            share("test-share", tr("Share of tests"), smallest, 1, training.testShare,
                  tr("Share of failing tests in an epoch; the rest are training images")),
            share("held-out", tr("Held out"), smallest, 1 - smallest, options.heldOut,
                  tr("Share of the seeds whose tests are only measured, never trained on")),
            count("clean-images", tr("Training images"), 0, qlonglong(training.cleanImages),
                  tr("Mixed into an epoch, drawn anew for each; 0: all")),
            advanced(share("tolerance", tr("Tolerance"), 0, 1, training.tolerance,
                           tr("Validation accuracy an epoch may lose and still be kept"))),
            advanced(share("validation", tr("Validation"), smallest, 1 - smallest, options.validation,
                           tr("Share of the test images that decides when to stop"))),
            seedField(training.seed)};
}

} // namespace mutascope::bridge
