// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/box_board.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>

namespace mutascope::gui {

namespace {

constexpr int plotWidth = 390; // wished for
constexpr int plotHeight = 240;

} // namespace

BoxBoard::BoxBoard(QWidget *parent) : QScrollArea(parent)
{
    setAccessibleName(tr("Box plots"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    m_board = new QWidget;
    m_grid = new QGridLayout(m_board);
    m_grid->setSpacing(10);
    m_hint = new QLabel(tr("A box a generator appears here for each figure, as soon as runs are measured."));
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setAlignment(Qt::AlignCenter);
    m_grid->addWidget(m_hint, 0, 0);
    setWidget(m_board);
}

void BoxBoard::setPlots(std::vector<widgets::BoxPlotData> plots)
{
    while (m_plots.size() > qsizetype(plots.size()))
        delete m_plots.takeLast();
    while (m_plots.size() < qsizetype(plots.size())) {
        auto *plot = new widgets::BoxPlot;
        plot->setFixedHeight(plotHeight);
        m_plots.append(plot);
    }
    for (std::size_t i = 0; i < plots.size(); ++i)
        m_plots[qsizetype(i)]->setData(std::move(plots[i]));
    m_hint->setVisible(m_plots.isEmpty());
    m_columns = 0;
    arrange();
}

void BoxBoard::arrange()
{
    const int columns = std::max(1, viewport()->width() / plotWidth);
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < m_plots.size(); ++i)
        m_grid->addWidget(m_plots[i], i / columns, i % columns);
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    const int rows = (int(m_plots.size()) + columns - 1) / columns;
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, 0);
    m_grid->setRowStretch(std::max(1, rows), m_plots.isEmpty() ? 0 : 1);
}

void BoxBoard::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

} // namespace mutascope::gui
