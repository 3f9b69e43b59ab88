// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/compare_page.h"

#include "app/gui/compare/facts_panel.h"
#include "app/gui/compare/path_strip.h"
#include "app/gui/compare/short_name.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "widgets/filmstrip.h"
#include "widgets/image_compare.h"
#include "widgets/prediction_bars.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>

namespace mutascope::gui {

ComparePage::ComparePage(Workspace &workspace, TestList &tests, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_tests(tests)
{
    setFocusPolicy(Qt::StrongFocus);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(buildEmpty());
    m_stack->addWidget(buildContent());
    connect(&workspace, &Workspace::testActivated, this, &ComparePage::showTest);
    connect(&workspace, &Workspace::currentRunChanged, this, &ComparePage::clear);
    connect(&tests, &TestList::reset, this, &ComparePage::updateSteps);
    connect(&tests, &TestList::appended, this, &ComparePage::updateSteps);
}

QWidget *ComparePage::buildEmpty()
{
    auto *label = new QLabel(tr("No test is chosen. Double-click a thumbnail on the Tests page."));
    label->setAlignment(Qt::AlignCenter);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

QWidget *ComparePage::buildContent()
{
    auto *content = new QWidget;
    m_images = new widgets::ImageCompare;
    m_images->setObjectName(QStringLiteral("imageCompare"));
    m_film = new widgets::Filmstrip;
    m_film->setObjectName(QStringLiteral("lineage"));
    m_film->setAccessibleName(tr("Lineage from the seed to the test"));
    m_film->setFrameSize(84);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(16);
    middle->addWidget(m_images, 1);
    middle->addWidget(buildSide());
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    layout->addLayout(middle, 1);
    layout->addWidget(m_film);
    m_path = new PathStrip;
    m_path->setObjectName(QStringLiteral("pathStrip"));
    layout->addWidget(m_path);
    connect(m_path, &PathStrip::stationChosen, this, &ComparePage::showStation);
    connect(m_film, &widgets::Filmstrip::currentIndexChanged, this, &ComparePage::showFrame);
    connect(m_film, &widgets::Filmstrip::frameClicked, this, &ComparePage::showFrame);
    return content;
}

QToolButton *ComparePage::makeStepButton(const QString &icon, const QString &name, const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setText(name);
    button->setAccessibleName(name);
    button->setToolTip(toolTip);
    button->setAutoRaise(true);
    return button;
}

QWidget *ComparePage::buildHeader()
{
    auto *header = new QWidget;
    m_previous = makeStepButton(QStringLiteral("previous"), tr("Previous test"),
                                tr("Previous test of the list (Left, Page Up)"));
    m_next = makeStepButton(QStringLiteral("next"), tr("Next test"),
                            tr("Next test of the list (Right, Page Down)"));
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("compareTitle"));
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.35);
    font.setBold(true);
    m_title->setFont(font);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_position = new QLabel;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addSpacing(6);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_position);
    connect(m_previous, &QToolButton::clicked, this, &ComparePage::showPrevious);
    connect(m_next, &QToolButton::clicked, this, &ComparePage::showNext);
    return header;
}

QWidget *ComparePage::buildSide()
{
    auto *side = new QWidget;
    m_bars = new widgets::PredictionBars;
    m_bars->setObjectName(QStringLiteral("predictionBars"));
    m_bars->setLegendTexts(tr("seed"), tr("test"));
    m_facts = new FactsPanel;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(12);
    layout->addWidget(m_bars);
    layout->addWidget(m_facts);
    layout->addStretch();
    auto *area = new QScrollArea;
    area->setWidget(side);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFixedWidth(380);
    return area;
}

void ComparePage::clear()
{
    m_wanted = 0;
    m_details = {};
    m_images->clear();
    m_stack->setCurrentIndex(0);
}

void ComparePage::showTest(qint64 id)
{
    m_wanted = id;
    m_workspace.reader().fetchDetails(m_workspace.currentRun(), id, this,
                                      [this, id](const bridge::TestDetails &details) {
                                          if (m_wanted == id)
                                              showDetails(details);
                                      });
}

void ComparePage::showDetails(const bridge::TestDetails &details)
{
    m_details = details;
    showHeader();
    showPredictions();
    showLineage();
    m_path->setStations(details.path);
    m_facts->setDetails(details);
    showFrame(int(details.lineage.size()) - 1);
    updateSteps();
    m_stack->setCurrentIndex(1);
    Q_EMIT testShown(details.row.id);
}

void ComparePage::showHeader()
{
    const bridge::TestRow &row = m_details.row;
    const QString seed = m_workspace.className(row.label), now = m_workspace.className(row.predicted);
    const QString state = row.verified ? tr("failing, verified")
        : row.failing                  ? tr("failing, not verified")
                                       : tr("not failing");
    m_title->setText(tr("Test %1: %2 → %3 (%4)").arg(row.id).arg(shortName(seed), shortName(now), state));
    m_title->setToolTip(tr("Seed class %1, predicted %2").arg(seed, now));
}

void ComparePage::showPredictions()
{
    std::vector<widgets::PredictionRow> rows;
    for (std::size_t i = 0; i < m_details.after.size(); ++i) {
        const double before = i < m_details.before.size() ? double(m_details.before[i]) : 0;
        rows.push_back({m_workspace.className(int(i)), before, double(m_details.after[i])});
    }
    m_bars->setRows(std::move(rows), m_details.row.label, m_details.row.predicted);
}

void ComparePage::showLineage()
{
    QList<widgets::FilmstripFrame> frames;
    for (const bridge::LineageStep &step : m_details.lineage)
        frames.append({step.id, step.image, step.id == 0 ? tr("seed") : step.caption});
    m_film->setFrames(frames);
}

// The image of the lineage that is chosen, beside the seed.
void ComparePage::showFrame(int index)
{
    if (index < 0 || std::size_t(index) >= m_details.lineage.size())
        return;
    const bridge::LineageStep &step = m_details.lineage[std::size_t(index)];
    const QString caption = step.id == 0 ? tr("seed") : tr("test %1").arg(step.id);
    m_images->setImages(m_details.seedImage, step.image,
                        tr("seed: %1").arg(m_workspace.className(m_details.row.label)), caption);
}

void ComparePage::showStation(const QImage &image, const QString &caption)
{
    m_images->setImages(m_details.seedImage, image,
                        tr("seed: %1").arg(m_workspace.className(m_details.row.label)), caption);
}

void ComparePage::updateSteps()
{
    m_previous->setEnabled(m_tests.neighbour(m_details.row.id, -1) != 0);
    m_next->setEnabled(m_tests.neighbour(m_details.row.id, 1) != 0);
    const int index = m_tests.position(m_details.row.id);
    m_position->setText(
        index < 0 ? tr("not in the filtered list")
                  : tr("%1 of %2").arg(countText(index + 1), countText(qint64(m_tests.rows().size()))));
}

void ComparePage::showNext()
{
    if (const qint64 id = m_tests.neighbour(m_wanted, 1); id != 0)
        showTest(id);
}

void ComparePage::showPrevious()
{
    if (const qint64 id = m_tests.neighbour(m_wanted, -1); id != 0)
        showTest(id);
}

void ComparePage::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        return showPrevious();
    case Qt::Key_Right:
    case Qt::Key_PageDown:
        return showNext();
    default:
        return QWidget::keyPressEvent(event);
    }
}

} // namespace mutascope::gui
