// SPDX-License-Identifier: GPL-3.0-or-later
// Signed difference of two images as a picture with a stated scale.
#include "widgets/image_difference.h"

#include <QColor>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mutascope::widgets {
namespace {

QImage rgbImage(const QImage &image)
{
    return image.convertToFormat(QImage::Format_RGB32);
}

template <typename Visit> void forEachPair(const QImage &a, const QImage &b, Visit visit)
{
    for (int y = 0; y < a.height(); ++y) {
        const auto *lineA = reinterpret_cast<const QRgb *>(a.constScanLine(y));
        const auto *lineB = reinterpret_cast<const QRgb *>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x)
            visit(x, y, lineA[x], lineB[x]);
    }
}

int maximumDifference(const QImage &a, const QImage &b)
{
    int maximum = 0;
    forEachPair(a, b, [&maximum](int, int, QRgb p, QRgb q) {
        maximum = std::max({maximum, std::abs(qRed(q) - qRed(p)), std::abs(qGreen(q) - qGreen(p)),
                            std::abs(qBlue(q) - qBlue(p))});
    });
    return maximum;
}

int aroundMidGrey(int difference, int scale)
{
    return channelLevel(static_cast<double>(difference) / scale);
}

QRgb differenceColor(QRgb seed, QRgb mutant, int scale, bool grey)
{
    if (grey)
        return divergingColor(static_cast<double>(qRed(mutant) - qRed(seed)) / scale);
    return qRgb(aroundMidGrey(qRed(mutant) - qRed(seed), scale),
                aroundMidGrey(qGreen(mutant) - qGreen(seed), scale),
                aroundMidGrey(qBlue(mutant) - qBlue(seed), scale));
}

} // namespace

bool isGreyImage(const QImage &image)
{
    return image.allGray();
}

int channelLevel(double value)
{
    return static_cast<int>(std::lround(127.5 + 127.5 * std::clamp(value, -1.0, 1.0)));
}

QRgb divergingColor(double value)
{
    const double share = std::clamp(value, -1.0, 1.0);
    const QColor end = share < 0.0 ? QColor(0x21, 0x66, 0xac) : QColor(0xb2, 0x18, 0x2b);
    const auto fade = [share](int channel) {
        return static_cast<int>(std::lround(255.0 + (channel - 255.0) * std::abs(share)));
    };
    return qRgb(fade(end.red()), fade(end.green()), fade(end.blue()));
}

ImageDifference signedDifference(const QImage &seed, const QImage &mutant, int fixedScale)
{
    ImageDifference result;
    if (seed.isNull() || seed.size() != mutant.size())
        return result;
    const QImage a = rgbImage(seed);
    const QImage b = rgbImage(mutant);
    result.grey = isGreyImage(a) && isGreyImage(b);
    result.maximum = maximumDifference(a, b);
    result.scale = fixedScale > 0 ? fixedScale : result.maximum;
    result.image = QImage(a.size(), QImage::Format_RGB32);
    const int divisor = std::max(result.scale, 1);
    forEachPair(a, b, [&](int x, int y, QRgb p, QRgb q) {
        reinterpret_cast<QRgb *>(result.image.scanLine(y))[x] = differenceColor(p, q, divisor, result.grey);
    });
    return result;
}

} // namespace mutascope::widgets
