// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_transport.h"

#include "widgets/tree_transport_icons.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <limits>

namespace mutascope::widgets {

namespace {
constexpr int kUsualIterations = 26; // at one root of DeepSmartFuzzer
} // namespace

TreeTransport::TreeTransport(QWidget *parent) : QWidget(parent), m_timer(new QTimer(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(buildSlider());
    layout->addWidget(buildSteps());
    layout->addWidget(buildRuns());
    connectAll();
    drawIcons();
    setPosition(0, 0);
}

QAction *TreeTransport::makeAction(const QString &name, const QString &text, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    return action;
}

QToolButton *TreeTransport::addButton(QAction *action)
{
    auto *button = new QToolButton;
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    button->setIconSize({18, 18});
    button->setAutoRaise(true);
    connect(action, &QAction::visibleChanged, button,
            [action, button] { button->setVisible(action->isVisible()); });
    return button;
}

QWidget *TreeTransport::buildSteps()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_first = makeAction(QStringLiteral("treeFirst"), tr("First"), tr("To the beginning"));
    m_back = makeAction(QStringLiteral("treeBack"), tr("Back"), tr("One phase back (Backspace)"));
    m_play = makeAction(QStringLiteral("treePlay"), tr("Play"), tr("Play at the chosen speed"));
    m_play->setCheckable(true);
    m_step = makeAction(QStringLiteral("treePhase"), tr("Phase"), tr("One phase on (Space)"));
    m_iteration
        = makeAction(QStringLiteral("treeIteration"), tr("Iteration"), tr("To the end of the iteration"));
    m_rootMove = makeAction(QStringLiteral("treeRootMove"), tr("Root move"),
                            tr("Until the root of the search moves"));
    m_last = makeAction(QStringLiteral("treeLast"), tr("Last"), tr("To the end"));
    m_step->setShortcut(Qt::Key_Space);
    m_back->setShortcut(Qt::Key_Backspace);
    for (QAction *action : {m_step, m_back}) // Space presses buttons elsewhere
        action->setShortcutContext(Qt::WidgetShortcut);
    for (QAction *action : {m_first, m_back, m_play, m_step, m_iteration, m_rootMove, m_last}) {
        QToolButton *button = addButton(action);
        if (action == m_step || action == m_iteration || action == m_rootMove)
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        layout->addWidget(button);
    }
    m_speed = new QComboBox;
    m_speed->setObjectName(QStringLiteral("treeSpeed"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Steps a second while playing"));
    for (const int speed : {1, 2, 5, 10, 30})
        m_speed->addItem(tr("%1 / s").arg(speed), speed);
    m_speed->setCurrentIndex(1);
    m_unit = new QComboBox;
    m_unit->setObjectName(QStringLiteral("treeUnit"));
    m_unit->setAccessibleName(tr("What is played"));
    m_unit->setToolTip(tr("What one step of playing is"));
    m_unit->addItems({tr("phases"), tr("iterations"), tr("root moves")});
    layout->addSpacing(8);
    layout->addWidget(m_speed);
    layout->addWidget(m_unit);
    layout->addStretch();
    return bar;
}

QWidget *TreeTransport::buildRuns()
{
    m_runs = new QWidget;
    auto *layout = new QHBoxLayout(m_runs);
    layout->setContentsMargins(0, 0, 0, 0);
    m_count = new QSpinBox;
    m_count->setObjectName(QStringLiteral("treeCount"));
    m_count->setRange(1, 1'000'000);
    m_count->setValue(kUsualIterations);
    m_count->setSuffix(tr(" iterations"));
    m_count->setAccessibleName(tr("Iterations to run"));
    m_run = new QPushButton(tr("Ru&n"));
    m_run->setObjectName(QStringLiteral("treeRun"));
    m_run->setToolTip(tr("So many iterations on"));
    m_condition = new QComboBox;
    m_condition->setObjectName(QStringLiteral("treeCondition"));
    m_condition->setAccessibleName(tr("Condition"));
    m_condition->addItem(tr("reward above"), int(Condition::Reward));
    m_condition->addItem(tr("constraint violated"), int(Condition::Constraint));
    m_condition->addItem(tr("batch committed"), int(Condition::Commit));
    m_value = new QDoubleSpinBox;
    m_value->setObjectName(QStringLiteral("treeReward"));
    m_value->setAccessibleName(tr("Reward"));
    m_value->setDecimals(5);
    m_value->setRange(0, 1e6);
    m_value->setSingleStep(0.001);
    m_runTo = new QPushButton(tr("Run t&o"));
    m_runTo->setObjectName(QStringLiteral("treeRunTo"));
    m_runTo->setToolTip(tr("On, until the condition holds"));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_count, m_run, m_condition, m_value, m_runTo})
        layout->addWidget(widget);
    layout->insertSpacing(2, 12);
    layout->addStretch();
    return m_runs;
}

QWidget *TreeTransport::buildSlider()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("treeSlider"));
    m_slider->setAccessibleName(tr("Position in the history"));
    m_slider->setToolTip(tr("Position in the history"));
    m_label = new QLabel;
    m_label->setObjectName(QStringLiteral("treePosition"));
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_label);
    return bar;
}

