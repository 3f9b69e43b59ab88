// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/fusion.h"
#include "core/model/onnx/node_order.h"
#include <cmath>
#include <cstring>
#include <optional>

namespace mutascope {

namespace {

class Fusion {
public:
    explicit Fusion(OnnxGraph &graph) : m_graph(graph)
    {
        for (OnnxNode &node : graph.nodes) {
            for (const std::string &input : node.inputs)
                ++m_uses[input];
            for (const std::string &output : node.outputs)
                m_producers[output] = &node;
        }
        for (const std::string &output : graph.outputs)
            ++m_uses[output];
    }

    void run()
    {
        for (OnnxNode &node : m_graph.nodes) {
            if (node.outputs.size() != 1)
                continue;
            if (node.op == "Mul" && node.inputs.size() == 2)
                fuseSilu(node) || fuseMish(node) || fuseHardSwish(node) || fuseGelu(node);
            else if (node.op == "Add" && node.inputs.size() == 2)
                fuseLinear(node) || fuseLayerNorm(node);
            else if (node.op == "Div" && node.inputs.size() == 2)
                fuseDividedHardSwish(node);
        }
    }

private:
    // The node of that kind giving value, where `readers` inputs and nothing else read it.
    const OnnxNode *giver(const std::string &value, const std::string &op, int readers = 1) const
    {
        const auto found = m_producers.find(value);
        if (found == m_producers.end() || found->second->op != op || found->second->outputs.size() != 1
            || found->second->inputs.empty() || m_uses.at(value) != readers)
            return nullptr;
        return found->second;
    }

    const OnnxTensor *constant(const std::string &value) const
    {
        const auto found = m_graph.constants.find(value);
        return found == m_graph.constants.end() ? nullptr : &found->second;
    }

    std::optional<double> number(const std::string &value) const
    {
        const OnnxTensor *tensor = constant(value);
        if (!tensor || tensor->bytes->size() != sizeOf(tensor->type))
            return std::nullopt;
        const auto read = [&](auto result) {
            std::memcpy(&result, tensor->bytes->data(), sizeof(result));
            return double(result);
        };
        switch (tensor->type) {
        case OnnxType::Float:
            return read(float());
        case OnnxType::Double:
            return read(double());
        case OnnxType::Int64:
            return read(std::int64_t());
        default:
            return std::nullopt;
        }
    }

    bool isNumber(const std::string &value, double wanted) const
    {
        const auto found = number(value);
        return found && std::abs(*found - wanted) <= 1e-6 * std::abs(wanted);
    }

    // The input beside the number wanted, of two that may change places; empty: there is none.
    std::string beside(const OnnxNode &node, double wanted) const
    {
        if (node.inputs.size() != 2)
            return {};
        if (isNumber(node.inputs[1], wanted))
            return node.inputs[0];
        return isNumber(node.inputs[0], wanted) ? node.inputs[1] : std::string();
    }

    // Tries match(x, other) with the inputs in both orders.
    template <typename Match> static bool eitherWay(const OnnxNode &node, const Match &match)
    {
        return node.inputs.size() == 2
            && (match(node.inputs[0], node.inputs[1]) || match(node.inputs[1], node.inputs[0]));
    }

    static bool replace(OnnxNode &node, const std::string &op, std::vector<std::string> inputs,
                        std::map<std::string, OnnxAttribute> attributes = {})
    {
        node.op = op;
        node.inputs = std::move(inputs);
        node.attributes = std::move(attributes);
        return true;
    }

    bool fuseSilu(OnnxNode &node) const
    {
        return eitherWay(node, [&](const std::string &x, const std::string &other) {
            const OnnxNode *sigmoid = giver(other, "Sigmoid");
            return sigmoid && sigmoid->inputs[0] == x && replace(node, "Fused.Silu", {x});
        });
    }

