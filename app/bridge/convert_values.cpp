// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/convert.h"

#include <cstring>

namespace mutascope::bridge {

namespace {

QString capitalised(const QString &text)
{
    return text.isEmpty() ? text : text.left(1).toUpper() + text.mid(1);
}

QVariant toVariant(const ParamValue &value)
{
    struct Visitor {
        QVariant operator()(std::int64_t number) const { return qlonglong(number); }
        QVariant operator()(double number) const { return number; }
        QVariant operator()(bool flag) const { return flag; }
        QVariant operator()(const std::string &text) const { return QString::fromStdString(text); }
    };
    return std::visit(Visitor(), value);
}

widgets::ParamField::Type toFieldType(ParamType type)
{
    using Type = widgets::ParamField::Type;
    switch (type) {
    case ParamType::Integer:
        return Type::Integer;
    case ParamType::Real:
        return Type::Real;
    case ParamType::Boolean:
        return Type::Boolean;
    case ParamType::Choice:
        return Type::Choice;
    case ParamType::Text:
        break;
    }
    return Type::Text;
}

QVariant limit(const std::optional<double> &value, ParamType type)
{
    if (!value)
        return {};
    return type == ParamType::Integer ? QVariant(qlonglong(*value)) : QVariant(*value);
}

} // namespace

QImage toQImage(const Image &image)
{
    const ImageShape &shape = image.shape;
    if (image.pixels.empty())
        return {};
    const bool grey = shape.channels == 1;
    QImage out(shape.width, shape.height, grey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    const std::size_t row = std::size_t(shape.width) * std::size_t(shape.channels);
    for (int y = 0; y < shape.height; ++y)
        std::memcpy(out.scanLine(y), image.pixels.data() + std::size_t(y) * row, row);
    return out;
}

Image fromQImage(const QImage &image)
{
    const bool grey = image.isGrayscale();
    const QImage source = image.convertToFormat(grey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    Image out;
    out.shape = {source.height(), source.width(), grey ? 1 : 3};
    out.pixels.resize(out.shape.size());
    const std::size_t row = std::size_t(source.width()) * std::size_t(out.shape.channels);
    for (int y = 0; y < source.height(); ++y)
        std::memcpy(out.pixels.data() + std::size_t(y) * row, source.constScanLine(y), row);
    return out;
}

std::filesystem::path toPath(const QString &path)
{
    return std::filesystem::path(path.toStdString());
}

QString fromPath(const std::filesystem::path &path)
{
    return QString::fromStdString(path.string());
}

widgets::ParamField toField(const ParamSpec &spec)
{
    widgets::ParamField field;
    field.name = QString::fromStdString(spec.name);
    field.label = capitalised(QString(field.name).replace(QLatin1Char('-'), QLatin1Char(' ')));
    field.type = toFieldType(spec.type);
    field.defaultValue = toVariant(spec.defaultValue);
    field.minimum = limit(spec.minimum, spec.type);
    field.maximum = limit(spec.maximum, spec.type);
    field.unit = QString::fromStdString(spec.unit);
    field.toolTip = QString::fromStdString(spec.tooltip);
    if (!spec.source.empty() && spec.source != "ours")
        field.toolTip += QStringLiteral("\n") + QString::fromStdString(spec.source);
    for (const std::string &choice : spec.choices)
        field.choices.append(QString::fromStdString(choice));
    field.group = QString::fromStdString(spec.group);
    field.advanced = spec.advanced;
    return field;
}

QList<widgets::ParamField> toFields(const std::vector<ParamSpec> &specs)
{
    QList<widgets::ParamField> fields;
    for (const ParamSpec &spec : specs)
        fields.append(toField(spec));
    return fields;
}

ErrorWords currentErrorWords() noexcept
{
    try {
        throw;
    } catch (const Error &error) {
        return {capitalised(QString::fromUtf8(error.what())), QString::fromStdString(error.hint())};
    } catch (const std::exception &error) {
        return {capitalised(QString::fromUtf8(error.what())), {}};
    } catch (...) {
        return {QStringLiteral("An unknown error"), {}};
    }
}

} // namespace mutascope::bridge
