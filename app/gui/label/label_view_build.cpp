// SPDX-License-Identifier: GPL-3.0-or-later
// What the labeller's view is made of.
#include "app/gui/label/label_view.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/icons.h"
#include "app/gui/label/answer_panel.h"
#include "app/gui/label/instructions_panel.h"
#include "widgets/elided_label.h"
#include "widgets/label_image.h"
#include "widgets/label_progress.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

namespace mutascope::gui {

namespace {

constexpr int sideWidth = 340;
constexpr int longestNoteText = 2000; // letters

QToolButton *makeTool(const QString &text, const QString &tip, const QString &objectName)
{
    auto *button = new QToolButton;
    button->setObjectName(objectName);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setMinimumHeight(32);
    return button;
}

} // namespace

LabelView::LabelView(QWidget *parent) : QWidget(parent), m_confirm(new QTimer(this))
{
    setObjectName(QStringLiteral("labelView"));
    m_confirm->setSingleShot(true);
    m_confirm->setInterval(confirmMilliseconds);
    m_instructions = new InstructionsPanel;
    m_instructions->setObjectName(QStringLiteral("labelInstructions"));
    m_work = buildWork();
    m_finished = buildFinished();
    m_stack = new QStackedWidget;
    for (QWidget *part : {m_work, static_cast<QWidget *>(m_instructions), m_finished})
        m_stack->addWidget(part);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(buildHeader());
    layout->addWidget(m_stack, 1);
    connectDesk();
    connect(m_confirm, &QTimer::timeout, this, &LabelView::presentNext);
    connect(m_instructions, &InstructionsPanel::done, this, &LabelView::closeInstructions);
    connect(m_answers, &AnswerPanel::answered, this, &LabelView::answer);
    connect(m_answers, &AnswerPanel::keyboardFree, this, &LabelView::takeFocus);
    connect(m_image, &widgets::LabelImage::shrunkChanged, this, &LabelView::showSize);
}

QWidget *LabelView::buildHeader()
{
    auto *leave = makeTool(tr("◀ Overview"), tr("Back to the overview; every answer is stored already"),
                           QStringLiteral("labelLeave"));
    m_title = new widgets::ElidedLabel(8);
    m_title->setObjectName(QStringLiteral("labelTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.2));
    m_who = new QLabel;
    m_who->setObjectName(QStringLiteral("labelWho"));
    m_help = makeTool(tr("Instructions"), tr("The question, the rules and examples"),
                      QStringLiteral("labelHelp"));
    auto *keys = makeTool(tr("Keys…"), tr("See and change the keys"), QStringLiteral("labelKeys"));
    m_progress = new widgets::LabelProgress;
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(leave);
    row->addWidget(m_title, 1);
    row->addWidget(m_who);
    row->addWidget(m_help);
    row->addWidget(keys);
    auto *header = new QWidget;
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(row);
    layout->addWidget(m_progress);
    connect(leave, &QToolButton::clicked, this, &LabelView::end);
    connect(m_help, &QToolButton::clicked, this, &LabelView::showInstructions);
    connect(keys, &QToolButton::clicked, this, &LabelView::askKeys);
    return header;
}

QWidget *LabelView::buildWork()
{
    m_image = new widgets::LabelImage;
    m_image->setObjectName(QStringLiteral("labelImage"));
    m_size = new QLabel;
    m_size->setObjectName(QStringLiteral("labelSize"));
    m_size->setForegroundRole(QPalette::PlaceholderText);
    auto *left = new QVBoxLayout;
    left->setSpacing(4);
    left->addWidget(m_image, 1);
    left->addWidget(m_size);
    auto *work = new QWidget;
    auto *layout = new QHBoxLayout(work);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(14);
    layout->addLayout(left, 1);
    layout->addWidget(buildSide());
    return work;
}

QWidget *LabelView::buildSide()
{
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("labelFacts"));
    m_facts->setWordWrap(true);
    m_answers = new AnswerPanel;
    m_note = new QLineEdit;
    m_note->setObjectName(QStringLiteral("labelNote"));
    m_note->setAccessibleName(tr("Note, stored with the answer"));
    m_note->setMaxLength(longestNoteText);
    m_note->installEventFilter(this);
    m_last = new QLabel;
    m_last->setObjectName(QStringLiteral("labelLast"));
    m_last->setForegroundRole(QPalette::PlaceholderText);
    m_last->setWordWrap(true);
    auto *side = new QWidget;
    side->setFixedWidth(sideWidth);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_answers); // first: whatever else is shown, the buttons stay where they are
    layout->addWidget(buildFeedback());
    layout->addWidget(m_note);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    layout->addWidget(m_last);
    layout->addWidget(buildSteps());
    return side;
}

QPushButton *LabelView::addStep(const char *id, const QString &text, void (LabelView::*step)())
{
    auto *button = new QPushButton(text);
    button->setObjectName(QStringLiteral("step-") + QLatin1String(id));
    button->setMinimumHeight(36);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, step] {
        (this->*step)();
        takeFocus();
    });
    m_steps.append({QLatin1String(id), button});
    return button;
}

