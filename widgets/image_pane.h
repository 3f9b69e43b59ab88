// SPDX-License-Identifier: GPL-3.0-or-later
// One image at a given zoom and centre; several panes share one view and so move together.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

namespace mutascope::widgets {

struct ImageView {
    double zoom = 1.0; // screen pixels for one image pixel
    QPointF center{0.0, 0.0}; // image coordinates in the middle of the pane
    QPoint hovered{-1, -1}; // image pixel under the mouse
};

class ImagePane : public QWidget {
    Q_OBJECT

public:
    explicit ImagePane(const ImageView *view, QWidget *parent = nullptr);

    void setImage(const QImage &image);
    const QImage &image() const { return m_image; }
    void setPlaceholder(const QString &text);
    QPointF toImage(const QPointF &position) const;
    QPointF fromImage(const QPointF &point) const;
    QPoint pixelAt(const QPointF &position) const; // (-1, -1) outside
    QSize sizeHint() const override { return {220, 220}; }
    QSize minimumSizeHint() const override { return {80, 80}; }

Q_SIGNALS:
    void zoomRequested(double factor, const QPointF &anchor); // anchor in image coordinates
    void panRequested(const QPointF &delta); // in image coordinates
    void pixelHovered(const QPoint &pixel);
    void fitRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void paintGrid(QPainter &painter, const QRectF &target) const;
    void paintHovered(QPainter &painter) const;

    const ImageView *m_view;
    QImage m_image;
    QString m_placeholder;
    QPointF m_dragStart;
    bool m_dragging = false;
};

} // namespace mutascope::widgets
