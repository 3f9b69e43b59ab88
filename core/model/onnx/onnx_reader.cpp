// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/model_failure.h"
#include "core/model/onnx/node_order.h"
#include "core/model/onnx/onnx.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/onnx/onnx_tensor.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

constexpr int oldestOpset = 7; // the first one with today's broadcasting
constexpr int newestOpset = 17;

const char *const opsetHint = "Export it again, e.g. with torch.onnx.export(..., opset_version=13)";

bool isMainDomain(const std::string &domain)
{
    return domain.empty() || domain == "ai.onnx";
}

int opsetOf(const onnx::ModelProto &model)
{
    std::int64_t version = 0;
    for (const auto &entry : model.opset_import())
        if (isMainDomain(entry.domain()))
            version = std::max<std::int64_t>(version, entry.version());
    if (version < oldestOpset || version > newestOpset)
        throw Error(ErrorCode::BadModel,
                    version == 0 ? std::string("the model does not name its version of the ONNX operators")
                                 : fmt::format("the model uses version {} of the ONNX operators, but this "
                                               "program reads {} to {}",
                                               version, oldestOpset, newestOpset),
                    opsetHint);
    return int(version);
}

class Reader {
public:
    Reader(onnx::ModelProto &model, fs::path folder)
        : m_graph(*model.mutable_graph()), m_folder(std::move(folder)), m_irVersion(int(model.ir_version()))
    {
        m_result.opset = opsetOf(model);
    }

    OnnxGraph read()
    {
        checkNodes(m_graph, m_irVersion, m_result.opset);
        readInitialisers();
        readInput();
        for (auto &node : *m_graph.mutable_node())
            readNode(node);
        for (const auto &output : m_graph.output())
            m_result.outputs.push_back(output.name());
        if (m_result.outputs.empty())
            throw Error(ErrorCode::BadModel, "the model has no output", opsetHint);
        orderNodes(m_result);
        return std::move(m_result);
    }

    OnnxInput onlyInput()
    {
        for (const auto &tensor : m_graph.initializer())
            m_initialisers.insert(tensor.name());
        readInput();
        return m_result.input;
    }

private:
    void addConstant(const std::string &name, OnnxTensor tensor)
    {
        if (!m_result.constants.emplace(name, std::move(tensor)).second)
            throw Error(
                ErrorCode::BadModel, fmt::format("the constant '{}' is given twice", shownName(name)),
                "A tool that edited the file may have repeated it: remove one, or export the model again");
    }

    void readInitialisers()
    {
        if (m_graph.sparse_initializer_size() > 0)
            throw Error(ErrorCode::BadModel, "the model has sparse weights, which are not supported",
                        "Export it with dense weights");
        for (auto &tensor : *m_graph.mutable_initializer()) {
            m_initialisers.insert(tensor.name());
            addConstant(tensor.name(), takeTensor(tensor, m_folder));
        }
    }

    // Old files list their initialisers as inputs too.
    void readInput()
    {
        std::vector<const onnx::ValueInfoProto *> inputs;
        std::vector<std::string> names;
        for (const auto &input : m_graph.input()) {
            if (m_initialisers.count(input.name()) != 0)
                continue;
            inputs.push_back(&input);
            names.push_back("'" + shownName(input.name()) + "'");
        }
        if (inputs.size() != 1)
            throw Error(ErrorCode::BadModel,
                        inputs.empty() ? std::string("the model has no input")
                                       : fmt::format("the model has {} inputs, {}", inputs.size(),
                                                     fmt::join(names, ", ")),
                        "Export a model with the images as its only input");
        m_result.input = inputOf(*inputs.front());
    }

    static OnnxInput inputOf(const onnx::ValueInfoProto &info)
    {
        const std::string what = fmt::format("the model's input '{}'", shownName(info.name()));
        if (!info.type().has_tensor_type() || !info.type().tensor_type().has_shape())
            throw Error(ErrorCode::BadModel, what + " does not say its shape", opsetHint);
        const auto &type = info.type().tensor_type();
        OnnxInput input{info.name(), onnxTypeOf(type.elem_type(), what), {}};
        for (const auto &dim : type.shape().dim()) {
            if (dim.has_dim_value() && dim.dim_value() < -1)
                throw Error(ErrorCode::BadModel, what + " has a negative dimension", opsetHint);
            input.dims.push_back(dim.has_dim_value() && dim.dim_value() > 0 ? dim.dim_value() : -1);
        }
        if (input.dims.empty())
            throw Error(ErrorCode::BadModel, what + " is a single number", opsetHint);
        return input;
    }

    void readNode(onnx::NodeProto &proto)
    {
        OnnxNode node{proto.name(),
                      isMainDomain(proto.domain()) ? proto.op_type()
                                                   : proto.domain() + "::" + proto.op_type(),
                      {proto.input().begin(), proto.input().end()},
                      {proto.output().begin(), proto.output().end()},
                      {}};
        for (auto &attribute : *proto.mutable_attribute())
            readAttribute(attribute, node);
        if (node.op == "Constant" && node.outputs.size() == 1)
            addConstant(node.outputs[0], constantOf(node));
        else
            m_result.nodes.push_back(std::move(node));
    }

