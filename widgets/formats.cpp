// SPDX-License-Identifier: GPL-3.0-or-later
// Words and fonts for figures.
#include "widgets/formats.h"

#include "widgets/run_status.h"

#include <QFontDatabase>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

QString formatDuration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0.0)
        return RunStatus::tr("unknown");
    const auto total = static_cast<qint64>(std::min(seconds, 1e12));
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString tail = two(total % 60);
    const qint64 minutes = total / 60 % 60;
    const qint64 hours = total / 3600 % 24;
    const qint64 days = total / 86400;
    if (days > 0)
        return RunStatus::tr("%1 d %2:%3:%4").arg(QString::number(days), two(hours), two(minutes), tail);
    if (hours > 0)
        return QStringLiteral("%1:%2:%3").arg(QString::number(hours), two(minutes), tail);
    return QStringLiteral("%1:%2").arg(QString::number(minutes), tail);
}

QString formatPercent(const QLocale &locale, double share, int decimals)
{
    if (!std::isfinite(share))
        return RunStatus::tr("n/a");
    return RunStatus::tr("%1 %").arg(locale.toString(share * 100.0, 'f', decimals));
}

QFont figureFont(const QFont &font)
{
    QFont figures = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0.0)
        figures.setPointSizeF(font.pointSizeF());
    else
        figures.setPixelSize(font.pixelSize());
    return figures;
}

} // namespace mutascope::widgets
