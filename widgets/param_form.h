// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from a list of parameter descriptions.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <QVariantMap>
#include <QWidget>
#include <memory>

namespace mutascope::widgets {

struct ParamField {
    enum class Type { Integer, Real, Boolean, Choice, Text };
    QString name; // as on the command line: --set name=value
    QString label; // what people read
    Type type = Type::Text;
    QVariant defaultValue;
    QVariant minimum; // numbers: invalid means unbounded
    QVariant maximum;
    QString unit;
    QString toolTip;
    QStringList choices;
    QString group;
    bool advanced = false;
    QString pattern = {}; // Text: regular expression the whole value must match
    QString patternHint = {}; // Text: what to say when it does not
};

class ParamForm : public QWidget {
    Q_OBJECT

public:
    explicit ParamForm(QWidget *parent = nullptr);
    ~ParamForm() override;

    void setFields(const QList<ParamField> &fields);
    const QList<ParamField> &fields() const;

    // Integer: qlonglong, Real: double, Boolean: bool, Choice and Text: QString.
    QVariantMap values() const;
    QVariantMap changedValues() const; // only those different from their default
    QVariant value(const QString &name) const;
    // Names that are missing keep their value; one valuesChanged() at most. Returns the names that were
    // refused: unknown ones, and those whose value is of the wrong type, out of range or no known choice.
    QStringList setValues(const QVariantMap &values);
    bool isValid() const;
    QString validationMessage() const; // the first problem, empty when valid

    bool isAdvancedVisible() const;
    bool isFieldVisible(const QString &name) const;
    QWidget *editor(const QString &name) const;
    // What is said under the value of this parameter, empty when it can be used.
    QString problem(const QString &name) const;

public Q_SLOTS:
    void resetToDefaults();
    void setAdvancedVisible(bool visible);
    void setReadOnly(bool readOnly);

Q_SIGNALS:
    void valuesChanged();
    void validityChanged(bool valid);

private:
    struct Private;
    void addField(const ParamField &field);
    void alignLabels();
    void onEdited();
    void buildFooter();
    void updateMarks();
    void updateVisibility();

    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
