// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

using Formats = std::map<std::string, const char *>;

const Formats unaryFormats{
    {"Abs", "torch.abs({})"},
    {"Acos", "torch.acos({})"},
    {"Asin", "torch.asin({})"},
    {"Atan", "torch.atan({})"},
    {"Ceil", "torch.ceil({})"},
    {"Cos", "torch.cos({})"},
    {"Cosh", "torch.cosh({})"},
    {"Erf", "torch.erf({})"},
    {"Exp", "torch.exp({})"},
    {"Floor", "torch.floor({})"},
    {"Identity", "{}"},
    {"IsInf", "torch.isinf({})"},
    {"IsNaN", "torch.isnan({})"},
    {"Log", "torch.log({})"},
    {"Neg", "torch.neg({})"},
    {"Not", "torch.logical_not({})"},
    {"Reciprocal", "torch.reciprocal({})"},
    {"Round", "torch.round({})"},
    {"Sign", "torch.sign({})"},
    {"Sin", "torch.sin({})"},
    {"Sinh", "torch.sinh({})"},
    {"Sqrt", "torch.sqrt({})"},
    {"Tan", "torch.tan({})"},
};

const Formats binaryFormats{
    {"Add", "{} + {}"},
    {"And", "torch.logical_and({}, {})"},
    {"Equal", "torch.eq({}, {})"},
    {"Greater", "torch.gt({}, {})"},
    {"GreaterOrEqual", "torch.ge({}, {})"},
    {"Less", "torch.lt({}, {})"},
    {"LessOrEqual", "torch.le({}, {})"},
    {"Mul", "{} * {}"},
    {"Or", "torch.logical_or({}, {})"},
    {"Sub", "{} - {}"},
    {"Xor", "torch.logical_xor({}, {})"},
};

const Formats variadicFormats{
    {"Max", "torch.maximum({}, {})"},
    {"Min", "torch.minimum({}, {})"},
    {"Sum", "({} + {})"},
};

Dims broadcast(const OnnxCode &c, const Dims &a, const Dims &b)
{
    Dims result(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1)
            c.broken(fmt::format("combines tensors whose shapes do not fit ({} and {})", x, y));
        result[result.size() - 1 - i] = x == 1 ? y : x;
    }
    c.checkElements(result);
    return result;
}

std::string filled(const char *format, const std::string &a, const std::string &b = {})
{
    return fmt::format(fmt::runtime(format), a, b);
}

void unary(OnnxCode &c)
{
    c.result(filled(unaryFormats.at(c.op()), c.in(0)));
}

void binary(OnnxCode &c)
{
    broadcast(c, c.shape(0), c.shape(1));
    c.result(filled(binaryFormats.at(c.op()), c.in(0), c.in(1)));
}

// A constant of one element is written as a number, unless both are.
void arithmetic(OnnxCode &c)
{
    broadcast(c, c.shape(0), c.shape(1));
    const char *const format = c.op() == "Div" ? "{} / {}" : binaryFormats.at(c.op());
    const std::string right = c.operand(1, 0);
    if (right != "a1")
        c.result(filled(format, c.in(0), right));
    else
        c.result(filled(format, c.operand(0, 1), right));
}

void divide(OnnxCode &c)
{
    if (at::isFloatingType(c.value(0).type))
        return arithmetic(c);
    broadcast(c, c.shape(0), c.shape(1));
    if (c.value(1).tensors[0].defined() && c.isConstant(1) && c.value(1).tensors[0].eq(0).any().item<bool>())
        c.broken("divides whole numbers by 0");
    c.result(fmt::format("torch.div({}, {}, rounding_mode=\"trunc\")", c.in(0), c.in(1)));
}

// Of any number of tensors, pairwise.
std::string folded(OnnxCode &c, const char *format)
{
    std::string result = c.in(0);
    Dims shape = c.shape(0);
    for (std::size_t i = 1; i < c.inputs(); ++i) {
        shape = broadcast(c, shape, c.shape(i));
        result = filled(format, result, c.in(i));
    }
    return result;
}

void variadic(OnnxCode &c)
{
    c.result(folded(c, variadicFormats.at(c.op())));
}

void mean(OnnxCode &c)
{
    c.result(fmt::format("{} / {}", folded(c, "({} + {})"), code(double(c.inputs()))));
}

// The result has the base's type, whatever the exponent's.
void power(OnnxCode &c)
{
    broadcast(c, c.shape(0), c.shape(1));
    const auto exponent = c.rank(1) <= c.rank(0) ? c.number(1) : std::nullopt;
    const std::string right = !exponent ? c.in(1) : *exponent == 2 ? "2" : code(*exponent);
    c.result(fmt::format("torch.to(torch.pow({}, {}), {})", c.in(0), right, int(c.value(0).type)));
}

void modulo(OnnxCode &c)
{
    broadcast(c, c.shape(0), c.shape(1));
    const bool likeC = c.integer("fmod", 0) != 0;
    c.result(fmt::format("torch.{}({}, {})", likeC ? "fmod" : "remainder", c.in(0), c.in(1)));
}

void where(OnnxCode &c)
{
    broadcast(c, broadcast(c, c.shape(0), c.shape(1)), c.shape(2));
    c.result(fmt::format("torch.where({}, {}, {})", c.in(0), c.in(1), c.in(2)));
}

} // namespace

void addElementwiseOperators(OnnxOperators &operators)
{
    for (const auto &[op, format] : unaryFormats)
        operators[op] = unary;
    for (const auto &[op, format] : binaryFormats)
        operators[op] = binary;
    for (const auto &[op, format] : variadicFormats)
        operators[op] = variadic;
    for (const char *op : {"Add", "Sub", "Mul"})
        operators[op] = arithmetic;
    operators["Div"] = divide;
    operators["Mean"] = mean;
    operators["Pow"] = power;
    operators["Mod"] = modulo;
    operators["Where"] = where;
}

} // namespace mutascope
