// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual grid of thumbnails: only the visible cells are painted and asked for, so 100,000 items scroll
// smoothly.
#pragma once

#include <QAbstractScrollArea>
#include <QImage>
#include <QList>
#include <QString>
#include <memory>
#include <vector>

namespace mutascope::widgets {

struct ThumbnailItem {
    enum class Badge { None, Failing, Verified, Queue };
    qint64 id = -1;
    QString caption; // "seed class → predicted class" breaks before the arrow when it does not fit
    QString toolTip;
    Badge badge = Badge::None;
};

class ThumbnailGrid : public QAbstractScrollArea {
    Q_OBJECT
    Q_PROPERTY(int cellSize READ cellSize WRITE setCellSize NOTIFY cellSizeChanged)

public:
    static constexpr qint64 kNoId = -1;
    static constexpr int kMinimumCellSize = 32;
    static constexpr int kMaximumCellSize = 320;

    explicit ThumbnailGrid(QWidget *parent = nullptr);
    ~ThumbnailGrid() override;

    // Replaces everything; keeps cached images of ids that stay. Items with an id already present are
    // ignored.
    void setItems(std::vector<ThumbnailItem> items);
    // Keeps scroll position, selection and current item.
    void appendItems(std::vector<ThumbnailItem> items);
    // Replaces caption, tool tip and badge of the item with the same id.
    void updateItem(const ThumbnailItem &item);
    void clear();
    qsizetype count() const;
    const ThumbnailItem *item(qint64 id) const;
    const ThumbnailItem *itemAt(qsizetype row) const;

    // Answer to thumbnailsWanted(); a null image marks the thumbnail as unavailable.
    void setThumbnail(qint64 id, const QImage &image);
    bool hasThumbnail(qint64 id) const;
    // Drops all images and open requests, the visible ones are asked for again.
    void invalidateThumbnails();
    void setCacheLimit(int images);
    int cacheLimit() const;
    int cachedCount() const;

    qint64 currentId() const;
    void setCurrentId(qint64 id);
    QList<qint64> selectedIds() const;
    void setSelectedIds(const QList<qint64> &ids);
    void clearSelection();
    QList<qint64> visibleIds() const;
    qint64 idAt(const QPoint &viewportPosition) const;

    int cellSize() const;
    QString emptyText() const;
    void setEmptyText(const QString &text);

public Q_SLOTS:
    void setCellSize(int pixels);
    void selectAll();

Q_SIGNALS:
    void thumbnailsWanted(const QList<qint64> &ids);
    void currentChanged(qint64 id);
    void activated(qint64 id);
    void selectionChanged();
    void cellSizeChanged(int pixels);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Private;
    void layoutChanged();
    void requestVisible();
    void moveCurrent(qsizetype row, Qt::KeyboardModifiers modifiers);
    void selectTo(qsizetype row, Qt::KeyboardModifiers modifiers);
    void ensureVisible(qsizetype row);
    qsizetype rowForKey(const QKeyEvent &event) const;
    void paintCell(QPainter &painter, qsizetype row);
    void paintCaption(QPainter &painter, const QRect &area, const QString &caption) const;
    void paintImage(QPainter &painter, const QRect &area, qint64 id);
    void paintEmptyText(QPainter &painter);
    bool showToolTip(QEvent *event);
    QRect cellRect(qsizetype row) const;

    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
