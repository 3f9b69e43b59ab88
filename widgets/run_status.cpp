// SPDX-License-Identifier: GPL-3.0-or-later
// Live status of a run in boxed groups, as fuzzers show it.
#include "widgets/run_status.h"

#include "widgets/colors.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

namespace mutascope::widgets {
namespace {

constexpr int kYieldColumns = 6;

QFont numberFont(const QWidget& widget) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(widget.font().pointSizeF());
    return font;
}

QString percent(const QLocale& locale, double share, int decimals = 2) {
    if (!std::isfinite(share)) return RunStatus::tr("n/a");
    return RunStatus::tr("%1 %").arg(locale.toString(share * 100.0, 'f', decimals));
}

double ratio(qint64 part, qint64 whole) { return whole > 0 ? static_cast<double>(part) / whole : 0.0; }

}  // namespace

QString formatDuration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0) return RunStatus::tr("unknown");
    const auto total = static_cast<qint64>(std::min(seconds, 1e12));
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString tail = two(total % 60);
    const qint64 minutes = total / 60 % 60;
    const qint64 hours = total / 3600 % 24;
    const qint64 days = total / 86400;
    if (days > 0) return RunStatus::tr("%1 d %2:%3:%4").arg(QString::number(days), two(hours), two(minutes), tail);
    if (hours > 0) return QStringLiteral("%1:%2:%3").arg(QString::number(hours), two(minutes), tail);
    return QStringLiteral("%1:%2").arg(QString::number(minutes), tail);
}

struct RunStatus::Private {
    RunStatusData data;
    QHash<QString, QLabel*> values;
    QProgressBar* budget = nullptr;
    QTableWidget* yields = nullptr;
    double slow = 60.0;
    double stale = 300.0;

    void addRow(QFormLayout* form, const QString& key, const QString& label);
    void set(const char* key, const QString& text);
};

void RunStatus::Private::addRow(QFormLayout* form, const QString& key, const QString& label) {
    auto* value = new QLabel(QStringLiteral("-"), form->parentWidget());
    value->setFont(numberFont(*value));
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setTextFormat(Qt::PlainText);
    value->setAccessibleDescription(label);
    form->addRow(label, value);
    values.insert(key, value);
}

void RunStatus::Private::set(const char* key, const QString& text) {
    QLabel* label = values.value(QLatin1String(key));
    if (label->text() == text) return;
    label->setText(text);
    label->setAccessibleName(QStringLiteral("%1: %2").arg(label->accessibleDescription(), text));
}

RunStatus::RunStatus(QWidget* parent) : QWidget(parent), m_d(std::make_unique<Private>()) {
    setAccessibleName(tr("Status of the run"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildTiming(), 0, 0);
    layout->addWidget(buildProgress(), 0, 1);
    layout->addWidget(buildFinds(), 1, 0);
    layout->addWidget(buildCoverage(), 1, 1);
    m_d->budget = new QProgressBar(this);
    m_d->budget->setAccessibleName(tr("Budget used"));
    layout->addWidget(m_d->budget, 2, 0, 1, 2);
    layout->addWidget(buildYields(), 3, 0, 1, 2);
    layout->setRowStretch(3, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 1);
    clear();
}

RunStatus::~RunStatus() = default;

QWidget* RunStatus::buildTiming() {
    auto* box = new QGroupBox(tr("Process timing"), this);
    auto* form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("phase"), tr("Phase"));
    m_d->addRow(form, QStringLiteral("seconds"), tr("Run time"));
    m_d->addRow(form, QStringLiteral("last_find"), tr("Last find"));
    m_d->addRow(form, QStringLiteral("remaining"), tr("Time left"));
    return box;
}

QWidget* RunStatus::buildProgress() {
    auto* box = new QGroupBox(tr("Progress"), this);
    auto* form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("speed"), tr("Speed"));
    m_d->addRow(form, QStringLiteral("tests"), tr("Tests"));
    m_d->addRow(form, QStringLiteral("model_calls"), tr("Model calls"));
    m_d->addRow(form, QStringLiteral("queue"), tr("Queue"));
    return box;
}