    void readAttribute(onnx::AttributeProto &proto, OnnxNode &node)
    {
        OnnxAttribute value;
        switch (proto.type()) {
        case onnx::AttributeProto::INT:
            value = proto.i();
            break;
        case onnx::AttributeProto::FLOAT:
            value = double(proto.f());
            break;
        case onnx::AttributeProto::STRING:
            value = proto.s();
            break;
        case onnx::AttributeProto::TENSOR:
            value = takeTensor(*proto.mutable_t(), m_folder);
            break;
        case onnx::AttributeProto::FLOATS:
            value = std::vector<double>(proto.floats().begin(), proto.floats().end());
            break;
        case onnx::AttributeProto::INTS:
            value = std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end());
            break;
        default:
            return; // of a kind no supported operator has
        }
        node.attributes[proto.name()] = std::move(value);
    }

    template <typename Stored, typename Value>
    static OnnxTensor listTensor(OnnxType type, const std::vector<Value> &values, bool scalar)
    {
        auto bytes = std::make_shared<std::string>();
        for (const Value value : values) {
            const auto stored = static_cast<Stored>(value);
            bytes->append(reinterpret_cast<const char *>(&stored), sizeof(Stored));
        }
        return {type, scalar ? std::vector<std::int64_t>{} : std::vector{std::int64_t(values.size())}, bytes};
    }

    static OnnxTensor constantOf(const OnnxNode &node)
    {
        for (const auto &[name, value] : node.attributes) {
            if (const auto *tensor = std::get_if<OnnxTensor>(&value))
                return *tensor;
            if (const auto *integer = std::get_if<std::int64_t>(&value))
                return listTensor<std::int64_t>(OnnxType::Int64, std::vector{*integer}, true);
            if (const auto *real = std::get_if<double>(&value))
                return listTensor<float>(OnnxType::Float, std::vector{*real}, true);
            if (const auto *integers = std::get_if<std::vector<std::int64_t>>(&value))
                return listTensor<std::int64_t>(OnnxType::Int64, *integers, false);
            if (const auto *reals = std::get_if<std::vector<double>>(&value))
                return listTensor<float>(OnnxType::Float, *reals, false);
        }
        throw Error(ErrorCode::BadModel, fmt::format("{} has no value that can be read", shownNode(node)));
    }

    onnx::GraphProto &m_graph;
    fs::path m_folder;
    int m_irVersion;
    std::set<std::string> m_initialisers;
    OnnxGraph m_result;
};

// What any failure of reading is called, with the file's name.
template <typename Work> auto named(const fs::path &file, const Work &work)
{
    try {
        return work();
    } catch (const Error &error) {
        throw Error(error.code(), fmt::format("cannot load the model {}: {}", file.string(), error.what()),
                    error.hint());
    } catch (const std::bad_alloc &) {
        throw OutOfMemory(fmt::format("cannot load the model {}: not enough memory", file.string()));
    }
}

} // namespace

OnnxGraph readOnnx(const fs::path &file)
{
    onnx::ModelProto model = parseOnnx(file);
    return named(file, [&] { return Reader(model, file.parent_path()).read(); });
}

std::optional<ImageShape> onnxInputShape(const fs::path &file)
{
    onnx::ModelProto model = parseOnnx(file);
    const OnnxInput input = named(file, [&] { return Reader(model, file.parent_path()).onlyInput(); });
    if (input.dims.size() != 4)
        return std::nullopt;
    const auto isChannels = [](std::int64_t dim) { return dim == 1 || dim == 3; };
    constexpr std::int64_t largest = 1 << 16;
    for (std::size_t i = 1; i < 4; ++i)
        if (input.dims[i] < 1 || input.dims[i] > largest)
            return std::nullopt;
    const auto shape = [&](std::size_t height, std::size_t width, std::size_t channels) {
        return ImageShape{int(input.dims[height]), int(input.dims[width]), int(input.dims[channels])};
    };
    if (isChannels(input.dims[1]))
        return shape(2, 3, 1);
    if (isChannels(input.dims[3]))
        return shape(1, 2, 3);
    return std::nullopt;
}

std::string shownName(const std::string &name)
{
    constexpr std::size_t longest = 80;
    std::string shown;
    for (const char c : name.substr(0, longest))
        shown += c >= ' ' && c <= '~' ? c : '?';
    return name.size() > longest ? shown + "..." : shown;
}

std::string shownNode(const OnnxNode &node)
{
    if (!node.name.empty())
        return fmt::format("node '{}' ({})", shownName(node.name), shownName(node.op));
    return fmt::format("the {} that gives '{}'", shownName(node.op),
                       node.outputs.empty() ? std::string() : shownName(node.outputs[0]));
}

} // namespace mutascope
