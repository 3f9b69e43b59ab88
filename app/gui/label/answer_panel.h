// SPDX-License-Identifier: GPL-3.0-or-later
// The question and its answers: by button, by key, by the first letters of a class.
#pragma once

#include "app/bridge/label_values.h"
#include "widgets/label_keys.h"
#include "widgets/label_pad.h"

#include <QWidget>

class QKeyEvent;
class QLabel;

namespace mutascope::widgets {
class LabelClassFinder;
}

namespace mutascope::gui {

class AnswerPanel : public QWidget {
    Q_OBJECT

public:
    explicit AnswerPanel(QWidget *parent = nullptr);

    void setQuestion(const bridge::LabelProtocolValues &protocol, const widgets::LabelKeys &keys);
    const widgets::LabelKeys &keys() const { return m_keys; }
    // Another image: what was begun is dropped; word: what was said about it before.
    void showItem(const std::optional<bridge::LabelWord> &word);
    void flash(const bridge::LabelWord &word);
    bool isChoosingClass() const { return m_choosingClass; } // after “other class”
    // A key that answers, or begins to; false where it is another's business.
    bool takeKey(const QKeyEvent &event);
    widgets::LabelPad *pad() const { return m_pad; }

Q_SIGNALS:
    void answered(const mutascope::bridge::LabelWord &word);
    void keyboardFree(); // the letters of a class are no longer typed

private:
    bool showsFinder() const;
    void choose(const QString &id);
    void chooseClass(int index);
    void setChoosingClass(bool choosing);
    void showChoices();
    QList<widgets::LabelChoice> verdictChoices() const;
    QList<widgets::LabelChoice> classChoices() const;
    widgets::LabelChoice choice(const QString &id, const QString &text, widgets::LabelMark mark,
                                const QString &hint = {}) const;
    void beginFinding(const QString &typed);

    bridge::LabelProtocolValues m_protocol;
    widgets::LabelKeys m_keys;
    std::optional<bridge::LabelWord> m_word;
    bool m_choosingClass = false;
    bool m_finding = false;
    QLabel *m_question = nullptr;
    widgets::LabelPad *m_pad = nullptr;
    widgets::LabelClassFinder *m_finder = nullptr;
};

} // namespace mutascope::gui
