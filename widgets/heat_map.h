// SPDX-License-Identifier: GPL-3.0-or-later
// An image with signed values over its pixels: one colour where a value is positive, another where it is
// negative, the stronger the further from 0.
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

namespace mutascope::widgets {

struct HeatMapData {
    QImage image;
    std::vector<float> values; // one a pixel, row after row
};

class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget *parent = nullptr);

    // Refuses (false) values that do not fit the image.
    bool setData(HeatMapData data);
    const HeatMapData &data() const { return m_data; }
    void clear(const QString &why);
    const QString &emptyText() const { return m_emptyText; }
    float largest() const { return m_largest; } // |value|; finite ones only
    // The colours alone, as strong as the values, transparent where there is nothing.
    static QImage overlay(const QSize &size, const std::vector<float> &values, float largest,
                          const QPalette &palette);
    static QColor colorOf(bool positive, const QPalette &palette);
    QRect imageRect() const; // where the image stands

    QSize sizeHint() const override { return {240, 240}; }
    QSize minimumSizeHint() const override { return {96, 96}; }

protected:
    bool event(QEvent *event) override; // tool tips
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void drawPicture();

    HeatMapData m_data;
    QImage m_picture; // what is drawn; null: to be made
    float m_largest = 0;
    QString m_emptyText;
};

} // namespace mutascope::widgets
