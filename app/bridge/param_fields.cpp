// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/param_fields.h"

#include <limits>

namespace mutascope::bridge {

using widgets::ParamField;

ParamField makeField(const char *name, const QString &label, const QVariant &value, const QString &toolTip,
                     const QString &group)
{
    ParamField field;
    field.name = QLatin1String(name);
    field.label = label;
    field.defaultValue = value;
    field.toolTip = toolTip;
    field.group = group;
    return field;
}

ParamField makeCount(const char *name, const QString &label, qlonglong least, qlonglong value,
                     const QString &toolTip, const QString &group)
{
    ParamField field = makeField(name, label, value, toolTip, group);
    field.type = ParamField::Type::Integer;
    field.minimum = least;
    field.maximum = qlonglong(std::numeric_limits<int>::max());
    return field;
}

ParamField makeReal(const char *name, const QString &label, double least, double most, double value,
                    const QString &toolTip, const QString &group)
{
    ParamField field = makeField(name, label, value, toolTip, group);
    field.type = ParamField::Type::Real;
    field.minimum = least;
    field.maximum = most;
    return field;
}

ParamField advanced(ParamField field)
{
    field.advanced = true;
    return field;
}

} // namespace mutascope::bridge
