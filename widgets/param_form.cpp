// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from a list of parameter descriptions.
#include "widgets/param_form.h"

#include "widgets/param_row.h"

#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace mutascope::widgets {
namespace {

// In a scrolled form the wheel scrolls; it changes a value only where the focus is.
class WheelGuard : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *widget = qobject_cast<QWidget *>(watched);
        if (event->type() != QEvent::Wheel || widget == nullptr || widget->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

struct ParamForm::Private {
    struct Row {
        ParamRow *widget = nullptr;
        QLabel *label = nullptr;
        QFormLayout *form = nullptr;
    };
    struct Group {
        QString name;
        QWidget *box = nullptr;
        QFormLayout *form = nullptr;
    };
    QList<ParamField> fields;
    std::vector<Row> rows;
    std::vector<Group> groups;
    QWidget *content = nullptr;
    QToolButton *advanced = nullptr;
    QPushButton *reset = nullptr;
    QObject *guard = nullptr;
    bool valid = true;
    bool quiet = false;
    bool readOnly = false;

    const Row *find(const QString &name) const;
    Group &group(const QString &name);
};

const ParamForm::Private::Row *ParamForm::Private::find(const QString &name) const
{
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const Row &row) { return row.widget->field().name == name; });
    return found == rows.end() ? nullptr : &*found;
}

ParamForm::Private::Group &ParamForm::Private::group(const QString &name)
{
    for (Group &one : groups) {
        if (one.name == name)
            return one;
    }
    QWidget *box = name.isEmpty() ? new QWidget(content) : new QGroupBox(name, content);
    auto *form = new QFormLayout(box);
    if (name.isEmpty())
        form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    content->layout()->addWidget(box);
    groups.push_back({name, box, form});
    return groups.back();
}

ParamForm::ParamForm(QWidget *parent) : QWidget(parent), m_d(std::make_unique<Private>())
{
    m_d->guard = new WheelGuard(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    buildFooter();
    layout->addStretch(1);
    setFields({});
}

ParamForm::~ParamForm() = default;

void ParamForm::buildFooter()
{
    m_d->advanced = new QToolButton(this);
    m_d->advanced->setCheckable(true);
    m_d->advanced->setAutoRaise(true);
    m_d->advanced->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_d->reset = new QPushButton(tr("&Reset to Defaults"), this);
    m_d->reset->setAutoDefault(false);
    auto *footer = new QHBoxLayout;
    footer->addWidget(m_d->advanced);
    footer->addStretch(1);
    footer->addWidget(m_d->reset);
    static_cast<QVBoxLayout *>(layout())->addLayout(footer);
    connect(m_d->advanced, &QToolButton::toggled, this, &ParamForm::updateVisibility);
    connect(m_d->reset, &QPushButton::clicked, this, &ParamForm::resetToDefaults);
}

void ParamForm::setFields(const QList<ParamField> &fields)
{
    delete m_d->content;
    m_d->content = new QWidget(this);
    auto *contentLayout = new QVBoxLayout(m_d->content);
    contentLayout->setContentsMargins(0, 0, 0, 0);
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, m_d->content);
    m_d->groups.clear();
    m_d->rows.clear();
    m_d->fields = fields;
    for (const ParamField &field : fields)
        addField(field);
    const auto hidden = std::count_if(fields.begin(), fields.end(), [](const auto &f) { return f.advanced; });
    m_d->advanced->setText(tr("&Advanced parameters (%1)").arg(hidden));
    m_d->advanced->setVisible(hidden > 0);
    m_d->reset->setVisible(!fields.isEmpty());
    alignLabels();
    setReadOnly(m_d->readOnly);
    updateMarks();
    updateVisibility();
}

void ParamForm::addField(const ParamField &field)
{
    const Private::Group &group = m_d->group(field.group);
    auto *row = new ParamRow(field, group.box);
    row->editor()->installEventFilter(m_d->guard);
    auto *label = new QLabel(tr("%1:").arg(field.label.isEmpty() ? field.name : field.label), group.box);
    label->setToolTip(row->editor()->toolTip());
    label->setBuddy(row->editor());
    group.form->addRow(label, row);
    connect(row, &ParamRow::valueChanged, this, &ParamForm::onEdited);
    // While an unusable number is typed the value stays, but the message must come.
    connect(row, &ParamRow::textEdited, this, &ParamForm::updateMarks);
    m_d->rows.push_back({row, label, group.form});
}

