// SPDX-License-Identifier: GPL-3.0-or-later
// Three linked panes: seed, mutant and their signed difference, with common zoom, pan and pixel readout.
#pragma once

#include "widgets/image_difference.h"

#include <QWidget>
#include <memory>

class QToolButton;

namespace mutascope::widgets {

class ImageCompare : public QWidget {
    Q_OBJECT

public:
    enum class ScaleMode { Automatic, Full }; // largest |d|, or always 255
    Q_ENUM(ScaleMode)

    explicit ImageCompare(QWidget *parent = nullptr);
    ~ImageCompare() override;

    // Keeps zoom and pan when the size of the images does not change.
    void setImages(const QImage &seed, const QImage &mutant, const QString &seedCaption = {},
                   const QString &mutantCaption = {});
    void clear();
    void setScaleMode(ScaleMode mode);
    ScaleMode scaleMode() const;
    void setDifferenceVisible(bool visible);
    // Zoom buttons and readout; the keys and the mouse work without them.
    void setControlsVisible(bool visible);

    const ImageDifference &difference() const;
    QString scaleText() const; // "difference, scale ±64 of 255"
    QString readoutText() const; // what the line under the panes shows now
    QString pixelText(const QPoint &pixel) const;

    double zoom() const; // screen pixels for one image pixel
    bool isFit() const;
    bool isFlickering() const; // the seed stands in the mutant's place

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void zoomToFit();
    void zoomToActualSize();
    // Shows the seed in the mutant's place, as holding Space does.
    void setFlickering(bool flickering);

Q_SIGNALS:
    void zoomChanged(double zoom);
    void scaleModeChanged(mutascope::widgets::ImageCompare::ScaleMode mode);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Private;
    void buildPanes();
    void buildZoomRow();
    void buildFooter();
    QToolButton *zoomButton(const QString &text, const QString &toolTip, void (ImageCompare::*slot)());
    void updateDifference();
    void updateViews();
    void updateTexts();
    void setZoom(double zoom, const QPointF &anchor);
    void panBy(const QPointF &delta);
    void panByKey(int key);
    void hover(const QPoint &pixel);

    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
