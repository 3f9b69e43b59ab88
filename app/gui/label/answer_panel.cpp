// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/answer_panel.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/label/label_keymap.h"
#include "app/gui/label/label_texts.h"
#include "widgets/label_class_finder.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

using Mark = widgets::LabelMark;
using Says = bridge::LabelSays;

constexpr int twoColumnsFrom = 6; // classes

QString idOf(const bridge::LabelWord &word)
{
    switch (word.says) {
    case Says::ValidSame:
        return QStringLiteral("valid");
    case Says::ValidOther:
        return QStringLiteral("changed");
    case Says::Seen:
        return classKeyId(word.seenClass);
    case Says::Invalid:
        return QStringLiteral("invalid");
    case Says::Unsure:
        break;
    }
    return QStringLiteral("unsure");
}

} // namespace

AnswerPanel::AnswerPanel(QWidget *parent) : QWidget(parent)
{
    m_question = new QLabel;
    m_question->setObjectName(QStringLiteral("labelQuestion"));
    m_question->setFont(scaledFont(m_question->font(), 1.15));
    m_question->setWordWrap(true);
    m_pad = new widgets::LabelPad;
    m_pad->setObjectName(QStringLiteral("labelPad"));
    m_finder = new widgets::LabelClassFinder;
    m_finder->setMinimumHeight(120);
    m_finder->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_question);
    layout->addWidget(m_finder, 1);
    layout->addWidget(m_pad);
    connect(m_pad, &widgets::LabelPad::chosen, this, &AnswerPanel::choose);
    connect(m_finder, &widgets::LabelClassFinder::chosen, this, &AnswerPanel::chooseClass);
    connect(m_finder, &widgets::LabelClassFinder::left, this, [this] {
        m_finding = false;
        setChoosingClass(false);
        Q_EMIT keyboardFree();
    });
}

void AnswerPanel::setQuestion(const bridge::LabelProtocolValues &protocol, const widgets::LabelKeys &keys)
{
    m_protocol = protocol;
    m_keys = keys;
    m_finder->setClasses(protocol.classNames);
    showItem(std::nullopt);
}

void AnswerPanel::showItem(const std::optional<bridge::LabelWord> &word)
{
    m_word = word;
    m_finding = false;
    m_finder->clear();
    setChoosingClass(false);
}

void AnswerPanel::setChoosingClass(bool choosing)
{
    m_choosingClass = choosing;
    showChoices();
}

// Without a key for each class the list is there from the beginning.
bool AnswerPanel::showsFinder() const
{
    const bool asksClass = m_protocol.namesClass || m_choosingClass;
    return asksClass && (m_finding || m_protocol.classNames.size() > keyedClasses);
}

widgets::LabelChoice AnswerPanel::choice(const QString &id, const QString &text, Mark mark,
                                         const QString &hint) const
{
    return {id, text, hint, m_keys.text(id), mark};
}

QList<widgets::LabelChoice> AnswerPanel::verdictChoices() const
{
    const QString original = m_protocol.hidesSeed ? tr("the class expected") : tr("the original’s class");
    return {choice(QStringLiteral("valid"), tr("Valid, same class"), Mark::Valid,
                   tr("People would still call it %1").arg(original)),
            choice(QStringLiteral("changed"), tr("Valid, other class…"), Mark::Changed,
                   tr("A good image, but of another class; which one is asked next")),
            choice(QStringLiteral("invalid"), tr("Invalid"), Mark::Invalid,
                   tr("Not an image of any of the classes")),
            choice(QStringLiteral("unsure"), tr("Unsure"), Mark::Unsure, tr("It cannot be told"))};
}

QList<widgets::LabelChoice> AnswerPanel::classChoices() const
{
    QList<widgets::LabelChoice> choices;
    for (int i = 0; i < m_protocol.classNames.size(); ++i)
        choices.append(choice(classKeyId(i), m_protocol.classNames[i], Mark::None));
    return choices;
}

void AnswerPanel::showChoices()
{
    const bool asksClass = m_protocol.namesClass || m_choosingClass;
    m_question->setText(m_choosingClass ? tr("Which class is it now?") : questionText(m_protocol));
    QList<widgets::LabelChoice> choices;
    if (!asksClass)
        choices = verdictChoices();
    else if (!showsFinder())
        choices = classChoices();
    const int columns = asksClass && choices.size() >= twoColumnsFrom ? 2 : 1;
    if (m_choosingClass)
        choices.append({QStringLiteral("return"), tr("Another verdict"), tr("Back to the first question"),
                        widgets::keyText(Qt::Key_Escape), Mark::None});
    else if (m_protocol.namesClass)
        choices.append(
            {choice(QStringLiteral("invalid"), tr("Invalid"), Mark::Invalid,
                    tr("Not an image of any of the classes")),
             choice(QStringLiteral("unsure"), tr("Unsure"), Mark::Unsure, tr("It cannot be told"))});
    m_pad->setChoices(choices, columns);
    m_pad->setCurrent(m_word ? idOf(*m_word) : QString());
    m_finder->setVisible(showsFinder());
}

void AnswerPanel::choose(const QString &id)
{
    if (const std::optional<int> index = classOfKey(id))
        return chooseClass(*index);
    if (id == QLatin1String("changed"))
        return setChoosingClass(true);
    if (id == QLatin1String("return"))
        return setChoosingClass(false);
    bridge::LabelWord word;
    if (id == QLatin1String("valid"))
        word.says = Says::ValidSame;
    else if (id == QLatin1String("invalid"))
        word.says = Says::Invalid;
    Q_EMIT answered(word);
}

void AnswerPanel::chooseClass(int index)
{
    Q_EMIT answered({m_protocol.namesClass ? Says::Seen : Says::ValidOther, index, {}});
    Q_EMIT keyboardFree();
}

void AnswerPanel::flash(const bridge::LabelWord &word)
{
    const QString id = idOf(word);
    m_pad->flash(m_pad->button(id) ? id : classKeyId(word.seenClass));
}

void AnswerPanel::beginFinding(const QString &typed)
{
    m_finding = true;
    showChoices();
    m_finder->begin(typed);
}

bool AnswerPanel::takeKey(const QKeyEvent &event)
{
    const QString id = m_keys.meaning(event);
    const bool asksClass = m_protocol.namesClass || m_choosingClass;
    if (m_choosingClass && (event.key() == Qt::Key_Escape || id == QLatin1String("back"))) {
        setChoosingClass(false);
        return true;
    }
    const bool verdict = id == QLatin1String("invalid") || id == QLatin1String("unsure")
        || id == QLatin1String("valid") || id == QLatin1String("changed");
    if (verdict || (classOfKey(id) && asksClass)) {
        choose(id);
        return true;
    }
    if (asksClass && id == QLatin1String("find")) {
        beginFinding({});
        return true;
    }
    const QString typed = event.text();
    const bool letter = typed.size() == 1 && typed[0].isLetterOrNumber()
        && (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    if (!asksClass || !id.isEmpty() || !letter)
        return false;
    beginFinding(typed);
    return true;
}

} // namespace mutascope::gui
