// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_texts.h"

#include "app/gui/format.h"

#include <QCoreApplication>

namespace mutascope::gui {

namespace {

struct LabelTexts {
    Q_DECLARE_TR_FUNCTIONS(mutascope::gui::LabelTexts)
};

} // namespace

QString classText(int index, const QStringList &classNames)
{
    return index >= 0 && index < classNames.size() ? classNames[index] : QString::number(index);
}

QString wordText(const bridge::LabelWord &word, const QStringList &classNames)
{
    switch (word.says) {
    case bridge::LabelSays::ValidSame:
        return LabelTexts::tr("Valid, same class");
    case bridge::LabelSays::ValidOther:
        return LabelTexts::tr("Valid, other class: %1").arg(classText(word.seenClass, classNames));
    case bridge::LabelSays::Seen:
        return classText(word.seenClass, classNames);
    case bridge::LabelSays::Invalid:
        return LabelTexts::tr("Invalid");
    case bridge::LabelSays::Unsure:
        break;
    }
    return LabelTexts::tr("Unsure");
}

widgets::LabelMark markOf(const bridge::LabelWord &word)
{
    switch (word.says) {
    case bridge::LabelSays::ValidSame:
    case bridge::LabelSays::Seen:
        return widgets::LabelMark::Valid;
    case bridge::LabelSays::ValidOther:
        return widgets::LabelMark::Changed;
    case bridge::LabelSays::Invalid:
        return widgets::LabelMark::Invalid;
    case bridge::LabelSays::Unsure:
        break;
    }
    return widgets::LabelMark::Unsure;
}

QString questionText(const bridge::LabelProtocolValues &protocol)
{
    if (protocol.namesClass)
        return LabelTexts::tr("What do you see?");
    return protocol.hidesSeed ? LabelTexts::tr("Is it valid, and still of the class expected?")
                              : LabelTexts::tr("Is it valid, and of the same class as the original?");
}

QString shortQuestion(const bridge::LabelProtocolValues &protocol)
{
    return protocol.namesClass ? LabelTexts::tr("Which class") : LabelTexts::tr("Valid, same class");
}

QString testsText(const bridge::LabelProtocolValues &protocol)
{
    switch (protocol.tests) {
    case bridge::LabelTests::Failing:
        return LabelTexts::tr("All failing tests");
    case bridge::LabelTests::Sample:
        return LabelTexts::tr("Sample of %1 failing tests").arg(countText(protocol.sampleSize));
    case bridge::LabelTests::Disagreements:
        return LabelTexts::tr("What another protocol’s labellers disagree about");
    case bridge::LabelTests::Filter:
        break;
    }
    return LabelTexts::tr("Tests that match a filter");
}

QString protocolTitle(const bridge::LabelProtocolValues &protocol)
{
    return protocol.version > 1 ? LabelTexts::tr("%1 (version %2)").arg(protocol.name).arg(protocol.version)
                                : protocol.name;
}

} // namespace mutascope::gui
