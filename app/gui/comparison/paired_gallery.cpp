// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/comparison/paired_gallery.h"

#include "app/gui/format.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>

namespace mutascope::gui {

namespace {

constexpr int imageSide = 72;
constexpr int gap = 6;
constexpr int mostImages = 4; // in a cell

// Whole multiples of the pixels where the image is small, so that every pixel stays a square.
QSize shownSize(const QSize &size)
{
    if (size.isEmpty())
        return {imageSide, imageSide};
    const int longest = std::max(size.width(), size.height());
    return longest <= imageSide ? size * (imageSide / longest)
                                : size.scaled(imageSide, imageSide, Qt::KeepAspectRatio);
}

class PairedDelegate : public QStyledItemDelegate {
public:
    explicit PairedDelegate(PairedGallery *gallery) : QStyledItemDelegate(gallery), m_gallery(gallery) { }

    static int heightOf(const QFontMetrics &metrics) { return imageSide + metrics.lineSpacing() + 3 * gap; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bridge::PairedRow &row = m_gallery->pairs()->rows()[index.row()];
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, option.palette.color(QPalette::AlternateBase));
        if (index.column() == 0)
            paintOne(*painter, slot(option.rect, 0), row.seed, row.label, option);
        else
            paintTests(*painter, option, row, index.column() - 1);
        painter->restore();
    }

    // The test at a position of a cell; null: none.
    const bridge::PairedTest *testAt(const QModelIndex &index, const QPoint &position,
                                     const QRect &cell) const
    {
        if (!index.isValid() || index.column() == 0)
            return nullptr;
        const auto &tests = m_gallery->pairs()->rows()[index.row()].tests[index.column() - 1];
        for (int i = 0; i < std::min(int(tests.size()), imagesIn(cell)); ++i)
            if (slot(cell, i).contains(position))
                return &tests[i];
        return nullptr;
    }

    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override
    {
        const bridge::PairedTest *test = testAt(index, event->pos(), option.rect);
        QToolTip::showText(event->globalPos(), test ? test->toolTip : index.data(Qt::ToolTipRole).toString(),
                           view);
        return true;
    }

private:
    static int imagesIn(const QRect &cell) { return std::max(1, (cell.width() - gap) / (imageSide + gap)); }

    static QRect slot(const QRect &cell, int place)
    {
        return {cell.left() + gap + place * (imageSide + gap), cell.top() + gap, imageSide,
                cell.height() - 2 * gap};
    }

    static void paintOne(QPainter &painter, const QRect &area, const QImage &image, const QString &caption,
                         const QStyleOptionViewItem &option)
    {
        const QSize size = shownSize(image.size());
        const QRect place(area.left() + (imageSide - size.width()) / 2,
                          area.top() + (imageSide - size.height()) / 2, size.width(), size.height());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, image.width() > imageSide);
        painter.drawImage(place, image);
        painter.setPen(option.palette.color(QPalette::Text));
        painter.drawText(QRect(area.left() - gap / 2, area.top() + imageSide + 2, imageSide + gap,
                               option.fontMetrics.lineSpacing()),
                         Qt::AlignCenter,
                         option.fontMetrics.elidedText(caption, Qt::ElideRight, imageSide + gap));
    }

    static void paintTests(QPainter &painter, const QStyleOptionViewItem &option,
                           const bridge::PairedRow &row, int group)
    {
        const QList<bridge::PairedTest> &tests = row.tests[group];
        for (int i = 0; i < std::min(int(tests.size()), imagesIn(option.rect)); ++i)
            paintOne(painter, slot(option.rect, i), tests[i].image, tests[i].caption, option);
        if (!tests.isEmpty())
            return;
        painter.setPen(option.palette.color(QPalette::PlaceholderText));
        painter.drawText(option.rect.adjusted(gap, 0, -gap, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         row.found[group] < 0 ? PairedGallery::tr("had other seeds")
                                              : PairedGallery::tr("no failing test"));
    }

    PairedGallery *m_gallery;
};

} // namespace

void PairedModel::setGroups(const QStringList &names)
{
    beginResetModel();
    m_groups = names;
    m_rows.clear();
    m_all = 0;
    m_waiting = false;
    endResetModel();
}

void PairedModel::setRows(int offset, const QList<bridge::PairedRow> &rows, int ofAll)
{
    m_waiting = false;
    m_all = ofAll;
    if (offset != m_rows.size() || rows.isEmpty())
        return;
    beginInsertRows({}, offset, offset + int(rows.size()) - 1);
    m_rows.append(rows);
    endInsertRows();
}

int PairedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int PairedModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_groups.isEmpty() ? 0 : int(m_groups.size()) + 1;
}

QVariant PairedModel::data(const QModelIndex &index, int role) const
{
    if (role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const bridge::PairedRow &row = m_rows[index.row()];
    if (index.column() == 0)
        return tr("Image %1 of the data, %2").arg(row.datasetIndex).arg(row.label);
    const qint64 found = row.found[index.column() - 1];
    return found < 0 ? tr("None of these runs began from this image.")
                     : tr("%1 failing tests of this image").arg(countText(found));
}

QVariant PairedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return section == 0 ? tr("Seed") : m_groups.value(section - 1);
}

bool PairedModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !m_waiting && !m_rows.isEmpty() && m_rows.size() < m_all;
}

void PairedModel::fetchMore(const QModelIndex &)
{
    m_waiting = true;
    Q_EMIT moreWanted(int(m_rows.size()));
}

PairedGallery::PairedGallery(QWidget *parent) : QTableView(parent), m_model(new PairedModel(this))
{
    setAccessibleName(tr("Tests of the same seed images, beside each other"));
    setModel(m_model);
    setItemDelegate(new PairedDelegate(this));
    setShowGrid(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(PairedDelegate::heightOf(fontMetrics()));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void PairedGallery::setGroups(const QStringList &names)
{
    m_model->setGroups(names);
    const int images = names.size() <= 2 ? mostImages : names.size() <= 4 ? 2 : 1;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int pictures = gap + (column == 0 ? 1 : images) * (imageSide + gap) + gap;
        setColumnWidth(column, std::max(pictures, horizontalHeader()->sectionSizeHint(column)));
    }
}

void PairedGallery::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    const QModelIndex index = indexAt(position);
    const auto *delegate = static_cast<const PairedDelegate *>(itemDelegate());
    if (const bridge::PairedTest *test = delegate->testAt(index, position, visualRect(index)))
        Q_EMIT testActivated(test->place, test->id);
}

} // namespace mutascope::gui
