// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/facts_panel.h"

#include "app/gui/format.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>

namespace mutascope::gui {

FactsPanel::FactsPanel(QWidget *parent) : QWidget(parent), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(3);
    m_form->setHorizontalSpacing(14);
    m_form->setLabelAlignment(Qt::AlignLeft);
}

void FactsPanel::addHeading(const QString &text)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, m_form->rowCount() > 0 ? 8 : 0, 0, 0);
    m_form->addRow(label);
}

void FactsPanel::add(const QString &name, const QString &value, const QString &toolTip)
{
    auto *label = new QLabel(name);
    auto *text = new QLabel(value);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setWordWrap(true);
    label->setToolTip(toolTip);
    text->setToolTip(toolTip);
    m_form->addRow(label, text);
}

void FactsPanel::setDetails(const bridge::TestDetails &details)
{
    const QLocale locale;
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    addHeading(tr("Distance to the seed (values 0 to 255)"));
    add(tr("L0"), tr("%1 of %2 values").arg(countText(details.l0), countText(details.pixelValues)),
        tr("Pixel values that differ"));
    add(tr("L1"), locale.toString(details.l1, 'f', 0), tr("Sum of the absolute differences"));
    add(tr("L2"), locale.toString(details.l2, 'f', 1), tr("Root of the sum of the squared differences"));
    add(tr("L∞"), tr("%1 of 255").arg(details.linf), tr("Largest absolute difference"));
    addHeading(tr("Origin"));
    add(tr("Last mutation"), details.mutation);
    add(tr("Parent"), details.parent == 0 ? tr("the seed") : tr("test %1").arg(details.parent));
    add(tr("Mutations in all"), QString::number(int(details.lineage.size()) - 1));
    add(tr("Image of the data set"), QString::number(details.datasetIndex));
    add(tr("Found after"),
        tr("%1 model calls, %2 s")
            .arg(countText(details.atCalls), locale.toString(details.atSeconds, 'f', 2)));
    add(tr("Coverage gain"), percentText(details.gain, 3));
    add(tr("Confidence"),
        details.row.predicted < 0 ? tr("none: the model fails on this test")
                                  : percentText(double(details.row.confidence)));
    add(tr("Image SHA-256"), details.sha256.left(16) + QStringLiteral("…"), details.sha256);
}

} // namespace mutascope::gui