// One column of labels through all groups, wide enough for bold ones so that nothing moves when a value
// changes.
void ParamForm::alignLabels()
{
    QFont bold = font();
    bold.setBold(true);
    int width = 0;
    for (const Private::Row &row : m_d->rows)
        width = std::max(width, QFontMetrics(bold).horizontalAdvance(row.label->text()) + 4);
    for (const Private::Row &row : m_d->rows)
        row.label->setMinimumWidth(width);
}

const QList<ParamField> &ParamForm::fields() const
{
    return m_d->fields;
}

QVariant ParamForm::value(const QString &name) const
{
    const Private::Row *row = m_d->find(name);
    return row == nullptr ? QVariant() : row->widget->value();
}

QVariantMap ParamForm::values() const
{
    QVariantMap result;
    for (const Private::Row &row : m_d->rows)
        result.insert(row.widget->field().name, row.widget->value());
    return result;
}

QVariantMap ParamForm::changedValues() const
{
    QVariantMap result;
    for (const Private::Row &row : m_d->rows) {
        if (row.widget->isChanged())
            result.insert(row.widget->field().name, row.widget->value());
    }
    return result;
}

QStringList ParamForm::setValues(const QVariantMap &values)
{
    const QVariantMap before = this->values();
    QStringList refused;
    m_d->quiet = true;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const Private::Row *row = m_d->find(it.key());
        if (row == nullptr || !row->widget->setValue(it.value()))
            refused.append(it.key());
    }
    m_d->quiet = false;
    updateMarks();
    if (before != this->values())
        Q_EMIT valuesChanged();
    return refused;
}

bool ParamForm::isValid() const
{
    return validationMessage().isEmpty();
}

QString ParamForm::validationMessage() const
{
    for (const Private::Row &row : m_d->rows) {
        const QString text = row.widget->problem();
        if (!text.isEmpty())
            return QStringLiteral("%1 %2").arg(row.label->text(), text);
    }
    return {};
}

QString ParamForm::problem(const QString &name) const
{
    const Private::Row *row = m_d->find(name);
    return row == nullptr ? QString() : row->widget->problem();
}

bool ParamForm::isAdvancedVisible() const
{
    return m_d->advanced->isChecked();
}

bool ParamForm::isFieldVisible(const QString &name) const
{
    const Private::Row *row = m_d->find(name);
    return row != nullptr && (!row->widget->field().advanced || isAdvancedVisible());
}

QWidget *ParamForm::editor(const QString &name) const
{
    const Private::Row *row = m_d->find(name);
    return row == nullptr ? nullptr : row->widget->editor();
}

void ParamForm::resetToDefaults()
{
    QVariantMap defaults;
    for (const ParamField &field : m_d->fields)
        defaults.insert(field.name, field.defaultValue);
    setValues(defaults);
}

void ParamForm::setAdvancedVisible(bool visible)
{
    m_d->advanced->setChecked(visible);
}

void ParamForm::setReadOnly(bool readOnly)
{
    m_d->readOnly = readOnly;
    for (const Private::Row &row : m_d->rows)
        row.widget->setReadOnly(readOnly);
    updateMarks();
}

void ParamForm::onEdited()
{
    if (m_d->quiet)
        return;
    updateMarks();
    Q_EMIT valuesChanged();
}

// Labels of changed parameters are bold; what is wrong is told under the value.
void ParamForm::updateMarks()
{
    bool changed = false;
    bool valid = true;
    for (const Private::Row &row : m_d->rows) {
        QFont font = this->font();
        font.setBold(row.widget->isChanged());
        row.label->setFont(font);
        row.widget->updateMarks();
        changed = changed || row.widget->isChanged();
        if (row.widget->problem().isEmpty())
            continue;
        valid = false;
        if (row.widget->field().advanced)
            setAdvancedVisible(true); // a message nobody sees helps nobody
    }
    m_d->reset->setEnabled((changed || !valid) && !m_d->readOnly);
    if (m_d->valid == valid)
        return;
    m_d->valid = valid;
    Q_EMIT validityChanged(valid);
}

void ParamForm::updateVisibility()
{
    m_d->advanced->setArrowType(isAdvancedVisible() ? Qt::DownArrow : Qt::RightArrow);
    for (const Private::Group &group : m_d->groups)
        group.box->hide();
    for (const Private::Row &row : m_d->rows) {
        const bool visible = !row.widget->field().advanced || isAdvancedVisible();
        row.form->setRowVisible(row.widget, visible);
        if (visible)
            m_d->group(row.widget->field().group).box->show();
    }
}

} // namespace mutascope::widgets
