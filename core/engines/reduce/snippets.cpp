// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/snippets.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mutascope::engines {

namespace {

constexpr const char *openCvCpp
    = R"(// g++ -std=c++17 reproduce.cpp $(pkg-config --cflags --libs opencv4) && ./a.out
#include <cstdio>
#include <fstream>
#include <opencv2/dnn.hpp>

static cv::Mat read(const char *file, std::vector<int> sizes, int type)
{{
    cv::Mat mat(sizes, type);
    std::ifstream(file, std::ios::binary).read((char *)mat.data, mat.total() * mat.elemSize());
    return mat;
}}

int main()
{{
    cv::dnn::Net net = cv::dnn::readNetFromONNX("model.onnx");
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net.enableFusion({fusion});
{inputs}    std::vector<cv::Mat> outputs;
    net.forward(outputs, std::vector<cv::String>{{{outputs}}});
    for (const cv::Mat &output : outputs) {{
        std::printf("shape");
        for (int i = 0; i < output.dims; ++i)
            std::printf(" %d", output.size[i]);
        for (size_t i = 0; i < output.total() && i < 32; ++i)
            std::printf(" %g", output.type() == CV_32F ? output.ptr<float>()[i] : 0.0);
        std::printf("\n");
    }}
}}
)";

constexpr const char *openCvPython = R"(import cv2
import numpy as np

inputs = np.load("inputs.npz")
expected = np.load("expected.npz")
net = cv2.dnn.readNetFromONNX("model.onnx")
net.enableFusion({fusion})
for name in inputs.files:
    net.setInput(inputs[name], name)
for name, output in zip(expected.files, net.forward(expected.files)):
    print(name, "is", output, "expected", expected[name])
)";

constexpr const char *torchCpp
    = R"(// Build with CMake: find_package(Torch), target_link_libraries(... ${{TORCH_LIBRARIES}})
#include <fstream>
#include <iostream>
{include} <torch/script.h>

static at::Tensor read(const char *file, at::IntArrayRef sizes, at::ScalarType type)
{{
    at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(type));
    std::ifstream(file, std::ios::binary).read((char *)tensor.data_ptr(), tensor.nbytes());
    return tensor;
}}

int main()
{{
    torch::NoGradGuard no_grad;
    torch::jit::Module module = torch::jit::load("model.pt");
    module.eval();
    std::vector<torch::jit::IValue> inputs{{{inputs}}};
    std::cout << "as it is:\n" << module.forward(inputs) << '\n';
    module = torch::jit::freeze(module);
{optimise}    for (int run = 0; run < 3; ++run)
        std::cout << "optimised, run " << run << ":\n" << module.forward(inputs) << '\n';
}}
)";

constexpr const char *torchPython = R"(import numpy as np
import torch

inputs = np.load("inputs.npz")
expected = np.load("expected.npz")
tensors = [torch.from_numpy(inputs[name]) for name in inputs.files]
module = torch.jit.load("model.pt").eval()


def outputs(model):
    result = model(*tensors)
    return [value.numpy() for value in (result if isinstance(result, tuple) else [result])]


with torch.no_grad():
    plain = outputs(module)
    module = torch.jit.freeze(module)
{optimise}    runs = [outputs(module) for _ in range(3)]
for i, name in enumerate(expected.files):
    print(name, "expected", expected[name])
    print("as it is:", plain[i])
    for run in runs:
        print("optimised:", run[i], "furthest from the expected:", np.abs(run[i] - expected[name]).max())
)";

constexpr const char *runtimePython = R"(import numpy as np
import onnxruntime

inputs = np.load("inputs.npz")
expected = np.load("expected.npz")
session = onnxruntime.InferenceSession("model.onnx", providers=["CPUExecutionProvider"])
outputs = session.run(expected.files, {{name: inputs[name] for name in inputs.files}})
for name, output in zip(expected.files, outputs):
    print(name, "is", output, "expected", expected[name])
)";

const char *matType(ElementType element)
{
    switch (element) {
    case ElementType::Double:
        return "CV_64F";
    case ElementType::Int32:
        return "CV_32S";
    case ElementType::Int8:
        return "CV_8S";
    case ElementType::UInt8:
        return "CV_8U";
    default:
        return "CV_32F";
    }
}

const char *scalarType(ElementType element)
{
    switch (element) {
    case ElementType::Double:
        return "at::kDouble";
    case ElementType::Int8:
        return "at::kChar";
    case ElementType::UInt8:
        return "at::kByte";
    case ElementType::Int32:
        return "at::kInt";
    case ElementType::Int64:
        return "at::kLong";
    case ElementType::Bool:
        return "at::kBool";
    case ElementType::Float:
        break;
    }
    return "at::kFloat";
}

