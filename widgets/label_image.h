// SPDX-License-Identifier: GPL-3.0-or-later
// An image to be judged: always of the same size in millimetres, on neutral grey whatever the theme, its
// pixels neither smoothed nor blended. Another image, the original, may stand beside it.
#pragma once

#include "widgets/label_mark.h"

#include <QImage>
#include <QWidget>

namespace mutascope::widgets {

class LabelImage : public QWidget {
    Q_OBJECT

public:
    static constexpr int ground = 0x80; // of each colour

    explicit LabelImage(QWidget *parent = nullptr);

    void setImages(const QImage &image, const QImage &beside = {});
    const QImage &image() const { return m_image; }
    const QImage &beside() const { return m_beside; }
    void setPlaceholder(const QString &text); // shown while there is no image
    // Of the longer side.
    void setSideMillimetres(double millimetres);
    double sideMillimetres() const { return m_millimetres; }
    // What is on the screen: less than asked for where the widget is too small.
    double shownMillimetres() const;
    bool isShrunk() const;
    QRectF imageRect() const; // where the image to be judged is drawn
    QRectF besideRect() const;
    // The verdict just given, over the image; an empty text takes it away.
    void setBadge(const QString &text, LabelMark mark = LabelMark::None);
    const QString &badge() const { return m_badge; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, 160}; }

Q_SIGNALS:
    void shrunkChanged(bool shrunk);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    double wantedSide() const; // in the widget's pixels
    double side() const;
    QRectF place(const QImage &image, int column) const;
    void drawImage(QPainter &painter, const QImage &image, const QRectF &area, const QString &caption) const;
    void drawBadge(QPainter &painter) const;
    void checkRoom();

    QImage m_image;
    QImage m_beside;
    QString m_placeholder;
    QString m_badge;
    LabelMark m_mark = LabelMark::None;
    double m_millimetres = 50;
    bool m_shrunk = false;
};

// A screen's pixels a millimetre, in the coordinates of widgets. Screens that do not know their size, or
// claim an impossible one, count as 96 dots an inch.
double pixelsPerMillimetre(const QWidget &widget);

} // namespace mutascope::widgets
