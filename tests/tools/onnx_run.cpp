// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an ONNX model, rebuilt as a module, on raw numbers: what the scripts under tests/scripts compare with
// Python. onnx_run MODEL INPUT N C H W OUTPUT: INPUT holds N x C x H x W floats, OUTPUT gets the N rows of
// the module, saved and loaded again. With --taps OUTPUT gets, of each layer, its name and kind on a line,
// its shape on the next, then the floats. onnx_run --list FILE does so for each line of FILE; what is wrong
// with a model goes to OUTPUT.error.
#include "core/base/error.h"
#include "core/model/torch/layer_graph.h"
#include "core/model/torch/onnx_module.h"
#include "core/model/torch/plan.h"
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <torch/script.h>

namespace {

using mutascope::LayerGraph;

at::Tensor readInput(const std::string &file, const std::vector<std::int64_t> &shape)
{
    at::Tensor tensor = at::empty(shape, at::kFloat);
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(static_cast<char *>(tensor.data_ptr()), std::streamsize(tensor.nbytes())))
        throw std::runtime_error("the input file is too short");
    return tensor;
}

void write(std::ofstream &stream, const at::Tensor &tensor)
{
    const at::Tensor dense = tensor.to(at::kFloat).contiguous();
    stream.write(static_cast<const char *>(dense.data_ptr()), std::streamsize(dense.nbytes()));
}

void writeTaps(std::ofstream &stream, const torch::jit::Module &module, const at::Tensor &input)
{
    const LayerGraph layers = mutascope::makeLayerGraph(module, mutascope::OutputPath());
    std::vector<std::size_t> all(layers.taps.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto outputs = mutascope::Plan(layers, all, mutascope::Plan::Reads::WholeOutputs).run(input);
    for (const std::size_t tap : all) {
        stream << layers.taps[tap].name << ' ' << layers.taps[tap].kind << '\n';
        for (const std::int64_t size : outputs[tap + 1].sizes())
            stream << size << ' ';
        stream << '\n';
        write(stream, outputs[tap + 1]);
    }
}

// As a TorchScript file: what is trained must be what can be saved.
torch::jit::Module savedAndLoaded(const torch::jit::Module &module)
{
    std::stringstream stream;
    module.save(stream);
    return torch::jit::load(stream);
}

void run(const std::vector<std::string> &words, bool taps)
{
    std::vector<std::int64_t> shape;
    for (std::size_t i = 2; i < 6; ++i)
        shape.push_back(std::stoll(words[i]));
    const mutascope::ImageShape image{int(shape[2]), int(shape[3]), int(shape[1])};
    torch::jit::Module module = mutascope::onnxToModule(words[0], image);
    const at::Tensor input = readInput(words[1], shape);
    const at::NoGradGuard noGradients;
    std::ofstream stream(words[6], std::ios::binary);
    if (taps)
        writeTaps(stream, module, input);
    else
        write(stream, savedAndLoaded(module).forward({input}).toTensor());
}

// What is wrong with the model, or "".
std::string attempt(const std::vector<std::string> &words, bool taps)
{
    try {
        run(words, taps);
        return {};
    } catch (const mutascope::Error &error) {
        return error.message();
    } catch (const std::exception &error) {
        return std::string("not one of our errors: ") + error.what();
    }
}

int runList(const std::string &file)
{
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream stream(line);
        const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
        const std::string wrong = words.size() == 7 ? attempt(words, false) : "a line has other than 7 words";
        if (!wrong.empty())
            std::ofstream(words.back() + ".error") << wrong;
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 2 && words[0] == "--list")
        return runList(words[1]);
    const bool taps = !words.empty() && words.back() == "--taps";
    if (taps)
        words.pop_back();
    if (words.size() != 7) {
        std::cerr << "usage: onnx_run MODEL INPUT N C H W OUTPUT [--taps] | --list FILE\n";
        return 2;
    }
    const std::string wrong = attempt(words, taps);
    std::cerr << wrong;
    return wrong.empty() ? 0 : 1;
}