void TreeTransport::connectAll()
{
    connect(m_first, &QAction::triggered, this, [this] { Q_EMIT seek(0); });
    connect(m_last, &QAction::triggered, this, [this] { Q_EMIT seek(m_events); });
    connect(m_back, &QAction::triggered, this, &TreeTransport::stepBack);
    connect(m_step, &QAction::triggered, this, &TreeTransport::stepPhase);
    connect(m_iteration, &QAction::triggered, this, &TreeTransport::stepIteration);
    connect(m_rootMove, &QAction::triggered, this, &TreeTransport::stepRootMove);
    connect(m_run, &QPushButton::clicked, this, [this] { Q_EMIT runIterations(m_count->value()); });
    connect(m_runTo, &QPushButton::clicked, this, [this] {
        Q_EMIT runToCondition(Condition(m_condition->currentData().toInt()), m_value->value());
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        stop();
        Q_EMIT seek(value);
    });
    connect(m_condition, &QComboBox::currentIndexChanged, this, &TreeTransport::updateEnabled);
    connect(m_speed, &QComboBox::currentIndexChanged, this, &TreeTransport::setInterval);
    connect(m_timer, &QTimer::timeout, this, &TreeTransport::tick);
    connect(m_play, &QAction::toggled, this, [this](bool on) {
        setInterval();
        on ? m_timer->start() : m_timer->stop();
        m_play->setText(on ? tr("Pause") : tr("Play"));
        drawIcons();
    });
    setInterval();
}

void TreeTransport::setInterval()
{
    m_timer->setInterval(1000 / std::max(1, m_speed->currentData().toInt()));
}

void TreeTransport::tick()
{
    if (m_busy)
        return;
    if (m_position >= m_events)
        return stop();
    switch (m_plain ? 0 : m_unit->currentIndex()) {
    case 0:
        return Q_EMIT stepPhase();
    case 1:
        return Q_EMIT stepIteration();
    default:
        return Q_EMIT stepRootMove();
    }
}

void TreeTransport::stop()
{
    m_play->setChecked(false);
}

void TreeTransport::setPlain(bool plain)
{
    m_plain = plain;
    m_iteration->setVisible(!plain);
    m_rootMove->setVisible(!plain);
    m_unit->setVisible(!plain);
    m_runs->setVisible(!plain);
    m_step->setText(plain ? tr("Step") : tr("Phase"));
    m_step->setToolTip(plain ? tr("One test on (Space)") : tr("One phase on (Space)"));
    m_back->setToolTip(plain ? tr("One test back (Backspace)") : tr("One phase back (Backspace)"));
}

void TreeTransport::setPosition(qint64 position, qint64 events)
{
    m_events = std::max<qint64>(0, events);
    m_position = std::clamp<qint64>(position, 0, m_events);
    const QSignalBlocker blocker(m_slider);
    constexpr qint64 most = std::numeric_limits<int>::max();
    m_slider->setRange(0, int(std::min(m_events, most)));
    m_slider->setPageStep(int(std::clamp<qint64>(m_events / 20, 1, most)));
    m_slider->setValue(int(std::min(m_position, most)));
    const auto words = [this](qint64 at) {
        return tr("%1 of %2").arg(locale().toString(at), locale().toString(m_events));
    };
    m_label->setText(m_events == 0 ? tr("nothing to walk through") : words(m_position));
    // As wide as it will get, so that the slider stays under the mouse.
    m_label->setMinimumWidth(m_events == 0 ? 0 : m_label->fontMetrics().horizontalAdvance(words(m_events)));
    updateEnabled();
}

void TreeTransport::updateEnabled()
{
    const bool canBack = m_position > 0;
    const bool canGoOn = m_position < m_events;
    for (QAction *action : {m_first, m_back})
        action->setEnabled(canBack);
    for (QAction *action : {m_step, m_iteration, m_rootMove, m_last})
        action->setEnabled(canGoOn);
    if (!canGoOn)
        stop();
    m_play->setEnabled(canGoOn);
    m_slider->setEnabled(m_events > 0);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_run, m_count, m_runTo, m_condition})
        widget->setEnabled(canGoOn);
    m_value->setEnabled(canGoOn && m_condition->currentData().toInt() == int(Condition::Reward));
}

void TreeTransport::drawIcons()
{
    const QColor color = palette().color(QPalette::ButtonText);
    const QColor faint = palette().color(QPalette::Disabled, QPalette::ButtonText);
    m_first->setIcon(transportIcon(TransportIcon::First, color, faint));
    m_back->setIcon(transportIcon(TransportIcon::Back, color, faint));
    m_play->setIcon(transportIcon(isPlaying() ? TransportIcon::Pause : TransportIcon::Play, color, faint));
    m_step->setIcon(transportIcon(TransportIcon::Phase, color, faint));
    m_iteration->setIcon(transportIcon(TransportIcon::Iteration, color, faint));
    m_rootMove->setIcon(transportIcon(TransportIcon::RootMove, color, faint));
    m_last->setIcon(transportIcon(TransportIcon::Last, color, faint));
}

void TreeTransport::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

} // namespace mutascope::widgets
