// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_keys.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QStringList>
#include <algorithm>

namespace mutascope::widgets {

namespace {

QKeySequence firstStroke(const QKeySequence &keys)
{
    return keys.isEmpty() ? QKeySequence() : QKeySequence(keys[0]);
}

// The number block's digits are digits, and a letter's case does not matter.
QKeySequence strokeOf(const QKeyEvent &event)
{
    const auto modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    // What needs Shift to be typed at all ("?", "/" on some keyboards) is bound without it.
    const bool letter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    const bool sign = event.key() < Qt::Key_Escape && !letter && event.key() != Qt::Key_Space;
    const bool plain = (modifiers & ~Qt::ShiftModifier) == Qt::NoModifier;
    const auto used = sign && plain ? Qt::KeyboardModifiers(Qt::NoModifier) : modifiers;
    return QKeySequence(QKeyCombination(used, Qt::Key(event.key())));
}

} // namespace

QKeySequence LabelKeys::keys(const QString &id) const
{
    for (const LabelKey &entry : m_entries)
        if (entry.id == id)
            return entry.keys;
    return {};
}

QString LabelKeys::text(const QString &id) const
{
    return keyText(keys(id));
}

void LabelKeys::setKeys(const QString &id, const QKeySequence &keys)
{
    for (LabelKey &entry : m_entries)
        if (entry.id == id)
            entry.keys = firstStroke(keys);
}

void LabelKeys::restoreDefaults()
{
    for (LabelKey &entry : m_entries)
        entry.keys = entry.usual;
}

QString LabelKeys::meaning(const QKeyEvent &event) const
{
    const QKeySequence stroke = strokeOf(event);
    QString found;
    for (const LabelKey &entry : m_entries) {
        if (entry.keys.isEmpty() || entry.keys != stroke)
            continue;
        if (!found.isEmpty())
            return {};
        found = entry.id;
    }
    return found;
}

QStringList LabelKeys::conflicts(const QString &id) const
{
    const QKeySequence own = keys(id);
    QStringList others;
    for (const LabelKey &entry : m_entries)
        if (entry.id != id && !own.isEmpty() && entry.keys == own)
            others.append(entry.text);
    return others;
}

bool LabelKeys::hasConflicts() const
{
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [this](const LabelKey &entry) { return !conflicts(entry.id).isEmpty(); });
}

QByteArray LabelKeys::toJson() const
{
    QJsonObject object;
    for (const LabelKey &entry : m_entries)
        if (entry.keys != entry.usual)
            object.insert(entry.id, entry.keys.toString(QKeySequence::PortableText));
    return QJsonDocument(object).toJson();
}

bool LabelKeys::readJson(const QByteArray &json, QString *error)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    QStringList refused;
    if (!document.isObject())
        refused.append(tr("this is no list of keys"));
    restoreDefaults();
    const QJsonObject object = document.object();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const bool known = std::any_of(m_entries.begin(), m_entries.end(),
                                       [&](const LabelKey &one) { return one.id == entry.key(); });
        const auto keys = QKeySequence::fromString(entry->toString(), QKeySequence::PortableText);
        const bool readable = entry->isString()
            && (entry->toString().isEmpty() || (!keys.isEmpty() && keys[0].key() != Qt::Key_unknown));
        if (known && readable)
            setKeys(entry.key(), keys);
        else
            refused.append(tr("‘%1’ is not known, or its key is not").arg(entry.key().left(40)));
    }
    if (error)
        *error = refused.mid(0, 3).join(QStringLiteral("; "));
    return refused.isEmpty();
}

QString keyText(const QKeySequence &keys)
{
    return keys.toString(QKeySequence::NativeText);
}

} // namespace mutascope::widgets