QWidget *LabelView::buildSteps()
{
    m_jump = new QSpinBox;
    m_jump->setObjectName(QStringLiteral("labelJump"));
    m_jump->setAccessibleName(tr("Number of the image to go to"));
    m_jump->setToolTip(tr("The number of the image; Return goes there"));
    m_jump->setMinimumHeight(36);
    m_jump->installEventFilter(this);
    auto *steps = new QWidget;
    auto *grid = new QGridLayout(steps);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(6);
    grid->addWidget(addStep("back", tr("◂ Back"), &LabelView::back), 0, 0);
    grid->addWidget(addStep("skip", tr("Skip"), &LabelView::skip), 0, 1);
    grid->addWidget(addStep("forward", tr("Forward ▸"), &LabelView::forward), 0, 2);
    grid->addWidget(addStep("undo", tr("Undo"), &LabelView::undo), 1, 0);
    grid->addWidget(addStep("redo", tr("Redo"), &LabelView::redo), 1, 1);
    grid->addWidget(addStep("next", tr("To the next"), &LabelView::next), 1, 2);
    grid->addWidget(m_jump, 2, 0);
    grid->addWidget(addStep("jump", tr("Go to the number"), &LabelView::jump), 2, 1, 1, 2);
    return steps;
}

QWidget *LabelView::buildFeedback()
{
    m_feedbackText = new QLabel;
    m_feedbackText->setObjectName(QStringLiteral("feedbackText"));
    m_feedbackText->setWordWrap(true);
    m_goOn = new QPushButton(tr("&Go on   (Return)"));
    m_goOn->setObjectName(QStringLiteral("feedbackGoOn"));
    m_goOn->setMinimumHeight(40);
    auto *box = new QFrame;
    box->setObjectName(QStringLiteral("feedback"));
    box->setFrameShape(QFrame::StyledPanel);
    auto *layout = new QVBoxLayout(box);
    layout->addWidget(m_feedbackText);
    layout->addWidget(m_goOn);
    box->hide();
    m_feedbackBox = box;
    connect(m_goOn, &QPushButton::clicked, this, &LabelView::goOn);
    return box;
}

QWidget *LabelView::buildFinished()
{
    m_finishedText = new QLabel;
    m_finishedText->setObjectName(QStringLiteral("labelFinished"));
    m_finishedText->setAlignment(Qt::AlignCenter);
    m_finishedText->setWordWrap(true);
    m_finishedText->setTextFormat(Qt::RichText);
    auto *overview = new QPushButton(tr("To the &overview"));
    overview->setObjectName(QStringLiteral("finishedOverview"));
    auto *again = new QPushButton(tr("&Look at the last image again"));
    again->setObjectName(QStringLiteral("finishedBack"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    for (QPushButton *button : {overview, again}) {
        button->setMinimumHeight(40);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->addStretch(1);
    layout->addWidget(m_finishedText);
    layout->addSpacing(12);
    layout->addLayout(buttons);
    layout->addStretch(2);
    part->setFocusProxy(overview);
    connect(overview, &QPushButton::clicked, this, &LabelView::end);
    connect(again, &QPushButton::clicked, this, &LabelView::back);
    return part;
}

} // namespace mutascope::gui
