// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/images_panel.h"

#include "app/gui/format.h"
#include "widgets/filmstrip.h"
#include "widgets/thumbnail_grid.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <algorithm>

namespace mutascope::gui {

namespace {

constexpr int cellSize = 64;
constexpr int filmSize = 72;

QLabel *labelOf(const QString &text, QWidget *buddy)
{
    auto *label = new QLabel(text);
    label->setBuddy(buddy);
    return label;
}

} // namespace

ImagesPanel::ImagesPanel(QWidget *parent) : QWidget(parent)
{
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("treeImagesNote"));
    m_note->setWordWrap(true);
    m_before = makeGrid(QStringLiteral("treeBefore"), tr("Images before the change"));
    m_after = makeGrid(QStringLiteral("treeAfter"), tr("Images after the change"));
    m_film = new widgets::Filmstrip;
    m_film->setObjectName(QStringLiteral("treeFilm"));
    m_film->setAccessibleName(tr("Way of one image from the root to the node"));
    m_film->setFrameSize(filmSize);
    m_film->setEmptyText(tr("The way of an image from the root to the node appears here."));
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_note, 0, 0, 1, 2);
    layout->addWidget(labelOf(tr("Before"), m_before), 1, 0);
    layout->addWidget(labelOf(tr("After"), m_after), 1, 1);
    layout->addWidget(m_before, 2, 0);
    layout->addWidget(m_after, 2, 1);
    layout->addWidget(labelOf(tr("From the root to the node"), m_film), 3, 0, 1, 2);
    layout->addWidget(m_film, 4, 0, 1, 2);
    layout->setRowStretch(2, 1);
    connect(m_film, &widgets::Filmstrip::frameClicked, this,
            [this](int index) { Q_EMIT nodeChosen(m_film->frames().at(index).id); });
    // The two grids show the same image at the same place.
    const auto link = [this](widgets::ThumbnailGrid *from, widgets::ThumbnailGrid *to) {
        connect(from->verticalScrollBar(), &QScrollBar::valueChanged, to->verticalScrollBar(),
                &QScrollBar::setValue);
        connect(from, &widgets::ThumbnailGrid::currentChanged, this, [this, to](qint64 id) {
            if (id < 0 || to->currentId() == id)
                return;
            to->setCurrentId(id);
            Q_EMIT imageChosen(int(id));
        });
    };
    link(m_before, m_after);
    link(m_after, m_before);
    clear(tr("Choose a node of the tree."));
}

widgets::ThumbnailGrid *ImagesPanel::makeGrid(const QString &name, const QString &accessibleName)
{
    auto *grid = new widgets::ThumbnailGrid;
    grid->setObjectName(name);
    grid->setAccessibleName(accessibleName);
    grid->setCellSize(cellSize);
    grid->setEmptyText(QString());
    return grid;
}

int ImagesPanel::shown() const
{
    return int(std::max<qint64>(0, m_after->currentId()));
}

void ImagesPanel::clear(const QString &why)
{
    setImages({});
    m_note->setText(why);
}

void ImagesPanel::fill(widgets::ThumbnailGrid *grid, bool after)
{
    std::vector<widgets::ThumbnailItem> items;
    for (qsizetype i = 0; i < m_images.batch.size(); ++i) {
        const bridge::TreeImages::Entry &entry = m_images.batch[i];
        const QString state = entry.changed ? tr("changed here") : tr("not changed here");
        items.push_back({i, entry.caption, tr("%1: %2").arg(entry.caption, state),
                         after && entry.changed ? widgets::ThumbnailItem::Badge::Queue
                                                : widgets::ThumbnailItem::Badge::None});
    }
    const QSignalBlocker blocker(grid);
    grid->setItems(std::move(items));
    for (qsizetype i = 0; i < m_images.batch.size(); ++i)
        grid->setThumbnail(i, after ? m_images.batch[i].after : m_images.batch[i].before);
    if (!m_images.batch.isEmpty())
        grid->setCurrentId(m_images.shown);
}

void ImagesPanel::setImages(const bridge::TreeImages &images)
{
    m_images = images;
    fill(m_before, false);
    fill(m_after, true);
    QList<widgets::FilmstripFrame> frames;
    for (const bridge::TreeImages::Frame &frame : images.frames)
        frames.append({frame.node, frame.image, frame.caption});
    m_film->setFrames(frames);
    const auto changed = std::count_if(images.batch.begin(), images.batch.end(),
                                       [](const bridge::TreeImages::Entry &entry) { return entry.changed; });
    m_note->setText(images.batch.size() == 1 ? (changed == 1 ? tr("The image is changed at this node.")
                                                             : tr("The image is not changed at this node."))
                                             : tr("%1 of %2 images are changed at this node.")
                                                   .arg(countText(changed), countText(images.batch.size())));
}

} // namespace mutascope::gui
