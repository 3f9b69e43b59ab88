// SPDX-License-Identifier: GPL-3.0-or-later
// Live status of a run in boxed groups, as fuzzers show it.
#include "widgets/run_status.h"

#include "widgets/colors.h"
#include "widgets/elided_label.h"
#include "widgets/formats.h"
#include "widgets/yield_table.h"

#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QHash>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace mutascope::widgets {
namespace {

constexpr int valueDigits = 11; // "kmnc:k=1000" and a thousand millions fit

double ratio(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / whole : 0.0;
}

} // namespace

struct RunStatus::Private {
    RunStatusData data;
    QHash<QString, QLabel *> values;
    QProgressBar *budget = nullptr;
    YieldTable *yields = nullptr;
    double slow = 60.0;
    double stale = 300.0;

    void addRow(QFormLayout *form, const QString &key, const QString &label);
    void set(const char *key, const QString &text);
    void paint(const char *key, std::optional<Accent> accent, const QPalette &palette);
};

void RunStatus::Private::addRow(QFormLayout *form, const QString &key, const QString &label)
{
    auto *value = new ElidedLabel(valueDigits, form->parentWidget());
    value->setFont(figureFont(form->parentWidget()->font()));
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setAccessibleDescription(label);
    form->addRow(label, value);
    values.insert(key, value);
}

void RunStatus::Private::set(const char *key, const QString &text)
{
    QLabel *label = values.value(QLatin1String(key));
    if (label->text() == text)
        return;
    label->setText(text);
    label->setAccessibleName(QStringLiteral("%1: %2").arg(label->accessibleDescription(), text));
}

void RunStatus::Private::paint(const char *key, std::optional<Accent> accent, const QPalette &palette)
{
    QPalette colors = palette;
    if (accent)
        colors.setColor(QPalette::WindowText, accentColor(*accent, palette));
    values.value(QLatin1String(key))->setPalette(colors);
}

RunStatus::RunStatus(QWidget *parent) : QWidget(parent), m_d(std::make_unique<Private>())
{
    setAccessibleName(tr("Status of the run"));
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildTiming(), 0, 0);
    layout->addWidget(buildProgress(), 0, 1);
    layout->addWidget(buildFinds(), 1, 0);
    layout->addWidget(buildCoverage(), 1, 1);
    m_d->budget = new QProgressBar(this);
    m_d->budget->setAccessibleName(tr("Budget used"));
    layout->addWidget(m_d->budget, 2, 0, 1, 2);
    layout->addWidget(buildYields(), 3, 0, 1, 2);
    layout->setRowStretch(4, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 1);
    clear();
}

RunStatus::~RunStatus() = default;

QWidget *RunStatus::buildTiming()
{
    auto *box = new QGroupBox(tr("Process timing"), this);
    auto *form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("phase"), tr("Phase"));
    m_d->addRow(form, QStringLiteral("seconds"), tr("Run time"));
    m_d->addRow(form, QStringLiteral("last_find"), tr("Last find"));
    m_d->addRow(form, QStringLiteral("remaining"), tr("Time left"));
    return box;
}

QWidget *RunStatus::buildProgress()
{
    auto *box = new QGroupBox(tr("Progress"), this);
    auto *form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("speed"), tr("Tests/s"));
    m_d->addRow(form, QStringLiteral("tests"), tr("Tests"));
    m_d->addRow(form, QStringLiteral("model_calls"), tr("Model calls"));
    m_d->addRow(form, QStringLiteral("queue"), tr("Queue"));
    return box;
}

QWidget *RunStatus::buildFinds()
{
    auto *box = new QGroupBox(tr("Finds"), this);
    auto *form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("failing"), tr("Failing tests"));
    m_d->addRow(form, QStringLiteral("verified"), tr("Verified"));
    m_d->addRow(form, QStringLiteral("failure_rate"), tr("Of all tests"));
    m_d->addRow(form, QStringLiteral("seeds_failed"), tr("Seeds failed"));
    return box;
}

QWidget *RunStatus::buildCoverage()
{
    auto *box = new QGroupBox(tr("Coverage"), this);
    auto *form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("criterion"), tr("Criterion"));
    m_d->addRow(form, QStringLiteral("coverage_start"), tr("Start"));
    m_d->addRow(form, QStringLiteral("coverage_now"), tr("Now"));
    m_d->addRow(form, QStringLiteral("coverage_gain"), tr("Gained"));
    m_d->values.value(QStringLiteral("coverage_gain"))->setToolTip(tr("Percentage points since the start"));
    return box;
}

QWidget *RunStatus::buildYields()
{
    auto *box = new QGroupBox(tr("Yields"), this);
    box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto *layout = new QVBoxLayout(box);
    m_d->yields = new YieldTable(box);
    layout->addWidget(m_d->yields);
    return box;
}

void RunStatus::setData(const RunStatusData &data)
{
    m_d->data = data;
    updateTiming();
    updateColors();
    updateNumbers();
    updateCoverage();
    updateBudget();
    m_d->yields->setYields(data.yields);
}

const RunStatusData &RunStatus::data() const
{
    return m_d->data;
}
void RunStatus::clear()
{
    setData({});
}

