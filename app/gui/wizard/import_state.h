// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the project wizard share: what was chosen, and what came of it.
#pragma once

#include "app/bridge/project_importer.h"

namespace mutascope::gui {

class ImportState : public QObject {
    Q_OBJECT

public:
    explicit ImportState(QObject *parent = nullptr);

    const bridge::ImportChoices &choices() const { return m_choices; }
    // Measures anew where they differ from the ones before and can be understood.
    void setChoices(const bridge::ImportChoices &choices);
    void measureAgain();
    const std::optional<bridge::ImportOutcome> &outcome() const { return m_outcome; }
    bool isBusy() const { return m_busy; }
    const QString &error() const { return m_error; }
    bool save(const QString &folder, const QString &name, QString *error) const
    {
        return m_importer.save(folder, name, error);
    }

    // Stops what is at work; deletes owner as soon as that does not have to wait.
    void closeWith(QObject *owner);

Q_SIGNALS:
    void changed();
    void progress(const QString &phase, double fraction);

private:
    void fail(const QString &what, const QString &hint);

    bridge::ProjectImporter m_importer;
    bridge::ImportChoices m_choices;
    std::optional<bridge::ImportOutcome> m_outcome; // of the choices
    QString m_error;
    bool m_busy = false;
};

QString sentenceOf(const QString &words); // "it is so" -> "It is so."

} // namespace mutascope::gui
