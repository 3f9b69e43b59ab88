// SPDX-License-Identifier: GPL-3.0-or-later
// What the lesson's dock consists of.
#include "app/gui/tree/lesson_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace mutascope::gui {

QWidget *LessonDock::build()
{
    auto *panel = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_title->setFont(bold);
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("lessonText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_count = new QLabel;
    m_back = new QPushButton(tr("&Back"));
    m_back->setObjectName(QStringLiteral("lessonBack"));
    m_next = new QPushButton(tr("&Next"));
    m_next->setObjectName(QStringLiteral("lessonNext"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_title);
    buttons->addStretch();
    buttons->addWidget(m_count);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto *layout = new QVBoxLayout(panel);
    layout->addLayout(buttons);
    layout->addWidget(m_text);
    layout->addWidget(buildRepair());
    connect(m_back, &QPushButton::clicked, this, &LessonDock::back);
    connect(m_next, &QPushButton::clicked, this, &LessonDock::next);
    return panel;
}

QWidget *LessonDock::buildRepair()
{
    auto *again = new QPushButton(tr("Try &again"));
    again->setObjectName(QStringLiteral("lessonAgain"));
    auto *folder = new QPushButton(tr("Another &folder…"));
    folder->setObjectName(QStringLiteral("lessonFolder"));
    folder->setToolTip(tr("Where the sessions of the lesson go"));
    m_repair = new QWidget;
    auto *row = new QHBoxLayout(m_repair);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(again);
    row->addWidget(folder);
    row->addStretch();
    connect(again, &QPushButton::clicked, this, &LessonDock::tryAgain);
    connect(folder, &QPushButton::clicked, this, &LessonDock::askFolder);
    return m_repair;
}

} // namespace mutascope::gui
