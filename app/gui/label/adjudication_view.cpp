// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/adjudication_view.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/label/answer_panel.h"
#include "app/gui/label/label_keymap.h"
#include "app/gui/label/label_texts.h"
#include "app/gui/label/label_view.h"
#include "widgets/elided_label.h"
#include "widgets/label_image.h"

#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr int sideWidth = 340;

// Its own sign and colour beside the words.
class MarkLabel : public QWidget {
public:
    explicit MarkLabel(widgets::LabelMark mark) : m_mark(mark) { setFixedSize(18, 18); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        widgets::drawMark(painter, rect(), m_mark, widgets::markColor(m_mark, palette()));
    }

private:
    widgets::LabelMark m_mark;
};

} // namespace

AdjudicationView::AdjudicationView(bridge::LabelBook &book, QWidget *parent)
    : QWidget(parent), m_book(book), m_confirm(new QTimer(this))
{
    setObjectName(QStringLiteral("adjudicationView"));
    m_confirm->setSingleShot(true);
    m_confirm->setInterval(LabelView::confirmMilliseconds);
    m_image = new widgets::LabelImage;
    m_image->setObjectName(QStringLiteral("disputedImage"));
    m_image->setPlaceholder(tr("Nothing is left to decide."));
    auto *labels = new QWidget;
    m_labels = new QHBoxLayout(labels);
    m_labels->setContentsMargins(0, 0, 0, 0);
    auto *left = new QVBoxLayout;
    left->addWidget(m_image, 1);
    left->addWidget(labels);
    auto *work = new QHBoxLayout;
    work->setSpacing(14);
    work->addLayout(left, 1);
    work->addWidget(buildSide());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(buildHeader());
    layout->addLayout(work, 1);
    connect(m_confirm, &QTimer::timeout, this, [this] { go(1); });
    connect(m_answers, &AnswerPanel::answered, this, &AdjudicationView::decide);
    connect(m_answers, &AnswerPanel::keyboardFree, this, [this] { m_image->setFocus(); });
}

QWidget *AdjudicationView::buildHeader()
{
    auto *leave = new QToolButton;
    leave->setObjectName(QStringLiteral("adjudicationLeave"));
    leave->setText(tr("◀ Overview"));
    leave->setAccessibleName(tr("Back to the overview"));
    leave->setToolTip(tr("Back to the overview; every decision is stored already"));
    leave->setFocusPolicy(Qt::StrongFocus);
    leave->setMinimumHeight(32);
    m_title = new widgets::ElidedLabel(8);
    m_title->setFont(scaledFont(m_title->font(), 1.2));
    m_count = new QLabel;
    m_count->setObjectName(QStringLiteral("disputedCount"));
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(leave);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_count);
    connect(leave, &QToolButton::clicked, this, &AdjudicationView::left);
    return header;
}

