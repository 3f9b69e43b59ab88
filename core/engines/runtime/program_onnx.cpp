// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/export/onnx_codes.h"
#include "core/engines/export/onnx_read.h"
#include "core/engines/runtime/program.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

// What the table does not have because it changes nothing while a model only runs.
constexpr std::array<const char *, 5> withoutEffect
    = {"momentum", "seed", "stash_type", "storage_order", "spatial"};
// Others have one output here; that of Dropout and MaxPool that is left out does not change the first.
constexpr std::array<const char *, 3> severalOutputs = {"Split", "TopK", "Dropout"};

[[noreturn]] void throwUnsupported(const OnnxOperation &operation, const std::string &what)
{
    throw Error(ErrorCode::Unsupported, fmt::format("{} ('{}') {}", operation.op, operation.name, what));
}

AttributeValue valueOf(const AttributeSpec &spec, const TensorData &data)
{
    const std::vector<double> numbers = asDoubles(data);
    const bool list = spec.type == AttributeType::IntegerList || spec.type == AttributeType::RealList;
    const bool real = spec.type == AttributeType::Real || spec.type == AttributeType::RealList;
    if (list && real)
        return Reals(numbers);
    if (list)
        return Ints(numbers.begin(), numbers.end());
    if (real)
        return numbers.at(0);
    return std::int64_t(numbers.at(0));
}

class FromOnnx {
public:
    explicit FromOnnx(const std::string &bytes) : m_model(readOnnxModel(bytes)) { }

    Program run()
    {
        m_program.opset = m_model.opset;
        for (const OnnxValueInfo &input : m_model.inputs)
            m_program.inputs.push_back({input.name, newSlot(input.name), input.type});
        for (const OnnxOperation &operation : m_model.operations)
            add(operation);
        for (const OnnxValueInfo &output : m_model.outputs)
            m_program.outputs.push_back({output.name, slotOf(output.name), output.type});
        return std::move(m_program);
    }

private:
    int newSlot(const std::string &name)
    {
        m_slots[name] = m_program.slots;
        return m_program.slots++;
    }

    // A constant gets its slot when it is used as a value.
    int slotOf(const std::string &name)
    {
        if (const auto found = m_slots.find(name); found != m_slots.end())
            return found->second;
        const auto constant = m_model.constants.find(name);
        if (constant == m_model.constants.end())
            throw Error(ErrorCode::BadModel, fmt::format("the model takes a value '{}' nothing gives", name));
        m_program.constants.emplace_back(newSlot(name), constant->second);
        return m_slots[name];
    }

    void add(const OnnxOperation &operation)
    {
        const Operator *op = findOperator(operation.op);
        if (!op)
            throwUnsupported(operation, "is no operator that is known here");
        checkForm(operation);
        Step step{op, operation.name, {}, {}, {}, -1};
        addInputs(operation, step);
        addAttributes(operation, step);
        checkTypes(operation, step);
        for (const std::string &output : operation.outputs)
            step.outputs.push_back(output.empty() ? -1 : newSlot(output));
        m_program.steps.push_back(std::move(step));
    }

    // Forms of known operators that the table does not have.
    static void checkForm(const OnnxOperation &operation)
    {
        const bool several = std::ranges::find(severalOutputs, operation.op) != severalOutputs.end();
        if (operation.outputs.size() > 1 && !several)
            throwUnsupported(operation, "has outputs that are not known here");
        if (operation.op == "Mod" && operation.attributes.integer("fmod") != 1)
            throwUnsupported(operation, "is not as C's fmod");
        if (operation.op == "Dropout" && operation.inputs.size() > 2)
            throwUnsupported(operation, "may train");
    }

    // Of inputs and constants: element types the table does not have, and scales that are no scalars.
    void checkTypes(const OnnxOperation &operation, const Step &step) const
    {
        const bool both = step.op->kind == OperatorKind::Elementwise && step.op->accepts.size() == 1;
        for (std::size_t i = 0; i < step.inputs.size() && i < (both ? step.inputs.size() : 1); ++i)
            if (const TensorType *type = knownType(operation.inputs[i]);
                type && step.inputs[i] >= 0 && !step.op->accepted(i).elements.contains(type->element))
                throwUnsupported(operation, fmt::format("takes {}", toText(*type)));
        if (step.op->name == "Split" && !step.attributes.contains("split"))
            throwUnsupported(operation, "does not say its parts");
        if (step.op->name.ends_with("antizeLinear"))
            if (const TensorType *scale = knownType(operation.inputs.at(1)); scale && !scale->shape.empty())
                throwUnsupported(operation, "has a scale for each channel");
    }

    // None where it is computed.
    const TensorType *knownType(const std::string &name) const
    {
        if (const auto constant = m_model.constants.find(name); constant != m_model.constants.end())
            return &constant->second.type;
        const auto input = std::ranges::find(m_model.inputs, name, &OnnxValueInfo::name);
        return input == m_model.inputs.end() ? nullptr : &input->type;
    }

    const AttributeSpec *specAt(const Operator &op, std::size_t position) const
    {
        for (const AttributeSpec &spec : op.attributes)
            if (spec.carrier == Carrier::Input && spec.position == int(position)
                && m_program.opset >= spec.inputSince)
                return &spec;
        return nullptr;
    }

    void addInputs(const OnnxOperation &operation, Step &step)
    {
        for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
            const std::string &name = operation.inputs[i];
            const AttributeSpec *spec = name.empty() ? nullptr : specAt(*step.op, i);
            step.inputs.push_back(name.empty() || spec ? -1 : slotOf(name));
            if (!spec)
                continue;
            const auto constant = m_model.constants.find(name);
            if (constant == m_model.constants.end())
                throwUnsupported(operation, fmt::format("computes its {}", spec->name));
            step.attributes.set(spec->name, valueOf(*spec, constant->second));
        }
    }

    void addAttributes(const OnnxOperation &operation, Step &step)
    {
        for (const auto &[name, value] : operation.attributes.items()) {
            if (std::ranges::find(withoutEffect, name) != withoutEffect.end())
                continue;
            if (name == "training_mode" && value == AttributeValue(std::int64_t{0}))
                continue;
            const auto spec = std::ranges::find(step.op->attributes, name, &AttributeSpec::name);
            if (spec == step.op->attributes.end() || spec->carrier == Carrier::Hidden)
                throwUnsupported(operation, fmt::format("has an attribute {} that is not known", name));
            step.attributes.set(name,
                                spec->carrier == Carrier::ElementCode ? word(operation, value)
                                                                      : knownWord(operation, *spec, value));
        }
    }

    static const AttributeValue &knownWord(const OnnxOperation &operation, const AttributeSpec &spec,
                                           const AttributeValue &value)
    {
        const auto *word = std::get_if<std::string>(&value);
        if (word && std::ranges::find(spec.words, *word) == spec.words.end())
            throwUnsupported(operation,
                             fmt::format("has the {} {}, which is not known here", spec.name, *word));
        return value;
    }

    static AttributeValue word(const OnnxOperation &operation, const AttributeValue &value)
    {
        const auto *code = std::get_if<std::int64_t>(&value);
        const auto element = code ? elementOfOnnx(int(*code)) : std::nullopt;
        if (!element)
            throwUnsupported(operation, "names an element type that graphs do not have");
        return std::string(nameOf(*element));
    }

    OnnxModel m_model;
    std::map<std::string, int> m_slots;
    Program m_program;
};

} // namespace

Program programOf(const std::string &model)
{
    return FromOnnx(model).run();
}

} // namespace mutascope::engines
