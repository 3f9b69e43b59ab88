// SPDX-License-Identifier: GPL-3.0-or-later
// What the keys of the labeller's view do.
#include "app/gui/label/answer_panel.h"
#include "app/gui/label/label_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QSpinBox>

namespace mutascope::gui {

bool LabelView::act(const QString &id)
{
    static const std::pair<const char *, void (LabelView::*)()> acts[] = {
        {"skip", &LabelView::skip},
        {"back", &LabelView::back},
        {"forward", &LabelView::forward},
        {"next", &LabelView::next},
        {"undo", &LabelView::undo},
        {"redo", &LabelView::redo},
        {"jump", &LabelView::focusJump},
        {"note", &LabelView::focusNote},
        {"help", &LabelView::showInstructions},
    };
    for (const auto &[name, step] : acts)
        if (id == QLatin1String(name)) {
            (this->*step)();
            return true;
        }
    return false;
}

// A key held down is one answer, not many.
void LabelView::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && m_state == State::Feedback)
        return goOn();
    if (enter && m_state == State::Finished)
        return end();
    const bool working
        = m_state == State::Judging || m_state == State::Confirming || m_state == State::Finished;
    if (!working)
        return QWidget::keyPressEvent(event);
    const QString id = m_keys.meaning(*event);
    if (event->isAutoRepeat())
        return event->accept();
    if (m_state == State::Judging && m_answers->takeKey(*event))
        return event->accept();
    if (act(id))
        return event->accept();
    QWidget::keyPressEvent(event);
}

bool LabelView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_state != State::Instructions
        && !m_keys.meaning(*static_cast<QKeyEvent *>(event)).isEmpty()) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

// Return ends the writing of a note, and goes to the number; Escape only leaves.
bool LabelView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress || (watched != m_note && watched != m_jump))
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!enter && key != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    if (enter && watched == m_jump) {
        m_jump->interpretText();
        jump();
    }
    takeFocus();
    return true;
}

} // namespace mutascope::gui
