// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen: generators and criteria with their parameters, as forms need them.
#pragma once

#include "app/bridge/values.h"

#include <QVariantMap>

namespace mutascope::bridge {

QList<GeneratorEntry> generatorEntries();
QList<CriterionEntry> criterionEntries();

// "DeepHunter" of "deephunter"; the id itself where this version does not know it.
QString generatorName(const QString &id); // of derived runs, too
bool isDerived(const QString &generator); // such a run was made from the tests of another, by no search

// Canonical text of a criterion with these values ("kmnc:k=1000"). On an illegal value: "" and why.
QString criterionText(const QString &id, const QVariantMap &values, QString *error = nullptr);

// "kmnc:1000" taken apart; id is empty where the text cannot be read.
struct CriterionText {
    QString id;
    QVariantMap values;
};
CriterionText parseCriterionText(const QString &text);

// The layers, by index, that a pattern chooses ("default", "conv", "layer1.*", …). On a pattern that cannot
// be used: none, and why.
QList<int> chosenLayers(const QList<LayerEntry> &layers, const QString &pattern, QString *error = nullptr);

// The text of a form's value, as --set takes it.
QString settingText(const QVariant &value);

// Empty, or why the core would refuse to start this run.
QString problemOf(const RunSetup &setup);

// As a POSIX shell reads them.
QString shellCommand(const QStringList &words);
QStringList budgetOptions(const BudgetValues &budget); // of mutascope-cli

// The command that makes the same tests without a window.
QString commandLine(const RunSetup &setup, const QString &projectFolder, const QString &sessionFile);

QString programVersion();

// At the start of a program.
void prepareLibraries();
QString libraryVersions(); // "LibTorch 1.13.1, Qt 6.4.2"

} // namespace mutascope::bridge
