// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/disputes_panel.h"

#include "app/gui/format.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/label/label_texts.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr int iconSide = 56;

// Large pixels stay pixels.
QIcon iconOf(const QImage &image)
{
    return QIcon(
        QPixmap::fromImage(image.scaled(iconSide, iconSide, Qt::KeepAspectRatio, Qt::FastTransformation)));
}

} // namespace

DisputesPanel::DisputesPanel(QWidget *parent) : QWidget(parent)
{
    m_hint = makeHint(QStringLiteral("disputesHint"));
    m_count = new QLabel;
    m_count->setObjectName(QStringLiteral("disputesCount"));
    m_count->setWordWrap(true);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("disputesList"));
    m_list->setAccessibleName(tr("Images the labellers disagree about"));
    m_list->setIconSize({iconSide, iconSide});
    m_list->setAlternatingRowColors(true);
    m_decide = new QPushButton(tr("&Decide…"));
    m_decide->setObjectName(QStringLiteral("decide"));
    m_decide->setToolTip(tr("One after the other, with what each labeller says beside it"));
    auto *head = new QHBoxLayout;
    head->addWidget(m_count, 1);
    head->addWidget(m_decide);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(head);
    column->addWidget(m_list, 1);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_hint);
    m_stack->addWidget(content);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_stack);
    connect(m_decide, &QPushButton::clicked, this,
            [this] { Q_EMIT decideRequested(qMax(0, m_list->currentRow())); });
    connect(m_list, &QListWidget::itemActivated, this,
            [this] { Q_EMIT decideRequested(m_list->currentRow()); });
    showHint(tr("Choose a protocol."));
}

void DisputesPanel::showHint(const QString &text)
{
    m_items.clear();
    m_hint->setText(text);
    m_stack->setCurrentIndex(0);
}

void DisputesPanel::setItems(const QList<bridge::DisputedItem> &items, const QStringList &classNames)
{
    if (items.isEmpty())
        return showHint(tr("Nothing is disputed. Images about which two labellers say different things come "
                           "here, to be decided."));
    m_items = items;
    m_count->setText(items.size() == 1 ? tr("1 image waits for a decision")
                                       : tr("%1 images wait for a decision").arg(countText(items.size())));
    m_list->clear();
    for (const bridge::DisputedItem &item : items) {
        QStringList lines{item.aboutValidity ? tr("About validity") : tr("About the class")};
        for (const auto &[labeller, word] : item.labels)
            lines.append(tr("%1: %2").arg(labeller, wordText(word, classNames)));
        new QListWidgetItem(iconOf(item.image), lines.join(QStringLiteral("   ·   ")), m_list);
    }
    m_list->setCurrentRow(0);
    m_stack->setCurrentIndex(1);
}

} // namespace mutascope::gui
