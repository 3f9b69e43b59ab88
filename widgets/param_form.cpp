// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from a list of parameter descriptions.
#include "widgets/param_form.h"

#include "widgets/colors.h"
#include "widgets/param_editors.h"

#include <QCheckBox>
#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
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
        QWidget *editor = nullptr;
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
    QCheckBox *advanced = nullptr;
    QLabel *problem = nullptr;
    QObject *guard = nullptr;
    bool valid = true;
    bool quiet = false;

    int indexOf(const QString &name) const;
    bool hasAdvanced() const;
    Row &row(qsizetype index) { return rows[static_cast<std::size_t>(index)]; }
    Group &group(const QString &name);
};

int ParamForm::Private::indexOf(const QString &name) const
{
    for (int i = 0; i < fields.size(); ++i) {
        if (fields[i].name == name)
            return i;
    }
    return -1;
}

bool ParamForm::Private::hasAdvanced() const
{
    return std::any_of(fields.begin(), fields.end(), [](const ParamField &field) { return field.advanced; });
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
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    content->layout()->addWidget(box);
    groups.push_back({name, box, form});
    return groups.back();
}

ParamForm::ParamForm(QWidget *parent) : QWidget(parent), m_d(std::make_unique<Private>())
{
    m_d->guard = new WheelGuard(this);
    m_d->advanced = new QCheckBox(tr("Show &advanced parameters"), this);
    m_d->problem = new QLabel(this);
    m_d->problem->setWordWrap(true);
    m_d->problem->setTextFormat(Qt::PlainText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_d->advanced);
    layout->addWidget(m_d->problem);
    layout->addStretch(1);
    connect(m_d->advanced, &QCheckBox::toggled, this, [this] { updateVisibility(); });
    setFields({});
}

ParamForm::~ParamForm() = default;

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
    m_d->rows.resize(static_cast<std::size_t>(fields.size()));
    m_d->quiet = true;
    for (int i = 0; i < fields.size(); ++i)
        addField(i);
    m_d->quiet = false;
    m_d->advanced->setVisible(m_d->hasAdvanced());
    updateMarks();
    updateVisibility();
}

void ParamForm::addField(int index)
{
    const ParamField &field = m_d->fields[index];
    const Private::Group &group = m_d->group(field.group);
    QWidget *editor = makeEditor(field, group.box, [this] { onEdited(); });
    editor->installEventFilter(m_d->guard);
    const QString text = field.label.isEmpty() ? field.name : field.label;
    auto *label
        = new QLabel(field.unit.isEmpty() ? tr("%1:").arg(text) : tr("%1 (%2):").arg(text, field.unit));
    label->setToolTip(editor->toolTip());
    label->setBuddy(editor);
    group.form->addRow(label, editor);
    if (field.type == ParamField::Type::Text)
        editor->setMinimumWidth(240);
    // While an unusable number is typed the value stays, but the message must come.
    if (auto *line = editor->findChild<QLineEdit *>()) {
        connect(line, &QLineEdit::textEdited, this, &ParamForm::updateMarks);
    }
    m_d->row(index) = {editor, label, group.form};
}

const QList<ParamField> &ParamForm::fields() const
{
    return m_d->fields;
}

QVariant ParamForm::value(const QString &name) const
{
    const int index = m_d->indexOf(name);
    return index < 0 ? QVariant() : editorValue(m_d->fields[index], m_d->row(index).editor);
}

QVariantMap ParamForm::values() const
{
    QVariantMap result;
    for (const ParamField &field : m_d->fields)
        result.insert(field.name, value(field.name));
    return result;
}

QVariantMap ParamForm::changedValues() const
{
    QVariantMap result;
    for (const ParamField &field : m_d->fields) {
        const QVariant now = value(field.name);
        if (now != normalized(field, field.defaultValue))
            result.insert(field.name, now);
    }
    return result;
}

void ParamForm::setValues(const QVariantMap &values)
{
    const QVariantMap before = this->values();
    m_d->quiet = true;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const int index = m_d->indexOf(it.key());
        if (index >= 0)
            setEditorValue(m_d->fields[index], m_d->row(index).editor, it.value());
    }
    m_d->quiet = false;
    if (before != this->values())
        onEdited();
}

bool ParamForm::isValid() const
{
    return validationMessage().isEmpty();
}

QString ParamForm::validationMessage() const
{
    for (int i = 0; i < m_d->fields.size(); ++i) {
        const QString problem = editorProblem(m_d->fields[i], m_d->row(i).editor);
        if (!problem.isEmpty())
            return problem;
    }
    return {};
}

bool ParamForm::isAdvancedVisible() const
{
    return m_d->advanced->isChecked();
}

bool ParamForm::isFieldVisible(const QString &name) const
{
    const int index = m_d->indexOf(name);
    return index >= 0 && (!m_d->fields[index].advanced || isAdvancedVisible());
}

QWidget *ParamForm::editor(const QString &name) const
{
    const int index = m_d->indexOf(name);
    return index < 0 ? nullptr : m_d->row(index).editor;
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
    for (const Private::Row &row : m_d->rows)
        setEditorReadOnly(row.editor, readOnly);
}

void ParamForm::onEdited()
{
    if (m_d->quiet)
        return;
    updateMarks();
    Q_EMIT valuesChanged();
}

// Labels of changed parameters are bold; the first problem is told below the form.
void ParamForm::updateMarks()
{
    const QVariantMap changed = changedValues();
    for (int i = 0; i < m_d->fields.size(); ++i) {
        QFont font = this->font();
        font.setBold(changed.contains(m_d->fields[i].name));
        m_d->row(i).label->setFont(font);
    }
    const QString problem = validationMessage();
    m_d->problem->setText(problem);
    m_d->problem->setVisible(!problem.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, accentColor(Accent::Error, palette()));
    m_d->problem->setPalette(colors);
    if (m_d->valid == problem.isEmpty())
        return;
    m_d->valid = problem.isEmpty();
    Q_EMIT validityChanged(m_d->valid);
}

void ParamForm::updateVisibility()
{
    for (const Private::Group &group : m_d->groups)
        group.box->hide();
    for (int i = 0; i < m_d->fields.size(); ++i) {
        const bool visible = isFieldVisible(m_d->fields[i].name);
        m_d->row(i).form->setRowVisible(m_d->row(i).editor, visible);
        if (visible)
            m_d->group(m_d->fields[i].group).box->show();
    }
}

} // namespace mutascope::widgets
