// SPDX-License-Identifier: GPL-3.0-or-later
// Signed difference of two images as a picture with a stated scale.
#pragma once

#include <QImage>
#include <QPoint>
#include <QString>

namespace mutascope::widgets {

struct ImageDifference {
    QImage image; // null when the two images cannot be compared
    int maximum = 0; // largest |mutant - seed| over all pixels and channels, in levels of 255
    int scale = 0; // the |difference| that gets the full colour; 0 when the images are equal
    bool grey = true; // diverging blue-white-red map; otherwise per channel around mid-grey
};

// fixedScale 0 means: use the largest difference.
ImageDifference signedDifference(const QImage &seed, const QImage &mutant, int fixedScale = 0);

// Blue (negative) over white (zero) to red (positive); value is clamped to -1..1.
QRgb divergingColor(double value);

// The channel level of a share -1..1 in the difference of colour images: 0 at -1, 128 at 0, 255 at 1.
int channelLevel(double value);

// True when every pixel has equal channels.
bool isGreyImage(const QImage &image);

} // namespace mutascope::widgets
