// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share_table.h"

#include "widgets/colors.h"
#include "widgets/export_dialog.h"
#include "widgets/share_table_model.h"

#include <QEvent>
#include <QHeaderView>
#include <algorithm>

namespace mutascope::widgets {

namespace {

constexpr int fittedColumns = 40; // of more, all have the same width: measuring them takes long

QByteArray quoted(QString text)
{
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QStringLiteral("\"\""))).toUtf8();
}

QByteArray headOf(const ShareTableData &data)
{
    QByteArray head = quoted(data.rowTitle);
    for (const QString &column : data.columns)
        for (const QString &what : {QStringLiteral("share"), data.partName, data.wholeName})
            head += ',' + quoted(column + QStringLiteral(" (") + what + QLatin1Char(')'));
    return head + '\n';
}

} // namespace

ShareTable::ShareTable(QWidget *parent) : QTableView(parent), m_model(new ShareTableModel(this))
{
    m_model->setPalette(palette());
    setModel(m_model);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->setHighlightSections(false);
}

bool ShareTable::setData(ShareTableData data)
{
    if (data.cells.size() != std::size_t(data.rows.size()) * std::size_t(data.columns.size()))
        return false;
    const bool few = data.columns.size() <= fittedColumns;
    m_model->setTable(std::move(data));
    horizontalHeader()->setDefaultSectionSize(fontMetrics().horizontalAdvance(QStringLiteral("100.0 %")) * 3
                                              / 2);
    if (few)
        resizeColumnsToContents();
    return true;
}

const ShareTableData &ShareTable::data() const
{
    return m_model->table();
}

QString ShareTable::cellText(int row, int column) const
{
    return m_model->text(row, column);
}

// From the ground of the table to a strong colour; in equal steps of lightness, so that it is read without
// seeing colours as well.
QColor ShareTable::colorOf(double share, const QPalette &palette)
{
    return mixed(palette.color(QPalette::Base), seriesColor(1, palette), std::clamp(share, 0.0, 1.0) * 0.9);
}

QByteArray ShareTable::csv() const
{
    const ShareTableData &table = data();
    QByteArray text = headOf(table);
    std::size_t at = 0;
    for (const QString &row : table.rows) {
        text += quoted(row);
        for (qsizetype column = 0; column < table.columns.size(); ++column, ++at) {
            const ShareTableData::Cell &cell = table.cells[at];
            text += ',' + (cell.whole > 0 ? QByteArray::number(cell.share(), 'g', 17) : QByteArray()) + ','
                + QByteArray::number(cell.part) + ',' + QByteArray::number(cell.whole);
        }
        text += '\n';
    }
    return text;
}

bool ShareTable::exportTo(const QString &path, QString *error) const
{
    return saveBytes(path, csv(), error);
}

void ShareTable::askExportPath()
{
    exportWhenChosen(makeExportDialog(this, tr("Export Table"), tr("CSV (*.csv)"), QStringLiteral("csv")),
                     this);
}

void ShareTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setPalette(palette());
}

} // namespace mutascope::widgets
