// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_overview.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/label/agreement_panel.h"
#include "app/gui/label/disputes_panel.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/label/label_texts.h"
#include "app/gui/label/validity_panel.h"
#include "app/gui/workspace.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

const QString labellerKey = QStringLiteral("labeller");

enum Column { Name, Question, Images, Done, Labellers };

// Who sits here, as far as the computer knows: a first-time user need not write anything to begin.
QString usualLabeller()
{
    const QString stored = QSettings().value(labellerKey).toString();
    if (!stored.isEmpty())
        return stored;
    const QString user = qEnvironmentVariable("USER");
    return user.isEmpty() ? QDir::home().dirName() : user;
}

QString factsText(const bridge::LabelProtocolValues &values)
{
    QStringList facts{testsText(values)};
    facts.append(values.blind() ? LabelOverview::tr("blind") : LabelOverview::tr("not blind"));
    if (values.labelsPerTest > 0)
        facts.append(LabelOverview::tr("%1 labellers a test").arg(values.labelsPerTest));
    if (const int checks = values.cleanChecks + values.invalidChecks; checks > 0)
        facts.append(LabelOverview::tr("%1 checks").arg(checks));
    if (values.repeats > 0)
        facts.append(LabelOverview::tr("%1 asked twice").arg(values.repeats));
    facts.append(LabelOverview::tr("%1 mm").arg(values.millimetres));
    return facts.join(QStringLiteral(" · "));
}

} // namespace

LabelOverview::LabelOverview(Workspace &workspace, bridge::LabelBook &book, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_book(book)
{
    setObjectName(QStringLiteral("labelOverview"));
    QWidget *header = buildHeader(); // first: the protocols start what its button starts
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildProtocols());
    splitter->addWidget(buildReports());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({560, 640});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(header);
    layout->addWidget(splitter, 1);
    connect(&m_book, &bridge::LabelBook::changed, this, &LabelOverview::refresh);
    connect(&m_book, &bridge::LabelBook::failed, this, [this] { m_reading = 0; });
    setFocusProxy(m_start);
}

QWidget *LabelOverview::buildHeader()
{
    auto *title = new QLabel(tr("Labelling"));
    title->setFont(scaledFont(title->font(), 1.6));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("labelNoteText"));
    m_note->setWordWrap(true);
    m_labeller = makeLabelCombo(QStringLiteral("labeller"), tr("Labeller"),
                                tr("Your name. Each labeller gets the images in an order of their own"));
    m_labeller->setEditable(true);
    m_labeller->setMinimumWidth(180);
    m_labeller->setEditText(usualLabeller());
    auto *caption = new QLabel(tr("La&beller"));
    caption->setBuddy(m_labeller);
    m_start = new QPushButton;
    m_start->setObjectName(QStringLiteral("startLabelling"));
    m_start->setMinimumSize(190, 40);
    m_start->setFont(scaledFont(m_start->font(), 1.1));
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addSpacing(10);
    layout->addWidget(m_note, 1);
    layout->addWidget(caption);
    layout->addWidget(m_labeller);
    layout->addWidget(m_start);
    connect(m_labeller, &QComboBox::editTextChanged, this, &LabelOverview::updateStart);
    connect(m_start, &QPushButton::clicked, this, [this] {
        QSettings().setValue(labellerKey, labeller());
        Q_EMIT startRequested();
    });
    return header;
}

QWidget *LabelOverview::buildProtocols()
{
    m_table = makeLabelTable(QStringLiteral("protocolTable"), tr("Protocols"),
                             {tr("Protocol"), tr("Question"), tr("Images"), tr("Answered"), tr("Labellers")});
    auto *hint = makeHint(QStringLiteral("protocolHint"));
    hint->setText(
        tr("No protocol yet.\n\n“Start labelling” makes one that fits: all failing tests, or a sample "
           "of 200 of them spread over generators and classes, blind, in an order of your own.\n\n"
           "“New protocol…” lets you choose."));
    m_listStack = new QStackedWidget;
    m_listStack->addWidget(hint);
    m_listStack->addWidget(m_table);
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("protocolFacts"));
    m_facts->setWordWrap(true);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_listStack, 1);
    layout->addWidget(m_facts);
    layout->addWidget(buildButtons());
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row, int, int before, int) {
        if (row != before)
            showCurrent();
    });
    connect(m_table, &QTableWidget::itemActivated, m_start, &QPushButton::click);
    return part;
}

