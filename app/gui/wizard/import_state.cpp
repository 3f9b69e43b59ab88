// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/import_state.h"

namespace mutascope::gui {

QString sentenceOf(const QString &words)
{
    const QString text = words.trimmed();
    if (text.isEmpty())
        return text;
    const bool ended = text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?'));
    return text.left(1).toUpper() + text.mid(1) + (ended ? QString() : QStringLiteral("."));
}

ImportState::ImportState(QObject *parent) : QObject(parent)
{
    using Importer = bridge::ProjectImporter;
    connect(&m_importer, &Importer::progress, this, &ImportState::progress);
    connect(&m_importer, &Importer::proposed, this, [this](const bridge::ImportOutcome &outcome) {
        m_outcome = outcome;
        m_busy = false;
        Q_EMIT changed();
    });
    connect(&m_importer, &Importer::failed, this, &ImportState::fail);
}

void ImportState::setChoices(const bridge::ImportChoices &choices)
{
    if (choices == m_choices)
        return;
    m_choices = choices;
    measureAgain();
}

void ImportState::measureAgain()
{
    m_outcome.reset();
    m_error.clear();
    m_importer.cancel();
    if (const QString problem = bridge::ProjectImporter::problemOf(m_choices); !problem.isEmpty())
        return fail(problem, {});
    m_busy = true;
    Q_EMIT changed();
    m_importer.propose(m_choices);
}

void ImportState::closeWith(QObject *owner)
{
    m_importer.cancel();
    if (!m_importer.isWorking())
        return owner->deleteLater();
    connect(&m_importer, &bridge::ProjectImporter::idle, owner, &QObject::deleteLater);
}

void ImportState::fail(const QString &what, const QString &hint)
{
    m_busy = false;
    m_error = hint.isEmpty() ? sentenceOf(what) : sentenceOf(what) + QLatin1Char(' ') + sentenceOf(hint);
    Q_EMIT changed();
}

} // namespace mutascope::gui
