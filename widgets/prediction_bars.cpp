// SPDX-License-Identifier: GPL-3.0-or-later
// Class probabilities before and after the mutation as pairs of horizontal bars.
#include "widgets/prediction_bars.h"

#include "widgets/colors.h"

#include <QEvent>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope::widgets {
namespace {

constexpr int kGap = 8;

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

PredictionBars::PredictionBars(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Predictions before and after"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void PredictionBars::setRows(std::vector<PredictionRow> rows, int trueClass, int predictedClass)
{
    m_rows = std::move(rows);
    m_trueClass = trueClass;
    m_predictedClass = predictedClass;
    chooseRows();
}

void PredictionBars::clear()
{
    setRows({}, -1, -1);
}

void PredictionBars::setSorted(bool sorted)
{
    m_sorted = sorted;
    chooseRows();
}

void PredictionBars::setRowLimit(int rows)
{
    m_rowLimit = std::max(2, rows);
    chooseRows();
}

void PredictionBars::setLegendTexts(const QString &before, const QString &after)
{
    m_beforeText = before;
    m_afterText = after;
    update();
}

bool PredictionBars::isSorted() const
{
    return m_sorted;
}
int PredictionBars::rowLimit() const
{
    return m_rowLimit;
}
QList<int> PredictionBars::shownClasses() const
{
    return m_shown;
}
int PredictionBars::hiddenCount() const
{
    return static_cast<int>(m_rows.size()) - static_cast<int>(m_shown.size());
}

void PredictionBars::chooseRows()
{
    const auto weight = [this](int i) {
        const PredictionRow &row = m_rows[static_cast<std::size_t>(i)];
        const bool marked = i == m_trueClass || i == m_predictedClass;
        return (marked ? 2.0 : 0.0) + std::max(row.before, row.after);
    };
    const auto probability = [this](int i) {
        const PredictionRow &row = m_rows[static_cast<std::size_t>(i)];
        return std::max(row.before, row.after);
    };
    m_shown.resize(static_cast<qsizetype>(m_rows.size()));
    std::iota(m_shown.begin(), m_shown.end(), 0);
    std::stable_sort(m_shown.begin(), m_shown.end(), [&](int a, int b) { return weight(a) > weight(b); });
    m_shown.resize(std::min<qsizetype>(m_shown.size(), m_rowLimit));
    std::sort(m_shown.begin(), m_shown.end());
    if (m_sorted) {
        std::stable_sort(m_shown.begin(), m_shown.end(),
                         [&](int a, int b) { return probability(a) > probability(b); });
    }
    updateAccessibleText();
    updateGeometry();
    update();
}

void PredictionBars::updateAccessibleText()
{
    QStringList lines;
    for (const int index : m_shown)
        lines.append(description(index));
    setAccessibleDescription(lines.join(u' '));
}

QString PredictionBars::markText(int classIndex) const
{
    QStringList marks;
    if (classIndex >= 0 && classIndex == m_trueClass)
        marks << tr("true");
    if (classIndex >= 0 && classIndex == m_predictedClass)
        marks << tr("predicted");
    return marks.join(QStringLiteral(", "));
}

QString PredictionBars::description(int classIndex) const
{
    if (classIndex < 0 || classIndex >= static_cast<int>(m_rows.size()))
        return {};
    const PredictionRow &row = m_rows[static_cast<std::size_t>(classIndex)];
    const QString mark = markText(classIndex);
    const QString name = mark.isEmpty() ? row.name : tr("%1 (%2)").arg(row.name, mark);
    return tr("%1: %2 before, %3 after.")
        .arg(name, formatProbability(row.before), formatProbability(row.after));
}

QString PredictionBars::formatProbability(double value) const
{
    if (!std::isfinite(value))
        return tr("n/a");
    if (value > 0.0 && value < 0.0005)
        return tr("< 0.1 %");
    return tr("%1 %").arg(locale().toString(value * 100.0, 'f', 1));
}

int PredictionBars::rowHeight() const
{
    return 2 * (fontMetrics().height() - 2) + 8;
}
int PredictionBars::headerHeight() const
{
    return fontMetrics().height() + 10;
}

QSize PredictionBars::sizeHint() const
{
    const int lines = std::max<int>(1, static_cast<int>(m_shown.size()));
    const int more = hiddenCount() > 0 ? fontMetrics().height() + 4 : 0;
    return {380, headerHeight() + lines * rowHeight() + more + 4};
}

QSize PredictionBars::minimumSizeHint() const
{
    return {240, sizeHint().height()};
}

PredictionBars::Columns PredictionBars::columns() const
{
    Columns result;
    const QFontMetrics bold(boldFont(font()));
    for (const int index : m_shown) {
        result.name
            = std::max(result.name, bold.horizontalAdvance(m_rows[static_cast<std::size_t>(index)].name));
        result.mark = std::max(result.mark, bold.horizontalAdvance(markText(index)));
    }
    result.value = fontMetrics().horizontalAdvance(formatProbability(1.0)) + 4;
    result.name = std::min(result.name, std::max(60, width() * 2 / 5));
    result.bar = std::max(20, width() - result.name - result.mark - result.value - 3 * kGap - 2);
    return result;
}

int PredictionBars::classAt(const QPoint &position) const
{
    const int line = (position.y() - headerHeight()) / rowHeight();
    return position.y() >= headerHeight() && line < m_shown.size() ? m_shown[line] : -1;
}

QColor PredictionBars::beforeColor() const
{
    return seriesColor(0, palette());
}
QColor PredictionBars::afterColor() const
{
    return seriesColor(1, palette());
}

void PredictionBars::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    if (m_rows.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No prediction"));
        return;
    }
    paintLegend(painter);
    for (int line = 0; line < m_shown.size(); ++line)
        paintRow(painter, line);
    if (hiddenCount() == 0)
        return;
    const int top = headerHeight() + static_cast<int>(m_shown.size()) * rowHeight();
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, top, width(), fontMetrics().height() + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("… %n more", nullptr, hiddenCount()));
}