QWidget *LabelOverview::buildButtons()
{
    auto *buttons = new QWidget;
    auto *layout = new QHBoxLayout(buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString &text, const QString &tip, const char *objectName,
                         void (LabelOverview::*requested)()) {
        auto *button = new QPushButton(text);
        button->setToolTip(tip);
        button->setObjectName(QLatin1String(objectName));
        connect(button, &QPushButton::clicked, this, requested);
        layout->addWidget(button);
        return button;
    };
    add(tr("&New protocol…"), tr("Choose what is asked about which tests, and of whom"), "newProtocol",
        &LabelOverview::newRequested);
    m_handOut = add(tr("&Hand out…"), tr("A file for a labeller on another computer"), "handOut",
                    &LabelOverview::handOutRequested);
    add(tr("&Merge…"), tr("Takes answers back from hand-outs and from copies of this session"), "mergeLabels",
        &LabelOverview::mergeRequested);
    m_export = add(tr("E&xport…"), tr("CSV, JSON lines, Label Studio, COCO"), "exportLabels",
                   &LabelOverview::exportRequested);
    m_import = add(tr("&Import…"), tr("CSV, JSON lines, Label Studio; what names nobody is yours"),
                   "importLabels", &LabelOverview::importRequested);
    layout->addStretch();
    return buttons;
}

QWidget *LabelOverview::buildReports()
{
    m_agreement = new AgreementPanel(m_workspace);
    m_disputes = new DisputesPanel;
    m_validity = new ValidityPanel(m_workspace);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("labelReports"));
    m_tabs->addTab(m_agreement, tr("A&greement"));
    m_tabs->addTab(m_disputes, tr("&Disagreements"));
    m_tabs->addTab(m_validity, tr("&Validity"));
    connect(m_tabs, &QTabWidget::currentChanged, this, &LabelOverview::readReport);
    connect(m_agreement, &AgreementPanel::countUnsureChanged, this, &LabelOverview::readReport);
    connect(m_disputes, &DisputesPanel::decideRequested, this, &LabelOverview::decideRequested);
    return m_tabs;
}

QString LabelOverview::labeller() const
{
    return m_labeller->currentText().trimmed();
}

// Counts what is asked, so that whoever waits knows when all of it is there.
template <typename Value>
bridge::LabelBook::Answer<Value> LabelOverview::reading(std::function<void(const Value &)> take)
{
    ++m_reading;
    return [this, take = std::move(take)](const Value &value) {
        m_reading = qMax(0, m_reading - 1);
        take(value);
    };
}

void LabelOverview::refresh()
{
    m_reading = 0;
    if (m_book.file().isEmpty())
        return takeOverview({});
    m_book.fetchOverview(reading<bridge::LabelOverview>(
        [this](const bridge::LabelOverview &overview) { takeOverview(overview); }));
}

void LabelOverview::takeOverview(const bridge::LabelOverview &overview)
{
    if (m_wanted.isEmpty() && current()) {
        m_wanted = current()->values.uuid;
        m_wantedVersion = current()->values.version;
    }
    m_protocols = overview.protocols;
    fillLabellers(overview.labellers);
    fillTable();
    m_wanted.clear();
    showCurrent();
}

void LabelOverview::fillLabellers(const QStringList &names)
{
    const QSignalBlocker blocker(m_labeller);
    const QString typed = m_labeller->currentText();
    m_labeller->clear();
    m_labeller->addItems(names);
    m_labeller->setEditText(typed);
}

