// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/tree_bar.h"

#include "app/gui/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace mutascope::gui {

namespace {
constexpr int automatic = -1;
constexpr int mostVisits = 1'000'000'000;
} // namespace

TreeBar::TreeBar(widgets::TreeView *view, QWidget *parent) : QWidget(parent), m_view(view)
{
    m_legend = new widgets::TreeLegend;
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(buildControls());
    layout->addWidget(m_legend);
    connectAll();
}

QWidget *TreeBar::buildControls()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_color = new QComboBox;
    m_color->setObjectName(QStringLiteral("treeColor"));
    m_color->setToolTip(tr("What the colour of a node says"));
    auto *colorLabel = new QLabel(tr("Co&lour"));
    colorLabel->setBuddy(m_color);
    m_fold = new QSpinBox;
    m_fold->setObjectName(QStringLiteral("treeFold"));
    m_fold->setRange(automatic, mostVisits);
    m_fold->setValue(automatic);
    m_fold->setSpecialValueText(tr("automatic"));
    m_fold->setKeyboardTracking(false);
    m_fold->setToolTip(tr("Children with fewer visits are folded into one node; 0 shows all of them"));
    auto *foldLabel = new QLabel(tr("F&old below"));
    foldLabel->setBuddy(m_fold);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("treeSearch"));
    m_search->setPlaceholderText(tr("Search nodes"));
    m_search->setAccessibleName(tr("Search nodes"));
    m_search->setToolTip(
        tr("A part of a name, or #12 for node 12; Return goes to the next match, Shift+Return to "
           "the one before"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_matches = new QLabel;
    m_matches->setObjectName(QStringLiteral("treeMatches"));
    for (QWidget *widget : std::initializer_list<QWidget *>{colorLabel, m_color, foldLabel, m_fold})
        layout->addWidget(widget);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_matches);
    addZoom(layout);
    return bar;
}

void TreeBar::addZoom(QBoxLayout *layout)
{
    const auto add = [&](const QString &text, const QString &tip, void (widgets::TreeView::*act)()) {
        auto *button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, m_view, act);
        layout->addWidget(button);
    };
    add(QStringLiteral("−"), tr("Smaller (−, Ctrl+wheel)"), &widgets::TreeView::zoomOut);
    add(QStringLiteral("+"), tr("Larger (+, Ctrl+wheel)"), &widgets::TreeView::zoomIn);
    add(tr("Fit"), tr("The whole tree (0)"), &widgets::TreeView::zoomToFit);
}

void TreeBar::connectAll()
{
    connect(m_color, &QComboBox::currentIndexChanged, this,
            [this] { m_view->setColoring(widgets::TreeColoring(m_color->currentData().toInt())); });
    connect(m_fold, &QSpinBox::valueChanged, this, [this](int visits) {
        if (!isAutomatic())
            m_view->setLeastVisits(visits);
        else if (m_view->items())
            fold(*m_view->items(), true);
    });
    connect(m_search, &QLineEdit::textChanged, m_view, &widgets::TreeView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_view->nextMatch(); });
    auto *back = new QShortcut(Qt::SHIFT | Qt::Key_Return, m_search);
    back->setContext(Qt::WidgetShortcut);
    connect(back, &QShortcut::activated, this, [this] { m_view->nextMatch(-1); });
    connect(m_view, &widgets::TreeView::matchesChanged, this, &TreeBar::showMatches);
    connect(m_view, &widgets::TreeView::scaleChanged, this, [this] { m_legend->setScale(m_view->scale()); });
}

bool TreeBar::isAutomatic() const
{
    return m_fold->value() == automatic;
}

void TreeBar::showMatches()
{
    const int count = int(m_view->matches().size());
    m_matches->setText(m_search->text().trimmed().isEmpty() ? QString()
                           : count == 1                     ? tr("1 match")
                                                            : tr("%1 matches").arg(countText(count)));
}

void TreeBar::setWords(const widgets::TreeWords &words, bool hasPotential, widgets::TreeMarks marks)
{
    m_view->setWords(words);
    m_legend->setWords(words);
    m_legend->setMarks(marks);
    const QSignalBlocker blocker(m_color);
    const int chosen = hasPotential || m_color->currentIndex() < 2 ? m_color->currentIndex() : 0;
    m_color->clear();
    m_color->addItem(words.visits, int(widgets::TreeColoring::Visits));
    m_color->addItem(words.mean, int(widgets::TreeColoring::Mean));
    if (hasPotential)
        m_color->addItem(tr("potential"), int(widgets::TreeColoring::Potential));
    m_color->setCurrentIndex(std::max(0, chosen));
    m_view->setColoring(widgets::TreeColoring(m_color->currentData().toInt()));
}

void TreeBar::fold(const widgets::TreeItems &items, bool isNew)
{
    if (isAutomatic() && (isNew || m_view->shownNodes() > 2 * kAutomaticNodes))
        m_view->setLeastVisits(widgets::foldingFor(items, kAutomaticNodes));
}

} // namespace mutascope::gui