std::string openCvInputs(const Reported &reported)
{
    std::string lines;
    for (const NamedTensor &input : reported.inputs) {
        Shape shape = input.data.type.shape;
        while (shape.size() < 2)
            shape.push_back(1);
        lines += fmt::format("    net.setInput(read(\"{0}.bin\", {{{1}}}, {2}), \"{0}\");\n", input.name,
                             fmt::join(shape, ", "), matType(input.data.type.element));
    }
    return lines;
}

std::string torchInputs(const Reported &reported)
{
    std::vector<std::string> all;
    for (const NamedTensor &input : reported.inputs)
        all.push_back(fmt::format("read(\"{}.bin\", {{{}}}, {})", input.name,
                                  fmt::join(input.data.type.shape, ", "),
                                  scalarType(input.data.type.element)));
    return fmt::format("{}", fmt::join(all, ", "));
}

std::string quotedOutputs(const Reported &reported)
{
    std::vector<std::string> names;
    for (const NamedTensor &output : reported.expected)
        names.push_back('"' + output.name + '"');
    return fmt::format("{}", fmt::join(names, ", "));
}

std::map<std::string, std::string> openCvSnippets(const Reported &reported)
{
    const bool fusion = reported.engine.id == "opencv";
    return {{"reproduce.cpp",
             fmt::format(fmt::runtime(openCvCpp), fmt::arg("fusion", fusion),
                         fmt::arg("inputs", openCvInputs(reported)),
                         fmt::arg("outputs", quotedOutputs(reported)))},
            {"reproduce.py",
             fmt::format(fmt::runtime(openCvPython), fmt::arg("fusion", fusion ? "True" : "False"))}};
}

std::map<std::string, std::string> torchSnippets(const Reported &reported)
{
    const bool full = reported.engine.id == "torchscript";
    return {{"reproduce.cpp",
             fmt::format(fmt::runtime(torchCpp), fmt::arg("include", "#include"),
                         fmt::arg("inputs", torchInputs(reported)),
                         fmt::arg("optimise",
                                  full ? "    module = torch::jit::optimize_for_inference(module);\n" : ""))},
            {"reproduce.py",
             fmt::format(fmt::runtime(torchPython),
                         fmt::arg("optimise",
                                  full ? "    module = torch.jit.optimize_for_inference(module)\n" : ""))}};
}

} // namespace

SnippetKind snippetKindOf(const std::string &engine)
{
    if (engine == "opencv" || engine == "opencv-nofusion")
        return SnippetKind::OpenCv;
    if (engine == "torchscript" || engine == "torchscript-frozen")
        return SnippetKind::TorchScript;
    return engine == "onnxruntime" ? SnippetKind::OnnxRuntime : SnippetKind::None;
}

std::map<std::string, std::string> snippetsOf(const Reported &reported)
{
    switch (snippetKindOf(reported.engine.id)) {
    case SnippetKind::OpenCv:
        return openCvSnippets(reported);
    case SnippetKind::TorchScript:
        return reported.untraced.empty() ? torchSnippets(reported) : std::map<std::string, std::string>();
    case SnippetKind::OnnxRuntime:
        return {{"reproduce.py", fmt::format(fmt::runtime(runtimePython))}};
    case SnippetKind::None:
        break;
    }
    return {};
}

std::string readmeOf(const Reported &reported)
{
    const EngineFailure &failure = reported.failure;
    std::string text = fmt::format("# {} {}: {} ({})\n\n", reported.engine.id, reported.engine.version,
                                   nameOf(failure.symptom), nameOf(failure.stage));
    text += fmt::format("{}\n\n", failure.message);
    if (!failure.operators.empty())
        text += fmt::format("Operators: {}\n\n", failure.operators);
    text += fmt::format(
        "- Engine: {} {}, {}\n- Model: model.onnx, opset {}, valid by ONNX's checker and strict "
        "shape inference\n- Inputs: inputs.npz\n- Expected: expected.npz, computed in float64\n",
        reported.engine.id, reported.engine.version, reported.engine.settings, reported.opset);
    text += "\nRun it again: `mutascope-cli engines reproduce FOLDER`";
    const auto snippets = snippetsOf(reported);
    if (!snippets.empty())
        text += ", or, without Mutascope, reproduce.py"
            + std::string(snippets.contains("reproduce.cpp") ? " or reproduce.cpp" : "") + " in this folder";
    if (!reported.untraced.empty())
        text += fmt::format(". No program without Mutascope: {}", reported.untraced);
    return text + ".\n";
}

} // namespace mutascope::engines
