// SPDX-License-Identifier: GPL-3.0-or-later
// The lineage of a mutant as a filmstrip: seed, step, step, ..., mutant.
#pragma once

#include <QAbstractScrollArea>
#include <QImage>
#include <QList>
#include <QString>

namespace mutascope::widgets {

struct FilmstripFrame {
    qint64 id = -1;
    QImage image;
    QString caption; // the mutation that led here, shown at the arrow; for the first frame shown below it
};

class Filmstrip : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit Filmstrip(QWidget *parent = nullptr);

    // The last frame (the mutant) becomes current; no signal is emitted.
    void setFrames(QList<FilmstripFrame> frames);
    const QList<FilmstripFrame> &frames() const;
    int currentIndex() const; // -1 when empty
    void setCurrentIndex(int index);
    void setFrameSize(int pixels);
    int frameSize() const;
    void setEmptyText(const QString &text);
    int indexAt(const QPoint &viewportPosition) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void frameClicked(int index); // mouse, Enter or Space
    void currentIndexChanged(int index); // every change, also by arrow keys

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void layoutChanged();
    void ensureVisible(int index);
    static QString fitting(const QString &caption, const QSize &room, const QFontMetrics &metrics);
    int neededArrowWidth() const;
    QRect frameRect(int index) const;
    QString description(int index) const;
    void paintFrame(QPainter &painter, int index) const;
    void paintArrow(QPainter &painter, int index) const;

    QList<FilmstripFrame> m_frames;
    QString m_emptyText;
    int m_current = -1;
    int m_frameSize = 96;
    int m_arrowWidth = 64;
};

} // namespace mutascope::widgets
