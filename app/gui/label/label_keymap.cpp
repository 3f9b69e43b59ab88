// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_keymap.h"

#include <QCoreApplication>
#include <QSet>
#include <QSettings>
#include <algorithm>

namespace mutascope::gui {

namespace {

const QString classPrefix = QStringLiteral("class-");

struct KeyTexts {
    Q_DECLARE_TR_FUNCTIONS(mutascope::gui::KeyTexts)
};

// Digits that name themselves keep their own key.
bool areDigits(const QStringList &names)
{
    const bool digits = std::all_of(names.begin(), names.end(), [](const QString &name) {
        return name.size() == 1 && name[0] >= QLatin1Char('0') && name[0] <= QLatin1Char('9');
    });
    return digits && QSet<QString>(names.begin(), names.end()).size() == names.size();
}

void addClasses(const QStringList &names, QList<widgets::LabelKey> &entries)
{
    if (names.size() > keyedClasses)
        return;
    const bool own = areDigits(names);
    for (int i = 0; i < names.size(); ++i) {
        const QKeySequence keys(own ? names[i] : QString::number(i));
        entries.append({classKeyId(i), names[i], keys, keys});
    }
}

QString settingsKey(const bridge::LabelProtocolValues &protocol)
{
    return QStringLiteral("labelKeys/") + protocol.uuid;
}

} // namespace

QString classKeyId(int index)
{
    return classPrefix + QString::number(index);
}

std::optional<int> classOfKey(const QString &id)
{
    return id.startsWith(classPrefix) ? std::optional(id.mid(classPrefix.size()).toInt()) : std::nullopt;
}

widgets::LabelKeys usualKeys(const bridge::LabelProtocolValues &protocol)
{
    QList<widgets::LabelKey> entries;
    const auto add = [&](const char *id, const QString &text, const QKeySequence &keys) {
        entries.append({QLatin1String(id), text, keys, keys});
    };
    if (!protocol.namesClass) {
        add("valid", KeyTexts::tr("Valid, same class"), Qt::Key_V);
        add("changed", KeyTexts::tr("Valid, other class"), Qt::Key_L);
    }
    addClasses(protocol.classNames, entries);
    add("invalid", KeyTexts::tr("Invalid"), Qt::Key_X);
    add("unsure", KeyTexts::tr("Unsure"), Qt::Key_U);
    add("find", KeyTexts::tr("Find a class by its letters"), Qt::Key_Slash);
    add("note", KeyTexts::tr("Write a note"), Qt::Key_N);
    add("skip", KeyTexts::tr("Skip for now"), Qt::Key_Space);
    add("back", KeyTexts::tr("Previous image"), Qt::Key_Backspace);
    add("forward", KeyTexts::tr("Next image"), Qt::Key_Right);
    add("next", KeyTexts::tr("Next image without an answer"), Qt::Key_End);
    add("undo", KeyTexts::tr("Undo"), Qt::CTRL | Qt::Key_Z);
    add("redo", KeyTexts::tr("Redo"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    add("jump", KeyTexts::tr("Go to an image by its number"), Qt::CTRL | Qt::Key_G);
    add("help", KeyTexts::tr("Instructions"), Qt::Key_F1);
    return widgets::LabelKeys(entries);
}

// What cannot be read (an entry of a later version, say) leaves the usual key in place.
widgets::LabelKeys storedKeys(const bridge::LabelProtocolValues &protocol)
{
    widgets::LabelKeys keys = usualKeys(protocol);
    const QByteArray stored = QSettings().value(settingsKey(protocol)).toByteArray();
    if (!stored.isEmpty())
        keys.readJson(stored);
    return keys;
}

void storeKeys(const bridge::LabelProtocolValues &protocol, const widgets::LabelKeys &keys)
{
    QSettings().setValue(settingsKey(protocol), keys.toJson());
}

} // namespace mutascope::gui
