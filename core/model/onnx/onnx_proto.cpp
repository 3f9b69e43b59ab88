// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/onnx_proto.h"
#include "core/base/error.h"
#include "core/model/onnx/onnx_graph.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <limits>
#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#include <unistd.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

const char *const exportHint
    = "Export the model again, e.g. with torch.onnx.export(model.eval(), example, file)";

void checkFile(const fs::path &file)
{
    const std::string name = file.string();
    std::error_code failed;
    if (!fs::exists(file, failed))
        throw Error(ErrorCode::NotFound, fmt::format("there is no model file {}", name));
    if (!fs::is_regular_file(file, failed))
        throw Error(ErrorCode::BadModel, fmt::format("{} is no file", name), exportHint);
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed)
        throw Error(ErrorCode::Io, fmt::format("cannot read the model file {}", name),
                    "Check its permissions");
    if (size == 0)
        throw Error(ErrorCode::BadModel, fmt::format("the model file {} is empty", name), exportHint);
    if (size > std::uintmax_t(std::numeric_limits<int>::max()))
        throw Error(ErrorCode::BadModel,
                    fmt::format("{} has {} bytes, more than the 2 GiB an ONNX file can have", name, size),
                    "Export it with its weights as external data");
}

// protobuf reads nothing beyond these limits: 2 GiB in all, messages nested at most 64 deep.
bool parse(onnx::ModelProto &model, int descriptor)
{
    google::protobuf::io::FileInputStream stream(descriptor);
    google::protobuf::io::CodedInputStream input(&stream);
    input.SetTotalBytesLimit(std::numeric_limits<int>::max());
    input.SetRecursionLimit(64);
    return model.ParseFromCodedStream(&input) && input.ConsumedEntireMessage();
}

// protobuf writes what it dislikes to stderr; our one message says it.
class SilentProtobuf {
public:
    SilentProtobuf() : m_before(google::protobuf::SetLogHandler(nullptr)) { }
    ~SilentProtobuf() { google::protobuf::SetLogHandler(m_before); }
    SilentProtobuf(const SilentProtobuf &) = delete;
    SilentProtobuf &operator=(const SilentProtobuf &) = delete;

private:
    google::protobuf::LogHandler *m_before;
};

std::string firstLine(const std::string &text)
{
    return shownName(text.substr(0, text.find('\n')));
}

} // namespace

onnx::ModelProto parseOnnx(const fs::path &file)
{
    checkFile(file);
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        throw Error(ErrorCode::Io, fmt::format("cannot read the model file {}", file.string()),
                    "Check its permissions");
    const SilentProtobuf silent;
    onnx::ModelProto model;
    const bool parsed = parse(model, descriptor);
    close(descriptor);
    if (!parsed || !model.has_graph())
        throw Error(ErrorCode::BadModel,
                    fmt::format("{} is no ONNX file, or damaged or truncated", file.string()), exportHint);
    return model;
}

void checkNodes(const onnx::GraphProto &graph, int irVersion, int opset)
{
    onnx::checker::CheckerContext context;
    context.set_ir_version(irVersion);
    context.set_opset_imports({{"", opset}});
    for (const onnx::NodeProto &node : graph.node()) {
        const auto *schema = onnx::OpSchemaRegistry::Schema(node.op_type(), opset, "");
        if (!schema || (!node.domain().empty() && node.domain() != "ai.onnx"))
            continue;
        try {
            schema->Verify(node);
        } catch (const std::exception &error) {
            throw Error(ErrorCode::BadModel,
                        fmt::format("node '{}' ({}) is not as ONNX describes it: {}", shownName(node.name()),
                                    shownName(node.op_type()), firstLine(error.what())),
                        exportHint);
        }
    }
}

} // namespace mutascope
