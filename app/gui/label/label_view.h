// SPDX-License-Identifier: GPL-3.0-or-later
// Where a labeller works: an image, a key, the next image.
#pragma once

#include "app/bridge/label_desk.h"
#include "widgets/label_keys.h"

#include <QElapsedTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace mutascope::widgets {
class ElidedLabel;
class LabelImage;
class LabelProgress;
} // namespace mutascope::widgets

namespace mutascope::gui {

class AnswerPanel;
class InstructionsPanel;

class LabelView : public QWidget {
    Q_OBJECT

public:
    static constexpr int confirmMilliseconds = 150; // a verdict stays on the screen
    enum class State {
        Closed,
        Opening,
        Judging, // an image waits for its verdict
        Confirming, // the verdict just given is shown; what is pressed meanwhile is no verdict
        Feedback, // of the training round, until the labeller goes on
        Instructions,
        Finished, // every image has a verdict
    };
    Q_ENUM(State)

    explicit LabelView(QWidget *parent = nullptr);

    void begin(const QString &sessionFile, const QString &protocol, int version, const QString &labeller);
    void end(); // left() follows when the session can be written by others again
    bool isOpen() const { return m_state != State::Closed; }
    State state() const { return m_state; }
    const bridge::LabelShown &shown() const { return m_shown; }
    const bridge::LabelProtocolValues &protocol() const { return m_start.protocol; }
    widgets::LabelImage *image() const { return m_image; }
    AnswerPanel *answers() const { return m_answers; }
    const widgets::LabelKeys &keys() const { return m_keys; }

Q_SIGNALS:
    void begun();
    void left();
    void failed(const QString &what, const QString &hint);

protected:
    bool event(QEvent *event) override; // the keys here come before those of the window
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildWork();
    QWidget *buildSide();
    QWidget *buildSteps();
    QWidget *buildFeedback();
    QWidget *buildFinished();
    QPushButton *addStep(const char *id, const QString &text, void (LabelView::*step)());
    void connectDesk();
    void takeStart(const bridge::LabelStart &start);
    void setKeys(const widgets::LabelKeys &keys);
    void setState(State state);
    void answer(const bridge::LabelWord &word);
    void takeShown(const bridge::LabelShown &shown);
    void presentNext(); // once nothing holds it back
    void present();
    void showFacts();
    void showSteps();
    void showSize();
    void showFeedback();
    void goOn();
    void move(void (bridge::LabelDesk::*step)(), const QString &words);
    bool act(const QString &id);
    void skip();
    void undo();
    void redo();
    void back();
    void forward();
    void next();
    void jump();
    void focusJump();
    void focusNote();
    void showInstructions();
    void closeInstructions();
    void askKeys();
    void takeFocus();
    qint64 elapsed() const;

    bridge::LabelDesk m_desk;
    bridge::LabelStart m_start;
    bridge::LabelShown m_shown; // on the screen
    std::optional<bridge::LabelShown> m_next; // to come
    std::optional<bridge::LabelFeedback> m_feedback;
    widgets::LabelKeys m_keys;
    State m_state = State::Closed;
    int m_asked = 0; // of the desk, without an answer so far
    QString m_words; // what was asked of it, said when it has happened
    QElapsedTimer m_clock; // since the image is there
    QTimer *m_confirm = nullptr;

    QStackedWidget *m_stack = nullptr;
    widgets::ElidedLabel *m_title = nullptr;
    QLabel *m_who = nullptr;
    widgets::LabelProgress *m_progress = nullptr;
    widgets::LabelImage *m_image = nullptr;
    QLabel *m_size = nullptr;
    QLabel *m_facts = nullptr;
    AnswerPanel *m_answers = nullptr;
    QWidget *m_feedbackBox = nullptr;
    QLabel *m_feedbackText = nullptr;
    QPushButton *m_goOn = nullptr;
    QLineEdit *m_note = nullptr;
    QLabel *m_last = nullptr;
    QSpinBox *m_jump = nullptr;
    QList<std::pair<QString, QPushButton *>> m_steps; // by the key's id
    QToolButton *m_help = nullptr;
    InstructionsPanel *m_instructions = nullptr;
    QWidget *m_work = nullptr;
    QWidget *m_finished = nullptr;
    QLabel *m_finishedText = nullptr;
};

} // namespace mutascope::gui