void PredictionBars::paintLegend(QPainter &painter) const
{
    const int edge = fontMetrics().ascent();
    int x = columns().name + columns().mark + 2 * kGap;
    const auto entry = [&](const QColor &color, const QString &text) {
        painter.fillRect(QRect(x, 3, edge, edge), color);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(x + edge + 5, 3 + edge - fontMetrics().descent() / 2, text);
        x += edge + 5 + fontMetrics().horizontalAdvance(text) + 2 * kGap;
    };
    entry(beforeColor(), m_beforeText.isEmpty() ? tr("before") : m_beforeText);
    entry(afterColor(), m_afterText.isEmpty() ? tr("after") : m_afterText);
}

void PredictionBars::paintRow(QPainter &painter, int line) const
{
    const int index = m_shown[line];
    const PredictionRow &row = m_rows[static_cast<std::size_t>(index)];
    const Columns column = columns();
    const int top = headerHeight() + line * rowHeight();
    const QString mark = markText(index);
    painter.save();
    if (!mark.isEmpty())
        painter.setFont(boldFont(font()));
    painter.setPen(palette().color(QPalette::WindowText));
    const QString name = painter.fontMetrics().elidedText(row.name, Qt::ElideRight, column.name);
    painter.drawText(QRect(0, top, column.name, rowHeight() - 6), Qt::AlignRight | Qt::AlignVCenter, name);
    const bool wrong = m_trueClass >= 0 && index != m_trueClass;
    if (m_trueClass >= 0)
        painter.setPen(accentColor(wrong ? Accent::Error : Accent::Good, palette()));
    painter.drawText(QRect(column.name + kGap, top, column.mark, rowHeight() - 6),
                     Qt::AlignLeft | Qt::AlignVCenter, mark);
    painter.restore();
    const int half = (rowHeight() - 8) / 2;
    const int left = column.name + column.mark + 2 * kGap;
    paintBar(painter, QRect(left, top, column.bar, half), row.before, beforeColor());
    paintBar(painter, QRect(left, top + half + 1, column.bar, half), row.after, afterColor());
}

void PredictionBars::paintBar(QPainter &painter, const QRect &area, double value, const QColor &color) const
{
    const double share = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0;
    const QRect track = area.adjusted(0, 2, 0, -2);
    painter.fillRect(track,
                     mixed(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.08));
    QRect bar = track;
    bar.setWidth(static_cast<int>(std::lround(share * track.width())));
    painter.fillRect(bar, color);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect text(area.right() + kGap / 2, area.top() - 1, columns().value + kGap / 2, area.height() + 2);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, formatProbability(value));
}

bool PredictionBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), description(classAt(help->pos())), this);
    return true;
}

void PredictionBars::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LocaleChange)
        chooseRows();
    if (event->type() == QEvent::PaletteChange)
        update();
}

} // namespace mutascope::widgets