    bool fuseMish(OnnxNode &node) const
    {
        return eitherWay(node, [&](const std::string &x, const std::string &other) {
            const OnnxNode *tanh = giver(other, "Tanh");
            const OnnxNode *softplus = tanh ? giver(tanh->inputs[0], "Softplus") : nullptr;
            return softplus && softplus->inputs[0] == x && replace(node, "Fused.Mish", {x});
        });
    }

    double attribute(const OnnxNode &node, const std::string &name, double otherwise) const
    {
        const auto found = node.attributes.find(name);
        const auto *value = found == node.attributes.end() ? nullptr : std::get_if<double>(&found->second);
        return value ? *value : otherwise;
    }

    // clip(x + 3, 0, 6), its limits attributes or inputs.
    bool isShiftedClip(const std::string &value, const std::string &x) const
    {
        const OnnxNode *clip = giver(value, "Clip");
        if (!clip)
            return false;
        const bool inputs = clip->inputs.size() == 3;
        const bool limits = inputs ? number(clip->inputs[1]) == 0.0 && isNumber(clip->inputs[2], 6)
                                   : attribute(*clip, "min", -1) == 0 && attribute(*clip, "max", -1) == 6;
        const OnnxNode *sum = giver(clip->inputs[0], "Add");
        return limits && sum && beside(*sum, 3) == x;
    }

    bool isHardSigmoid(const std::string &value, const std::string &x) const
    {
        if (const OnnxNode *node = giver(value, "HardSigmoid"))
            return node->inputs[0] == x && std::abs(attribute(*node, "alpha", 0.2) - 1.0 / 6) < 1e-6
                && std::abs(attribute(*node, "beta", 0.5) - 0.5) < 1e-6;
        const OnnxNode *quotient = giver(value, "Div");
        return quotient && quotient->inputs.size() == 2 && isNumber(quotient->inputs[1], 6)
            && isShiftedClip(quotient->inputs[0], x);
    }

    // x * hardsigmoid(x)
    bool fuseHardSwish(OnnxNode &node) const
    {
        return eitherWay(node, [&](const std::string &x, const std::string &other) {
            return isHardSigmoid(other, x) && replace(node, "HardSwish", {x});
        });
    }

    // x * clip(x + 3, 0, 6) / 6
    bool fuseDividedHardSwish(OnnxNode &node) const
    {
        const OnnxNode *product = isNumber(node.inputs[1], 6) ? giver(node.inputs[0], "Mul") : nullptr;
        return product && eitherWay(*product, [&](const std::string &x, const std::string &other) {
                   return isShiftedClip(other, x) && replace(node, "HardSwish", {x});
               });
    }

    // 1 + erf(x / sqrt(2))
    bool isGeluFactor(const std::string &value, const std::string &x) const
    {
        const OnnxNode *sum = giver(value, "Add");
        const OnnxNode *erf = sum ? giver(beside(*sum, 1), "Erf") : nullptr;
        if (!erf)
            return false;
        const OnnxNode *quotient = giver(erf->inputs[0], "Div");
        if (quotient)
            return quotient->inputs[0] == x && quotient->inputs.size() == 2
                && isNumber(quotient->inputs[1], std::sqrt(2.0));
        const OnnxNode *product = giver(erf->inputs[0], "Mul");
        return product && beside(*product, std::sqrt(0.5)) == x;
    }

    // x * (1 + erf(x / sqrt(2))) * 0.5, the half anywhere.
    bool fuseGelu(OnnxNode &node) const
    {
        if (const OnnxNode *product = giver(beside(node, 0.5), "Mul"))
            return eitherWay(*product, [&](const std::string &x, const std::string &other) {
                return isGeluFactor(other, x) && replace(node, "Fused.Gelu", {x});
            });
        return eitherWay(node, [&](const std::string &half, const std::string &other) {
            const OnnxNode *product = giver(half, "Mul");
            const std::string x = product ? beside(*product, 0.5) : std::string();
            return !x.empty() && isGeluFactor(other, x) && replace(node, "Fused.Gelu", {x});
        });
    }

