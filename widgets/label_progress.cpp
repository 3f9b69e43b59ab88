// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_progress.h"

#include "widgets/colors.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <cmath>

namespace mutascope::widgets {

class LabelProgressBar : public QWidget {
public:
    explicit LabelProgressBar(const LabelProgressData *progress) : m_progress(progress)
    {
        setFixedHeight(10);
        setMinimumWidth(80);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const double radius = height() / 2.0;
        const QColor window = palette().color(QPalette::Window);
        painter.setBrush(mixed(window, palette().color(QPalette::WindowText), 0.18));
        painter.drawRoundedRect(rect(), radius, radius);
        if (m_progress->total == 0 || m_progress->done == 0)
            return;
        const double share = qMin(1.0, double(m_progress->done) / double(m_progress->total));
        painter.setBrush(accentColor(Accent::Good, palette()));
        painter.drawRoundedRect(QRectF(0, 0, qMax(double(height()), width() * share), height()), radius,
                                radius);
    }

private:
    const LabelProgressData *m_progress;
};

LabelProgress::LabelProgress(QWidget *parent)
    : QWidget(parent), m_bar(new LabelProgressBar(&m_progress)), m_count(new QLabel), m_pace(new QLabel)
{
    m_count->setObjectName(QStringLiteral("labelCount"));
    m_pace->setObjectName(QStringLiteral("labelPace"));
    m_pace->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_count);
    layout->addWidget(m_pace);
    setProgress({});
}

QString LabelProgress::timeLeft(double seconds)
{
    if (seconds < 45)
        return tr("less than a minute left");
    const auto minutes = qint64(std::lround(seconds / 60));
    if (minutes < 90)
        return tr("about %1 min left").arg(minutes);
    return tr("about %1 h left").arg(std::lround(double(minutes) / 60));
}

void LabelProgress::setProgress(const LabelProgressData &progress)
{
    m_progress = progress;
    const QLocale locale = this->locale();
    QString count = tr("%1 of %2").arg(locale.toString(progress.done), locale.toString(progress.total));
    if (progress.skipped > 0)
        count += QStringLiteral(" · ") + tr("%1 skipped").arg(locale.toString(progress.skipped));
    m_count->setText(count);
    QString pace;
    const qint64 left = progress.total - progress.done;
    if (progress.secondsPerItem > 0 && left > 0)
        pace = tr("%1 s an image").arg(locale.toString(progress.secondsPerItem, 'f', 1))
            + QStringLiteral(" · ") + timeLeft(progress.secondsPerItem * double(left));
    m_pace->setText(pace);
    m_pace->setVisible(!pace.isEmpty());
    setAccessibleName(tr("Progress: %1").arg(text()));
    m_bar->update();
}

QString LabelProgress::text() const
{
    return m_pace->text().isEmpty() ? m_count->text()
                                    : m_count->text() + QStringLiteral(" · ") + m_pace->text();
}

} // namespace mutascope::widgets
