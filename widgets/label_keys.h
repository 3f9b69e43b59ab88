// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys mean what while labelling: a list that knows its conflicts and its way into JSON and back.
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QString>

class QKeyEvent;

namespace mutascope::widgets {

struct LabelKey {
    QString id;
    QString text; // what it does, for people
    QKeySequence keys; // one stroke; empty: none
    QKeySequence usual; // the default

    bool operator==(const LabelKey &) const = default;
};

class LabelKeys {
    Q_DECLARE_TR_FUNCTIONS(mutascope::widgets::LabelKeys)

public:
    LabelKeys() = default;
    explicit LabelKeys(const QList<LabelKey> &entries) : m_entries(entries) { }

    const QList<LabelKey> &entries() const { return m_entries; }
    QKeySequence keys(const QString &id) const;
    QString text(const QString &id) const; // of its key, for people; empty without one
    void setKeys(const QString &id, const QKeySequence &keys); // only its first stroke counts
    void restoreDefaults();
    // What the stroke means; empty where nothing or more than one thing.
    QString meaning(const QKeyEvent &event) const;
    // Of other entries, the texts of those with the same key.
    QStringList conflicts(const QString &id) const;
    bool hasConflicts() const;

    // Only what differs from the defaults. Reading takes all that is known and valid; false and why where
    // something was not.
    QByteArray toJson() const;
    bool readJson(const QByteArray &json, QString *error = nullptr);

    bool operator==(const LabelKeys &) const = default;

private:
    QList<LabelKey> m_entries;
};

// "Space", "Backspace", "Ctrl+Z" as written on keys.
QString keyText(const QKeySequence &keys);

} // namespace mutascope::widgets