void RunStatus::setFreshnessLimits(double slow, double stale)
{
    m_d->slow = slow;
    m_d->stale = std::max(slow, stale);
    updateTiming();
    updateColors();
}

RunStatus::Freshness RunStatus::freshness() const
{
    const RunStatusData &data = m_d->data;
    const bool none = data.secondsSinceLastFind < 0.0;
    const double waited = none ? data.seconds : data.secondsSinceLastFind;
    if (waited >= m_d->stale)
        return Freshness::Stale;
    if (waited >= m_d->slow)
        return Freshness::Slow;
    return none ? Freshness::None : Freshness::Fresh;
}

QString RunStatus::valueText(const QString &key) const
{
    const QLabel *label = m_d->values.value(key);
    return label == nullptr ? QString() : label->text();
}

void RunStatus::updateTiming()
{
    const RunStatusData &data = m_d->data;
    m_d->set("phase", data.phase.isEmpty() ? tr("not started") : data.phase);
    m_d->set("seconds", formatDuration(data.seconds));
    const bool known = data.preparation.isEmpty() && data.budgetFraction > 0.0 && data.budgetFraction <= 1.0;
    const double left = known ? data.seconds * (1.0 - data.budgetFraction) / data.budgetFraction : -1.0;
    const QString words = known ? tr("≈ %1").arg(formatDuration(left)) : tr("unknown");
    m_d->set("remaining", data.ended || data.phase.isEmpty() ? QStringLiteral("–") : words);
}

void RunStatus::updateColors()
{
    const double since = m_d->data.secondsSinceLastFind;
    if (m_d->data.ended)
        return paintEnded();
    QString text = since < 0.0 ? tr("none yet") : tr("%1 ago").arg(formatDuration(since));
    if (freshness() == Freshness::Slow)
        text = tr("%1 (slow)").arg(text);
    if (freshness() == Freshness::Stale)
        text = tr("%1 (stalled?)").arg(text);
    m_d->set("last_find", text);
    static const std::array<std::optional<Accent>, 4> kAccents{std::nullopt, Accent::Good, Accent::Warning,
                                                               Accent::Error};
    m_d->paint("last_find", kAccents[static_cast<std::size_t>(freshness())], palette());
    m_d->paint("verified", std::nullopt, palette()); // it lags a little behind the search
}

void RunStatus::paintEnded()
{
    const RunStatusData &data = m_d->data;
    const double since = data.secondsSinceLastFind;
    m_d->set("last_find", since < 0.0 ? tr("none") : tr("at %1").arg(formatDuration(data.seconds - since)));
    m_d->paint("last_find", std::nullopt, palette());
    // A failing test that does not fail any more after it was saved needs a look.
    const bool lost = data.verified < data.failing;
    m_d->paint("verified", lost ? std::optional(Accent::Warning) : std::nullopt, palette());
}

void RunStatus::updateNumbers()
{
    const RunStatusData &data = m_d->data;
    const auto number = [this](qint64 value) { return locale().toString(value); };
    const int decimals = data.testsPerSecond < 100.0 ? 1 : 0;
    m_d->set("speed", locale().toString(data.testsPerSecond, 'f', decimals));
    m_d->set("tests", number(data.tests));
    m_d->set("model_calls", number(data.modelCalls));
    m_d->set("queue", number(data.queue));
    m_d->set("seeds_failed", tr("%1/%2").arg(number(data.seedsFailed), number(data.seeds)));
    m_d->set("failing", number(data.failing));
    m_d->set("verified", number(data.verified));
    m_d->set("failure_rate", formatPercent(locale(), ratio(data.failing, data.tests)));
}

void RunStatus::updateCoverage()
{
    const RunStatusData &data = m_d->data;
    const double gain = data.coverageNow - data.coverageStart;
    const QString sign = gain >= 0.0 ? QStringLiteral("+") : QString();
    m_d->set("criterion", data.criterion.isEmpty() ? tr("none") : data.criterion);
    m_d->set("coverage_start", formatPercent(locale(), data.coverageStart));
    m_d->set("coverage_now", formatPercent(locale(), data.coverageNow));
    m_d->set("coverage_gain", tr("%1 pp").arg(sign + locale().toString(gain * 100.0, 'f', 2)));
}

void RunStatus::updateBudget()
{
    const double fraction = m_d->data.budgetFraction;
    const bool known = fraction >= 0.0;
    m_d->budget->setRange(0, 1000);
    m_d->budget->setValue(known ? static_cast<int>(std::lround(std::min(fraction, 1.0) * 1000.0)) : 0);
    m_d->budget->setFormat(budgetWords());
}

QString RunStatus::budgetWords() const
{
    const RunStatusData &data = m_d->data;
    const bool known = data.budgetFraction >= 0.0;
    const QString share = formatPercent(locale(), std::min(data.budgetFraction, 1.0), 1);
    if (!data.preparation.isEmpty())
        return known ? tr("%1: %2").arg(data.preparation, share) : data.preparation;
    if (known)
        return tr("%1 of the budget used").arg(share);
    return data.phase.isEmpty() ? tr("no run yet") : tr("no limit known");
}

void RunStatus::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_d->budget != nullptr)
        updateColors();
    if (event->type() == QEvent::LocaleChange && m_d->budget != nullptr)
        setData(RunStatusData(m_d->data));
}

} // namespace mutascope::widgets
