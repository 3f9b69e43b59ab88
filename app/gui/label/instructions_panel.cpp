// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/instructions_panel.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/label/label_keymap.h"
#include "app/gui/label/label_texts.h"
#include "widgets/label_image.h"

#include <QGridLayout>
#include <QGroupBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace mutascope::gui {

namespace {

constexpr int contentWidth = 760;
constexpr int exampleColumns = 3;
constexpr double exampleMillimetres = 25;

QLabel *makeText(const QString &objectName)
{
    auto *label = new QLabel;
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString usualText(const bridge::LabelProtocolValues &protocol)
{
    const QString validity
        = InstructionsPanel::tr("Images were changed by a program. Judge each by what you see, at its size "
                                "on the screen, without guessing what it was made from.");
    if (protocol.namesClass)
        return validity + QStringLiteral("<ul><li>") + InstructionsPanel::tr("Answer with the class you see.")
            + QStringLiteral("</li><li>")
            + InstructionsPanel::tr("<b>Invalid</b>: not an image of any of the classes.")
            + QStringLiteral("</li><li>")
            + InstructionsPanel::tr("<b>Unsure</b>: you cannot tell; it says nothing about the image.")
            + QStringLiteral("</li></ul>");
    return validity + QStringLiteral("<ul><li>")
        + InstructionsPanel::tr("<b>Valid, same class</b>: people would still call it that.")
        + QStringLiteral("</li><li>")
        + InstructionsPanel::tr("<b>Valid, other class</b>: a good image, but of something else.")
        + QStringLiteral("</li><li>")
        + InstructionsPanel::tr("<b>Invalid</b>: not an image of any of the classes.")
        + QStringLiteral("</li><li>") + InstructionsPanel::tr("<b>Unsure</b>: you cannot tell.")
        + QStringLiteral("</li></ul>");
}

} // namespace

InstructionsPanel::InstructionsPanel(QWidget *parent) : QWidget(parent)
{
    m_title = makeText(QStringLiteral("instructionsTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.6));
    m_own = makeText(QStringLiteral("instructionsText"));
    m_own->setTextFormat(Qt::PlainText);
    m_usual = makeText(QStringLiteral("instructionsUsual"));
    m_keysText = makeText(QStringLiteral("instructionsKeys"));
    m_examples = new QGroupBox(tr("Examples"));
    m_exampleGrid = new QGridLayout(m_examples);
    m_done = new QPushButton;
    m_done->setObjectName(QStringLiteral("instructionsDone"));
    m_done->setMinimumSize(150, 40);
    auto *content = new QWidget;
    content->setMaximumWidth(contentWidth);
    auto *column = new QVBoxLayout(content);
    column->setSpacing(14);
    for (QWidget *part : std::initializer_list<QWidget *>{m_title, m_own, m_usual, m_examples, m_keysText})
        column->addWidget(part);
    column->addWidget(m_done, 0, Qt::AlignLeft);
    column->addStretch();
    auto *middle = new QWidget;
    auto *row = new QHBoxLayout(middle);
    row->addStretch(1);
    row->addWidget(content, 8);
    row->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(middle);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    setFocusProxy(m_done);
    connect(m_done, &QPushButton::clicked, this, &InstructionsPanel::done);
    setBeginning(true);
}

void InstructionsPanel::setBeginning(bool beginning)
{
    m_done->setText(beginning ? tr("&Begin   (Return)") : tr("&Go on   (Return)"));
}

void InstructionsPanel::setStart(const bridge::LabelStart &start)
{
    m_protocol = start.protocol;
    m_title->setText(questionText(start.protocol));
    m_own->setText(start.protocol.instructions);
    m_own->setVisible(!start.protocol.instructions.isEmpty());
    m_usual->setText(usualText(start.protocol));
    showExamples(start.examples);
}

void InstructionsPanel::setKeys(const widgets::LabelKeys &keys)
{
    QStringList parts;
    for (const char *id : {"skip", "back", "undo", "redo", "note", "jump", "help"}) {
        const QString key = keys.text(QLatin1String(id));
        for (const widgets::LabelKey &entry : keys.entries())
            if (entry.id == QLatin1String(id) && !key.isEmpty())
                parts.append(tr("%1: <b>%2</b>").arg(entry.text.toHtmlEscaped(), key.toHtmlEscaped()));
    }
    m_keysText->setText(tr("One key is one answer, stored at once, and the next image comes. The keys are on "
                           "the buttons.")
                        + QStringLiteral("<br>") + parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
}

QString InstructionsPanel::text() const
{
    return m_own->text();
}

QWidget *InstructionsPanel::exampleCard(const bridge::LabelExample &example) const
{
    auto *image = new widgets::LabelImage;
    image->setFocusPolicy(Qt::NoFocus);
    image->setSideMillimetres(exampleMillimetres);
    image->setImages(example.image, example.seedImage);
    image->setFixedHeight(image->sizeHint().height());
    const QString answer = wordText(example.answer, m_protocol.classNames);
    image->setAccessibleName(tr("Example: %1").arg(answer));
    auto *words = new QLabel(
        example.text.isEmpty()
            ? QStringLiteral("<b>%1</b>").arg(answer.toHtmlEscaped())
            : QStringLiteral("<b>%1</b><br>%2").arg(answer.toHtmlEscaped(), example.text.toHtmlEscaped()));
    words->setWordWrap(true);
    auto *card = new QWidget;
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(image);
    layout->addWidget(words);
    layout->addStretch();
    return card;
}

void InstructionsPanel::showExamples(const QList<bridge::LabelExample> &examples)
{
    while (QLayoutItem *item = m_exampleGrid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int i = 0; i < examples.size(); ++i)
        m_exampleGrid->addWidget(exampleCard(examples[i]), i / exampleColumns, i % exampleColumns);
    m_examples->setVisible(!examples.isEmpty());
}

void InstructionsPanel::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape || key == Qt::Key_F1)
        return Q_EMIT done();
    QWidget::keyPressEvent(event);
}

} // namespace mutascope::gui