    bool fuseLinear(OnnxNode &node) const
    {
        return eitherWay(node, [&](const std::string &product, const std::string &bias) {
            const OnnxNode *matmul = giver(product, "MatMul");
            const OnnxTensor *weight
                = matmul && matmul->inputs.size() == 2 ? constant(matmul->inputs[1]) : nullptr;
            const OnnxTensor *added = constant(bias);
            if (!weight || !added || weight->dims.size() != 2 || added->dims != std::vector{weight->dims[1]})
                return false;
            return replace(node, "Fused.Linear", {matmul->inputs[0], matmul->inputs[1], bias});
        });
    }

    // (x - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) * weight + bias
    bool fuseLayerNorm(OnnxNode &node) const
    {
        return eitherWay(node, [&](const std::string &scaled, const std::string &bias) {
            const OnnxNode *product = constant(bias) ? giver(scaled, "Mul") : nullptr;
            return product
                && eitherWay(*product, [&](const std::string &quotient, const std::string &weight) {
                       const OnnxNode *normal = constant(weight) ? giver(quotient, "Div") : nullptr;
                       return normal && fuseNormal(node, *normal, weight, bias);
                   });
        });
    }

    bool fuseNormal(OnnxNode &node, const OnnxNode &normal, const std::string &weight,
                    const std::string &bias) const
    {
        if (normal.inputs.size() != 2)
            return false;
        const OnnxNode *centred = giver(normal.inputs[0], "Sub", 2); // read by the quotient and the square
        const OnnxNode *root = giver(normal.inputs[1], "Sqrt");
        const OnnxNode *sum = root ? giver(root->inputs[0], "Add") : nullptr;
        const auto epsilon = sum && sum->inputs.size() == 2 ? number(sum->inputs[1]) : std::nullopt;
        const OnnxNode *variance = epsilon ? giver(sum->inputs[0], "ReduceMean") : nullptr;
        const OnnxNode *square = variance ? giver(variance->inputs[0], "Pow") : nullptr;
        const OnnxNode *mean
            = centred && centred->inputs.size() == 2 ? giver(centred->inputs[1], "ReduceMean") : nullptr;
        if (!square || !mean || square->inputs.size() != 2 || square->inputs[0] != normal.inputs[0]
            || !isNumber(square->inputs[1], 2) || mean->inputs[0] != centred->inputs[0])
            return false;
        const auto *axes = axesOf(*mean);
        const auto *again = axesOf(*variance);
        return axes && again && *axes == *again
            && replace(node, "Fused.LayerNorm", {centred->inputs[0], weight, bias},
                       {{"axes", *axes}, {"epsilon", *epsilon}});
    }

    static const std::vector<std::int64_t> *axesOf(const OnnxNode &node)
    {
        const auto keeps = node.attributes.find("keepdims");
        const auto *kept
            = keeps == node.attributes.end() ? nullptr : std::get_if<std::int64_t>(&keeps->second);
        if (kept && *kept == 0)
            return nullptr;
        const auto found = node.attributes.find("axes");
        return found == node.attributes.end() ? nullptr
                                              : std::get_if<std::vector<std::int64_t>>(&found->second);
    }

    OnnxGraph &m_graph;
    std::map<std::string, int> m_uses;
    std::map<std::string, OnnxNode *> m_producers;
};

// A constant under another name is a constant.
void resolveConstantNames(OnnxGraph &graph)
{
    for (const OnnxNode &node : graph.nodes) {
        if (node.op != "Identity" || node.inputs.size() != 1 || node.outputs.size() != 1)
            continue;
        const auto found = graph.constants.find(node.inputs[0]);
        if (found != graph.constants.end())
            graph.constants.emplace(node.outputs[0], found->second);
    }
    std::erase_if(graph.nodes, [&](const OnnxNode &node) {
        return node.op == "Identity" && node.outputs.size() == 1
            && graph.constants.count(node.outputs[0]) != 0;
    });
}

} // namespace

void fuseNodes(OnnxGraph &graph)
{
    resolveConstantNames(graph);
    Fusion(graph).run();
    orderNodes(graph); // drops what was replaced
}

} // namespace mutascope