QWidget* RunStatus::buildFinds() {
    auto* box = new QGroupBox(tr("Finds"), this);
    auto* form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("failing"), tr("Failing tests"));
    m_d->addRow(form, QStringLiteral("verified"), tr("Verified"));
    m_d->addRow(form, QStringLiteral("failure_rate"), tr("Of all tests"));
    m_d->addRow(form, QStringLiteral("seeds"), tr("Seeds"));
    return box;
}

QWidget* RunStatus::buildCoverage() {
    auto* box = new QGroupBox(tr("Coverage"), this);
    auto* form = new QFormLayout(box);
    m_d->addRow(form, QStringLiteral("criterion"), tr("Criterion"));
    m_d->addRow(form, QStringLiteral("coverage_start"), tr("Start"));
    m_d->addRow(form, QStringLiteral("coverage_now"), tr("Now"));
    m_d->addRow(form, QStringLiteral("coverage_gain"), tr("Gained"));
    return box;
}

QWidget* RunStatus::buildYields() {
    auto* box = new QGroupBox(tr("Yields"), this);
    auto* layout = new QVBoxLayout(box);
    m_d->yields = new QTableWidget(0, kYieldColumns, box);
    m_d->yields->setAccessibleName(tr("Yields of the mutators"));
    m_d->yields->setHorizontalHeaderLabels(
        {tr("Mutator"), tr("Tried"), tr("Accepted"), tr("Failing"), tr("Gained"), tr("Failing rate")});
    m_d->yields->horizontalHeaderItem(4)->setToolTip(tr("Mutants that added coverage"));
    m_d->yields->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_d->yields->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_d->yields->setAlternatingRowColors(true);
    m_d->yields->setShowGrid(false);
    m_d->yields->setTabKeyNavigation(false);
    m_d->yields->verticalHeader()->hide();
    m_d->yields->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_d->yields->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_d->yields->setMinimumHeight(110);
    layout->addWidget(m_d->yields);
    return box;
}

void RunStatus::setData(const RunStatusData& data) {
    m_d->data = data;
    updateTiming();
    updateFreshness();
    updateNumbers();
    updateCoverage();
    updateBudget();
    updateYields();
}

const RunStatusData& RunStatus::data() const { return m_d->data; }
void RunStatus::clear() { setData({}); }

void RunStatus::setFreshnessLimits(double slow, double stale) {
    m_d->slow = slow;
    m_d->stale = std::max(slow, stale);
    updateTiming();
    updateFreshness();
}

RunStatus::Freshness RunStatus::freshness() const {
    const RunStatusData& data = m_d->data;
    const bool none = data.secondsSinceLastFind < 0.0;
    const double waited = none ? data.seconds : data.secondsSinceLastFind;
    if (waited >= m_d->stale) return Freshness::Stale;
    if (waited >= m_d->slow) return Freshness::Slow;
    return none ? Freshness::None : Freshness::Fresh;
}

QString RunStatus::valueText(const QString& key) const {
    const QLabel* label = m_d->values.value(key);
    return label == nullptr ? QString() : label->text();
}

void RunStatus::updateTiming() {
    const RunStatusData& data = m_d->data;
    m_d->set("phase", data.phase.isEmpty() ? tr("not started") : data.phase);
    m_d->set("seconds", formatDuration(data.seconds));
    const bool known = data.budgetFraction > 0.0 && data.budgetFraction <= 1.0;
    const double left = known ? data.seconds * (1.0 - data.budgetFraction) / data.budgetFraction : -1.0;
    m_d->set("remaining", known ? tr("about %1").arg(formatDuration(left)) : tr("unknown"));
}