QWidget *AdjudicationView::buildSide()
{
    m_about = new QLabel;
    m_about->setObjectName(QStringLiteral("disputedAbout"));
    m_about->setWordWrap(true);
    m_answers = new AnswerPanel;
    m_back = new QPushButton(tr("◂ Back"));
    m_forward = new QPushButton(tr("Later ▸"));
    m_forward->setToolTip(tr("To the next one, without a decision"));
    auto *steps = new QHBoxLayout;
    for (QPushButton *button : {m_back, m_forward}) {
        button->setMinimumHeight(36);
        steps->addWidget(button);
    }
    auto *side = new QWidget;
    side->setFixedWidth(sideWidth);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_about);
    layout->addWidget(m_answers);
    layout->addStretch();
    layout->addLayout(steps);
    connect(m_back, &QPushButton::clicked, this, [this] { go(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { go(1); });
    return side;
}

void AdjudicationView::begin(const bridge::LabelProtocolValues &protocol,
                             const QList<bridge::DisputedItem> &items, const QString &by)
{
    m_confirm->stop();
    m_protocol = protocol;
    m_items = items;
    m_decisions = QList<std::optional<bridge::LabelWord>>(items.size());
    m_by = by;
    m_decided = 0;
    m_title->setText(tr("%1: decisions of %2").arg(protocolTitle(protocol), by));
    m_image->setSideMillimetres(protocol.millimetres);
    m_answers->setQuestion(protocol, storedKeys(protocol));
    showItem(items.isEmpty() ? -1 : 0);
}

void AdjudicationView::showItem(int index)
{
    m_current = index;
    const bool any = index >= 0;
    m_image->setBadge({});
    m_answers->setEnabled(any);
    m_back->setEnabled(index > 0 || (!any && !m_items.isEmpty()));
    m_forward->setEnabled(any);
    m_count->setText(tr("%1 of %2 decided").arg(m_decided).arg(m_items.size()));
    if (any) {
        const bridge::DisputedItem &item = m_items[index];
        m_image->setImages(item.image, item.seedImage);
        m_about->setText(item.aboutValidity
                             ? tr("The labellers disagree whether this image is <b>valid</b>. Your answer "
                                  "decides.")
                             : tr("The labellers disagree about the <b>class</b>. Your answer decides."));
        m_answers->showItem(m_decisions[index]);
    } else {
        m_image->setImages({});
        m_about->setText(tr("That was the last one."));
        m_answers->showItem(std::nullopt);
    }
    showLabels(any ? m_items[index] : bridge::DisputedItem());
    m_image->setFocus(Qt::OtherFocusReason);
}

QWidget *AdjudicationView::labelCard(const QString &labeller, const bridge::LabelWord &word) const
{
    auto *name = new QLabel(labeller);
    name->setForegroundRole(QPalette::PlaceholderText);
    const QString words = wordText(word, m_protocol.classNames);
    auto *said = new QLabel(words);
    said->setFont(scaledFont(said->font(), 1.1));
    auto *row = new QHBoxLayout;
    row->addWidget(new MarkLabel(markOf(word)));
    row->addWidget(said, 1);
    auto *card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    card->setAccessibleName(tr("%1 says: %2").arg(labeller, words));
    auto *layout = new QVBoxLayout(card);
    layout->addWidget(name);
    layout->addLayout(row);
    if (!word.note.isEmpty()) {
        auto *note = new QLabel(QStringLiteral("“%1”").arg(word.note));
        note->setTextFormat(Qt::PlainText);
        note->setWordWrap(true);
        layout->addWidget(note);
    }
    return card;
}

void AdjudicationView::showLabels(const bridge::DisputedItem &item)
{
    while (QLayoutItem *old = m_labels->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    for (const auto &[labeller, word] : item.labels)
        m_labels->addWidget(labelCard(labeller, word), 1);
}

void AdjudicationView::decide(const bridge::LabelWord &word)
{
    if (m_current < 0 || m_confirm->isActive())
        return;
    m_answers->flash(word);
    m_image->setBadge(wordText(word, m_protocol.classNames), markOf(word));
    m_book.adjudicate(m_protocol.uuid, m_protocol.version, m_items[m_current].item, m_by, word,
                      [this, at = m_current, item = m_items[m_current].item, word](bool) {
                          if (at < m_items.size() && m_items[at].item == item)
                              takeStored(at, word);
                      });
    m_confirm->start();
}

// Only what is on the disk counts.
void AdjudicationView::takeStored(int index, const bridge::LabelWord &word)
{
    if (!m_decisions[index])
        ++m_decided;
    m_decisions[index] = word;
    m_count->setText(tr("%1 of %2 decided").arg(m_decided).arg(m_items.size()));
}

void AdjudicationView::go(int step)
{
    m_confirm->stop();
    const int from = m_current < 0 ? int(m_items.size()) : m_current;
    const int to = qMax(0, from + step);
    showItem(to < m_items.size() ? to : -1);
}

bool AdjudicationView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride
        && !m_answers->keys().meaning(*static_cast<QKeyEvent *>(event)).isEmpty()) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void AdjudicationView::keyPressEvent(QKeyEvent *event)
{
    if (event->isAutoRepeat())
        return event->accept();
    if (m_current >= 0 && m_answers->takeKey(*event))
        return event->accept();
    const QString id = m_answers->keys().meaning(*event);
    if (id == QLatin1String("back") || id == QLatin1String("skip") || id == QLatin1String("forward")) {
        go(id == QLatin1String("back") ? -1 : 1);
        return event->accept();
    }
    QWidget::keyPressEvent(event);
}

} // namespace mutascope::gui
