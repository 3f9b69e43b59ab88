// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluators, which the reference is made of, and the other engines of ours against ONNX's own test data
// (package libonnx-testdata): a model, its inputs and its outputs, computed by numpy.
#include "core/engines/export/onnx_types.h"
#include "core/engines/oracle/compare.h"
#include "core/engines/torch/torch_engines.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <set>

namespace mutascope::engines {
namespace {

namespace fs = std::filesystem;

const fs::path dataFolder = "/usr/share/libonnx-testdata/data/node";

std::string contentOf(const fs::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Written with raw data throughout; nothing where it is of a type graphs do not have, or empty.
std::optional<NamedTensor> tensorIn(const fs::path &file)
{
    onnx::TensorProto proto;
    if (!proto.ParseFromString(contentOf(file)) || !elementOfOnnx(proto.data_type()))
        return std::nullopt;
    TensorData data{{*elementOfOnnx(proto.data_type()), {proto.dims().begin(), proto.dims().end()}}, {}};
    if (!problemOf(data.type).empty() || proto.raw_data().size() == 0)
        return std::nullopt;
    data.bytes.resize(proto.raw_data().size());
    std::memcpy(data.bytes.data(), proto.raw_data().data(), data.bytes.size());
    return NamedTensor{proto.name(), data};
}

struct Case {
    std::string model;
    std::vector<NamedTensor> inputs, outputs;
};

std::optional<Case> caseIn(const fs::path &folder)
{
    Case one{contentOf(folder / "model.onnx"), {}, {}};
    onnx::ModelProto proto;
    if (!proto.ParseFromString(one.model))
        return std::nullopt;
    const auto read = [&](const char *kind, const auto &infos, std::vector<NamedTensor> &tensors) {
        for (int i = 0; i < infos.size(); ++i) {
            auto tensor = tensorIn(folder / "test_data_set_0" / (kind + ("_" + std::to_string(i)) + ".pb"));
            if (!tensor)
                return false;
            tensor->name = infos[i].name();
            tensors.push_back(std::move(*tensor));
        }
        return true;
    };
    if (!read("input", proto.graph().input(), one.inputs)
        || !read("output", proto.graph().output(), one.outputs))
        return std::nullopt;
    // What those files compute with is given as an input; here it is a constant.
    for (std::size_t i = 1; i < one.inputs.size(); ++i) {
        onnx::TensorProto &constant = *proto.mutable_graph()->add_initializer();
        const NamedTensor &input = one.inputs[i];
        constant.set_name(input.name);
        constant.set_data_type(onnxCode(input.data.type.element));
        for (const std::int64_t side : input.data.type.shape)
            constant.add_dims(side);
        constant.set_raw_data(input.data.bytes.data(), input.data.bytes.size());
    }
    one.model = proto.SerializeAsString();
    return one;
}

bool agrees(const TensorData &data, const TensorData &expected)
{
    if (data.type != expected.type)
        return false;
    const std::vector<double> a = asDoubles(data), b = asDoubles(expected);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
        if (!same && !(std::abs(a[i] - b[i]) <= 1e-5 + 1e-4 * std::abs(b[i])))
            return false;
    }
    return true;
}

struct Census {
    int right = 0;
    int skipped = 0;
    std::set<std::string> operators; // of those that are right
    std::vector<std::string> wrong;
};

void note(const fs::path &folder, const Case &one, Engine &engine, Census &census)
{
    Preparation preparation = engine.prepare(one.model);
    const EngineOutcome outcome
        = preparation.model ? preparation.model->run(one.inputs) : preparation.failure;
    if (std::holds_alternative<NotSupported>(outcome)) {
        ++census.skipped;
        return;
    }
    const auto *outputs = std::get_if<EngineOutputs>(&outcome);
    bool right = outputs && outputs->tensors.size() == one.outputs.size();
    for (std::size_t i = 0; right && i < one.outputs.size(); ++i)
        right = agrees(outputs->tensors[i].data, one.outputs[i].data);
    if (!right) {
        census.wrong.push_back(folder.filename());
        return;
    }
    ++census.right;
    onnx::ModelProto proto;
    proto.ParseFromString(one.model);
    census.operators.insert(proto.graph().node(0).op_type());
}

// Computed with corners at side times scale (2.4 places), where the text of the standard says "the size of
// the tensor after resizing": the reference does not compare such models.
const std::set<std::string> ambiguous = {"test_resize_downsample_scales_cubic_align_corners",
                                         "test_resize_downsample_scales_linear_align_corners"};

Census censusOf(Engine &engine)
{
    Census census;
    for (const auto &entry : fs::directory_iterator(dataFolder))
        if (const auto one
            = ambiguous.contains(entry.path().filename()) ? std::nullopt : caseIn(entry.path()))
            note(entry.path(), *one, engine, census);
    std::sort(census.wrong.begin(), census.wrong.end());
    return census;
}

TEST(Conformance, TheEvaluatorsComputeWhatOnnxsTestDataSays)
{
    if (!fs::exists(dataFolder))
        GTEST_SKIP() << "libonnx-testdata is not installed";
    const Census census = censusOf(*torchEager());
    EXPECT_EQ(census.wrong, std::vector<std::string>{});
    EXPECT_GE(census.right, 500);
    EXPECT_GE(census.operators.size(), 113u);
    std::cout << census.right << " right, " << census.skipped << " not supported\n";
}

TEST(Conformance, OneDnnComputesWhatOnnxsTestDataSays)
{
    if (!fs::exists(dataFolder))
        GTEST_SKIP() << "libonnx-testdata is not installed";
    const Census census = censusOf(*oneDnn());
    EXPECT_EQ(census.wrong, std::vector<std::string>{});
    EXPECT_GE(census.right, 180);
    std::cout << census.right << " right, " << census.skipped << " not supported\n";
}

} // namespace
} // namespace mutascope::engines
