// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_view.h"

#include "app/gui/format.h"
#include "app/gui/label/answer_panel.h"
#include "app/gui/label/instructions_panel.h"
#include "app/gui/label/keys_dialog.h"
#include "app/gui/label/label_keymap.h"
#include "app/gui/label/label_texts.h"
#include "widgets/elided_label.h"
#include "widgets/label_image.h"
#include "widgets/label_progress.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <utility>

namespace mutascope::gui {

namespace {

constexpr int rightMilliseconds = 700; // a right answer of the training round stays on the screen

} // namespace

void LabelView::connectDesk()
{
    using Desk = bridge::LabelDesk;
    connect(&m_desk, &Desk::begun, this, &LabelView::takeStart);
    connect(&m_desk, &Desk::shown, this, &LabelView::takeShown);
    connect(&m_desk, &Desk::trained, this,
            [this](const bridge::LabelFeedback &feedback) { m_feedback = feedback; });
    connect(&m_desk, &Desk::closed, this, &LabelView::left);
    connect(&m_desk, &Desk::failed, this, [this](const QString &what, const QString &hint) {
        if (m_state == State::Opening) {
            setState(State::Closed);
            Q_EMIT left();
        }
        m_words.clear();
        Q_EMIT failed(what, hint);
    });
}

void LabelView::begin(const QString &sessionFile, const QString &protocol, int version,
                      const QString &labeller)
{
    setState(State::Opening);
    m_shown = {};
    m_next.reset();
    m_feedback.reset();
    m_asked = 0;
    m_image->setImages({});
    m_image->setBadge({});
    m_image->setPlaceholder(tr("One moment…"));
    m_last->clear();
    m_words.clear();
    m_title->clear();
    m_who->clear();
    m_progress->setProgress({});
    m_facts->hide();
    m_stack->setCurrentWidget(m_work);
    m_desk.begin(sessionFile, protocol, version, labeller);
}

void LabelView::end()
{
    if (m_state == State::Closed)
        return;
    m_confirm->stop();
    setState(State::Closed);
    m_image->setImages({});
    m_desk.end();
}

void LabelView::takeStart(const bridge::LabelStart &start)
{
    m_start = start;
    m_title->setText(protocolTitle(start.protocol));
    m_who->setText(tr("Labeller: %1").arg(start.labeller));
    m_image->setSideMillimetres(start.protocol.millimetres);
    m_instructions->setStart(start);
    setKeys(storedKeys(start.protocol));
    Q_EMIT begun();
    const bool said = !start.protocol.instructions.isEmpty() || !start.examples.isEmpty();
    if (!start.returning && said) {
        m_instructions->setBeginning(true);
        setState(State::Instructions);
    } else {
        setState(State::Judging);
    }
}

void LabelView::setKeys(const widgets::LabelKeys &keys)
{
    m_keys = keys;
    m_answers->setQuestion(m_start.protocol, keys);
    m_answers->showItem(m_shown.word);
    m_instructions->setKeys(keys);
    for (const auto &[id, button] : std::as_const(m_steps)) {
        QString what;
        for (const widgets::LabelKey &entry : keys.entries())
            if (entry.id == id)
                what = entry.text;
        const QString key = keys.text(id);
        button->setToolTip(key.isEmpty() ? what : tr("%1 (%2)").arg(what, key));
        button->setAccessibleName(what);
    }
    const QString note = keys.text(QStringLiteral("note"));
    m_note->setPlaceholderText(note.isEmpty() ? tr("Note") : tr("Note (%1; Return ends it)").arg(note));
    m_note->setToolTip(tr("Stored with the answer that follows"));
    m_help->setText(tr("Instructions (%1)").arg(keys.text(QStringLiteral("help"))));
}

void LabelView::setState(State state)
{
    m_state = state;
    if (state == State::Instructions)
        m_stack->setCurrentWidget(m_instructions);
    else if (state == State::Finished)
        m_stack->setCurrentWidget(m_finished);
    else
        m_stack->setCurrentWidget(m_work);
    m_answers->setEnabled(state != State::Feedback && state != State::Opening);
    m_feedbackBox->setVisible(state == State::Feedback);
    showSteps();
    if (state != State::Confirming && state != State::Closed)
        takeFocus();
}

qint64 LabelView::elapsed() const
{
    return m_clock.isValid() ? m_clock.elapsed() : 0;
}

void LabelView::answer(const bridge::LabelWord &word)
{
    if (m_state != State::Judging || m_shown.position < 0 || m_asked > 0)
        return;
    bridge::LabelWord said = word;
    said.note = m_note->text().trimmed();
    const QString words = wordText(said, m_start.protocol.classNames);
    setState(State::Confirming);
    m_image->setBadge(words, markOf(said));
    m_answers->flash(said);
    m_words = tr("Stored: %1").arg(words);
    ++m_asked;
    m_desk.answer(said, elapsed(), m_image->shownMillimetres());
    m_confirm->start(confirmMilliseconds);
}

void LabelView::takeShown(const bridge::LabelShown &shown)
{
    m_next = shown;
    m_asked = qMax(0, m_asked - 1);
    if (m_asked == 0)
        m_last->setText(std::exchange(m_words, {})); // not before it is on the disk
    presentNext();
}

void LabelView::presentNext()
{
    if (!m_next || m_asked > 0 || m_confirm->isActive() || m_state == State::Feedback)
        return;
    if (m_feedback)
        return showFeedback();
    present();
}

void LabelView::present()
{
    m_shown = *m_next;
    m_next.reset();
    m_image->setBadge({});
    m_image->setPlaceholder(tr("This image cannot be read. Skip it."));
    m_image->setImages(m_shown.image, m_shown.seedImage);
    m_note->setText(m_shown.word ? m_shown.word->note : QString());
    const auto &progress = m_shown.progress;
    m_progress->setProgress({progress.done, progress.skipped, progress.total, progress.secondsPerItem});
    m_jump->setRange(1, int(qMax<qint64>(1, progress.positions)));
    m_jump->setSuffix(tr(" of %1").arg(countText(progress.positions)));
    m_jump->setValue(int(m_shown.position + 1));
    m_answers->showItem(m_shown.word);
    showFacts();
    showSize();
    m_clock.start();
    if (m_shown.position < 0) {
        m_finishedText->setText(
            tr("<h2>All %1 images have an answer.</h2><p>Everything is stored. Thank you.</p>")
                .arg(countText(progress.total)));
        return setState(State::Finished);
    }
    if (m_state == State::Instructions)
        return showSteps();
    setState(State::Judging);
}

// Only what the protocol shows: of all else the desk knows nothing.
void LabelView::showFacts()
{
    QStringList facts;
    const QStringList &names = m_start.protocol.classNames;
    if (m_shown.training)
        facts.append(tr("<b>Training</b>: the answer is told afterwards, and does not count."));
    if (m_shown.skipped)
        facts.append(tr("You skipped this image before."));
    if (m_shown.expected)
        facts.append(tr("Expected: <b>%1</b>").arg(classText(*m_shown.expected, names).toHtmlEscaped()));
    if (m_shown.predicted)
        facts.append(tr("The model says: %1").arg(classText(*m_shown.predicted, names).toHtmlEscaped()));
    if (!m_shown.generator.isEmpty())
        facts.append(tr("Made by: %1").arg(m_shown.generator.toHtmlEscaped()));
    for (const auto &[name, word] : m_shown.others)
        facts.append(tr("%1: %2").arg(name.toHtmlEscaped(), wordText(word, names).toHtmlEscaped()));
    m_facts->setText(facts.join(QStringLiteral("<br>")));
    m_facts->setVisible(!facts.isEmpty());
}

void LabelView::showSteps()
{
    const bool open = m_state == State::Judging || m_state == State::Confirming;
    const bool item = m_shown.position >= 0;
    for (const auto &[id, button] : std::as_const(m_steps)) {
        bool can = open && item;
        if (id == QLatin1String("back"))
            can = open && m_shown.position != 0;
        else if (id == QLatin1String("undo"))
            can = open && m_shown.canUndo;
        else if (id == QLatin1String("redo"))
            can = open && m_shown.canRedo;
        else if (id == QLatin1String("forward"))
            can = open && item && m_shown.position + 1 < m_shown.progress.positions;
        if (m_state != State::Confirming) // greyed for a moment, they would flicker
            button->setEnabled(can);
    }
}

void LabelView::showSize()
{
    const QString wanted = locale().toString(m_image->sideMillimetres(), 'g', 3);
    const QString shown = locale().toString(m_image->shownMillimetres(), 'g', 3);
    m_size->setText(m_image->isShrunk()
                        ? tr("⚠ Shown at %1 mm instead of %2 mm: enlarge the window.").arg(shown, wanted)
                        : tr("%1 mm, the same for every labeller").arg(wanted));
}

void LabelView::showFeedback()
{
    const bridge::LabelFeedback feedback = *m_feedback;
    m_feedback.reset();
    const QString answer = wordText(feedback.answer, m_start.protocol.classNames);
    if (feedback.right && feedback.text.isEmpty()) {
        m_image->setBadge(tr("Right: %1").arg(answer), widgets::LabelMark::Valid);
        m_confirm->start(rightMilliseconds);
        return;
    }
    m_image->setBadge({});
    QString text = feedback.right ? tr("<b>Right.</b>")
                                  : tr("<b>The answer expected here is: %1</b>").arg(answer.toHtmlEscaped());
    if (!feedback.text.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(feedback.text.toHtmlEscaped());
    m_feedbackText->setText(text);
    setState(State::Feedback);
}

void LabelView::goOn()
{
    if (m_state != State::Feedback)
        return;
    setState(State::Confirming);
    presentNext();
}

void LabelView::move(void (bridge::LabelDesk::*step)(), const QString &words)
{
    if (m_state != State::Judging && m_state != State::Confirming && m_state != State::Finished)
        return;
    m_confirm->stop();
    m_feedback.reset();
    m_words = words;
    ++m_asked;
    (m_desk.*step)();
}

void LabelView::skip()
{
    if (m_state != State::Judging || m_shown.position < 0 || m_asked > 0)
        return;
    m_words = tr("Skipped; it comes again at the end.");
    ++m_asked;
    m_desk.skip(elapsed(), m_image->shownMillimetres());
}

void LabelView::undo()
{
    if (m_shown.canUndo || m_state == State::Confirming)
        move(&bridge::LabelDesk::undo, tr("Taken back."));
}

void LabelView::redo()
{
    if (m_shown.canRedo)
        move(&bridge::LabelDesk::redo, tr("Done again."));
}

void LabelView::back()
{
    move(&bridge::LabelDesk::back, {});
}

void LabelView::forward()
{
    move(&bridge::LabelDesk::forward, {});
}

void LabelView::next()
{
    move(&bridge::LabelDesk::toNext, {});
}

void LabelView::jump()
{
    if (m_state != State::Judging)
        return;
    ++m_asked;
    m_words.clear();
    m_desk.jump(m_jump->value() - 1);
}

void LabelView::focusJump()
{
    m_jump->setFocus(Qt::ShortcutFocusReason);
    m_jump->selectAll();
}

void LabelView::focusNote()
{
    m_note->setFocus(Qt::ShortcutFocusReason);
    m_note->selectAll();
}

void LabelView::takeFocus()
{
    if (!isVisible())
        return;
    if (m_state == State::Instructions)
        m_instructions->setFocus(Qt::OtherFocusReason);
    else if (m_state == State::Finished)
        m_finished->setFocus(Qt::OtherFocusReason);
    else if (m_state == State::Feedback)
        m_goOn->setFocus(Qt::OtherFocusReason);
    else
        m_image->setFocus(Qt::OtherFocusReason);
}

void LabelView::showInstructions()
{
    if (m_state != State::Judging)
        return;
    m_instructions->setBeginning(false);
    setState(State::Instructions);
}

// The time spent reading is no time spent judging.
void LabelView::closeInstructions()
{
    if (m_state != State::Instructions)
        return;
    setState(State::Judging);
    m_clock.start();
}

void LabelView::askKeys()
{
    auto *dialog = new KeysDialog(m_keys, m_start.protocol.name, this);
    connect(dialog, &KeysDialog::keysChosen, this, [this](const widgets::LabelKeys &keys) {
        storeKeys(m_start.protocol, keys);
        setKeys(keys);
    });
    connect(dialog, &QDialog::finished, this, &LabelView::takeFocus);
    dialog->open();
}

} // namespace mutascope::gui
