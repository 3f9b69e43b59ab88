// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through a history: steps of three sizes, back, to a condition, by a slider, or played. Only asks;
// whoever owns the history answers with setPosition().
#pragma once

#include <QAction>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QTimer;
class QToolButton;

namespace mutascope::widgets {

class TreeTransport : public QWidget {
    Q_OBJECT

public:
    enum class Condition { Reward, Constraint, Commit };
    Q_ENUM(Condition)

    explicit TreeTransport(QWidget *parent = nullptr);

    // events: how many there are; 0: nothing to walk through.
    void setPosition(qint64 position, qint64 events);
    qint64 position() const { return m_position; }
    qint64 events() const { return m_events; }
    // While an answer is on its way, playing waits.
    void setBusy(bool busy) { m_busy = busy; }
    // A history without phases, root moves and conditions: only single steps.
    void setPlain(bool plain);
    bool isPlaying() const { return m_play->isChecked(); }
    void stop(); // playing

    // Space and Backspace, for widgets that are not typed into: they add them.
    QAction *stepAction() const { return m_step; }
    QAction *backAction() const { return m_back; }

Q_SIGNALS:
    void stepPhase();
    void stepIteration();
    void stepRootMove();
    void runIterations(int count);
    void runToCondition(mutascope::widgets::TreeTransport::Condition condition, double value);
    void stepBack();
    void seek(qint64 position); // also first and last

protected:
    void changeEvent(QEvent *event) override;

private:
    QToolButton *addButton(QAction *action);
    QAction *makeAction(const QString &name, const QString &text, const QString &tip);
    QWidget *buildSteps();
    QWidget *buildRuns();
    QWidget *buildSlider();
    void connectAll();
    void drawIcons();
    void updateEnabled();
    void tick();
    void setInterval();

    QAction *m_first = nullptr;
    QAction *m_back = nullptr;
    QAction *m_step = nullptr;
    QAction *m_last = nullptr;
    QAction *m_play = nullptr;
    QAction *m_iteration = nullptr;
    QAction *m_rootMove = nullptr;
    QComboBox *m_speed = nullptr;
    QComboBox *m_unit = nullptr; // of playing
    QSpinBox *m_count = nullptr;
    QPushButton *m_run = nullptr;
    QComboBox *m_condition = nullptr;
    QDoubleSpinBox *m_value = nullptr;
    QPushButton *m_runTo = nullptr;
    QSlider *m_slider = nullptr;
    QLabel *m_label = nullptr;
    QWidget *m_runs = nullptr;
    QTimer *m_timer = nullptr;
    qint64 m_position = 0;
    qint64 m_events = 0;
    bool m_busy = false;
    bool m_plain = false;
};

} // namespace mutascope::widgets