void RunStatus::updateFreshness() {
    const double since = m_d->data.secondsSinceLastFind;
    QString text = since < 0.0 ? tr("none yet") : tr("%1 ago").arg(formatDuration(since));
    if (freshness() == Freshness::Slow) text = tr("%1 (slow)").arg(text);
    if (freshness() == Freshness::Stale) text = tr("%1 (stalled?)").arg(text);
    m_d->set("last_find", text);
    static const std::array kAccents{Accent::Information, Accent::Good, Accent::Warning, Accent::Error};
    const auto accent = kAccents[static_cast<std::size_t>(freshness())];
    QPalette colors = palette();
    if (freshness() != Freshness::None) colors.setColor(QPalette::WindowText, accentColor(accent, palette()));
    m_d->values.value(QStringLiteral("last_find"))->setPalette(colors);
}

void RunStatus::updateNumbers() {
    const RunStatusData& data = m_d->data;
    const auto number = [this](qint64 value) { return locale().toString(value); };
    const int decimals = data.testsPerSecond < 100.0 ? 1 : 0;
    m_d->set("speed", tr("%1 tests/s").arg(locale().toString(data.testsPerSecond, 'f', decimals)));
    m_d->set("tests", number(data.tests));
    m_d->set("model_calls", number(data.modelCalls));
    m_d->set("queue", number(data.queue));
    m_d->set("seeds", number(data.seeds));
    m_d->set("failing", number(data.failing));
    m_d->set("verified", number(data.verified));
    m_d->set("failure_rate", percent(locale(), ratio(data.failing, data.tests)));
}

void RunStatus::updateCoverage() {
    const RunStatusData& data = m_d->data;
    const double gain = data.coverageNow - data.coverageStart;
    const QString sign = gain >= 0.0 ? QStringLiteral("+") : QString();
    m_d->set("criterion", data.criterion.isEmpty() ? tr("none") : data.criterion);
    m_d->set("coverage_start", percent(locale(), data.coverageStart));
    m_d->set("coverage_now", percent(locale(), data.coverageNow));
    m_d->set("coverage_gain", tr("%1 points").arg(sign + locale().toString(gain * 100.0, 'f', 2)));
}

void RunStatus::updateBudget() {
    const double fraction = m_d->data.budgetFraction;
    const bool known = fraction >= 0.0;
    m_d->budget->setRange(0, 1000);
    m_d->budget->setValue(known ? static_cast<int>(std::lround(std::min(fraction, 1.0) * 1000.0)) : 0);
    m_d->budget->setFormat(known ? tr("%1 of the budget used").arg(percent(locale(), std::min(fraction, 1.0), 1))
                                 : tr("no limit known"));
}

void RunStatus::updateYields() {
    const QList<RunStatusData::Yield>& yields = m_d->data.yields;
    if (m_d->yields->rowCount() != yields.size()) m_d->yields->setRowCount(static_cast<int>(yields.size()));
    const QFont numbers = numberFont(*this);
    for (int row = 0; row < yields.size(); ++row) {
        const RunStatusData::Yield& one = yields[row];
        const std::array<QString, kYieldColumns> texts{
            one.mutator,
            locale().toString(one.tried),
            locale().toString(one.accepted),
            locale().toString(one.failing),
            locale().toString(one.gained),
            percent(locale(), ratio(one.failing, one.tried), 1)};
        for (int column = 0; column < kYieldColumns; ++column) {
            QTableWidgetItem* item = m_d->yields->item(row, column);
            if (item == nullptr) {
                item = new QTableWidgetItem;
                if (column > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                if (column > 0) item->setFont(numbers);
                m_d->yields->setItem(row, column, item);
            }
            item->setText(texts[static_cast<std::size_t>(column)]);
        }
    }
}

void RunStatus::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_d->budget != nullptr) updateFreshness();
    if (event->type() == QEvent::LocaleChange && m_d->budget != nullptr) setData(RunStatusData(m_d->data));
}

}  // namespace mutascope::widgets