void LabelOverview::fillTable()
{
    const QSignalBlocker blocker(m_table);
    m_table->setRowCount(int(m_protocols.size()));
    int chosen = int(m_protocols.size()) - 1; // the newest
    for (int row = 0; row < m_protocols.size(); ++row) {
        const bridge::LabelProtocolInfo &info = m_protocols[row];
        m_table->setItem(row, Name, makeCell(protocolTitle(info.values)));
        m_table->setItem(row, Question, makeCell(shortQuestion(info.values)));
        m_table->setItem(row, Images, makeCell(countText(info.items), true));
        const double share = info.items > 0 ? double(info.labelled) / double(info.items) : 0;
        m_table->setItem(row, Done, makeCell(percentText(share, 0), true));
        m_table->setItem(row, Labellers, makeCell(listText(info.labellers, 3)));
        for (int column = 0; column <= Labellers; ++column)
            m_table->item(row, column)->setToolTip(factsText(info.values));
        if (info.values.uuid == m_wanted && info.values.version == m_wantedVersion)
            chosen = row;
    }
    m_table->setCurrentCell(chosen, 0);
    m_listStack->setCurrentIndex(m_protocols.isEmpty() ? 0 : 1);
}

void LabelOverview::choose(const QString &protocol, int version)
{
    m_wanted = protocol;
    m_wantedVersion = version;
    for (int row = 0; row < m_protocols.size(); ++row)
        if (m_protocols[row].values.uuid == protocol && m_protocols[row].values.version == version)
            m_table->setCurrentCell(row, 0);
}

const bridge::LabelProtocolInfo *LabelOverview::current() const
{
    const int row = m_table->currentRow();
    return row >= 0 && row < m_protocols.size() ? &m_protocols[row] : nullptr;
}

void LabelOverview::showCurrent()
{
    const bridge::LabelProtocolInfo *info = current();
    m_facts->setText(info ? factsText(info->values) : QString());
    m_facts->setVisible(info != nullptr);
    updateStart();
    readReport();
}

void LabelOverview::readReport()
{
    const bridge::LabelProtocolInfo *info = current();
    if (!info) {
        const QString hint = tr("Answers appear here once there are some.");
        m_agreement->showHint(hint);
        m_disputes->showHint(hint);
        m_validity->showHint(hint);
        return;
    }
    const QString uuid = info->values.uuid;
    const int version = info->values.version;
    const QStringList names = info->values.classNames;
    const auto isShown = [this, uuid, version] {
        return current() && current()->values.uuid == uuid && current()->values.version == version;
    };
    if (m_tabs->currentWidget() == m_agreement)
        m_book.fetchAgreement(uuid, version, m_agreement->countsUnsure(),
                              reading<bridge::AgreementValuesReport>([=, this](const auto &report) {
                                  if (isShown())
                                      m_agreement->setReport(report);
                              }));
    else if (m_tabs->currentWidget() == m_disputes)
        m_book.fetchDisputed(uuid, version,
                             reading<QList<bridge::DisputedItem>>([=, this](const auto &items) {
                                 if (isShown())
                                     m_disputes->setItems(items, names);
                             }));
    else
        m_book.fetchValidity(uuid, version, reading<bridge::ValidityValues>([=, this](const auto &validity) {
                                 if (isShown())
                                     m_validity->setValidity(validity);
                             }));
}

void LabelOverview::updateStart()
{
    const bridge::LabelProtocolInfo *info = current();
    const bool joined = info && info->labellers.contains(labeller());
    const bool finished = info && info->finished.contains(labeller());
    m_start->setText(finished     ? tr("Go through my &answers")
                         : joined ? tr("&Continue labelling")
                                  : tr("&Start labelling"));
    m_handOut->setEnabled(info && !info->handOut);
    m_export->setEnabled(info != nullptr);
    m_import->setEnabled(info != nullptr);
    m_start->setEnabled(!labeller().isEmpty());
    m_start->setToolTip(labeller().isEmpty() ? tr("Write your name first")
                            : info           ? tr("‘%1’ as %2").arg(info->values.name, labeller())
                                             : tr("Makes the usual protocol, then shows the first image"));
    m_note->setText(finished   ? tr("You have answered everything; answers can still be changed.")
                        : info ? tr("One key is one answer; everything is stored at once.")
                               : tr("People judge whether the tests are still valid."));
}

} // namespace mutascope::gui
