// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <string>
#include <torch/csrc/jit/api/module.h>

// What the built-in architectures are made of. Each layer is written as TorchScript source, so that a saved
// file carries its own forward and needs no class of ours.
namespace mutascope {

// How first weights are drawn.
struct WeightDraw {
    enum class Kind { Zero, Uniform, Normal };
    Kind kind = Kind::Zero;
    double spread = 0; // half width of the uniform, deviation of the normal distribution

    static WeightDraw uniform(double halfWidth) { return {Kind::Uniform, halfWidth}; }
    static WeightDraw normal(double deviation) { return {Kind::Normal, deviation}; }
};

// A square kernel, padded by half its size ("same" at stride 1).
struct ConvolutionShape {
    int inputs = 0;
    int outputs = 0;
    int kernel = 3;
    int stride = 1;
    int groups = 1;

    std::int64_t inputsOfUnit() const { return std::int64_t(inputs / groups) * kernel * kernel; }
    std::int64_t outputsOfUnit() const { return std::int64_t(outputs / groups) * kernel * kernel; }
};

// Makes the layers of one model; their weights are drawn one after the other from one stream.
class LayerMaker {
public:
    explicit LayerMaker(std::uint64_t seed)
        : m_unit(std::make_shared<torch::jit::CompilationUnit>()), m_rng(seed)
    {
    }

    torch::jit::Module empty(const std::string &type) const;
    // A layer without weights: body is the forward of self and x. Where it reads self.training, noisy is
    // true.
    torch::jit::Module operation(const std::string &type, const std::string &body, bool noisy = false) const;
    torch::jit::Module convolution(const ConvolutionShape &shape, const WeightDraw &weight);
    torch::jit::Module convolution(const ConvolutionShape &shape, const WeightDraw &weight,
                                   const WeightDraw &bias);
    torch::jit::Module linear(int inputs, int outputs, const WeightDraw &weight, const WeightDraw &bias);
    torch::jit::Module batchNorm(int channels) const;
    // (x - mean) / deviation a channel; the training measures both on its images. Does nothing until then.
    torch::jit::Module normalize(int channels) const;
    torch::jit::Module dropout(double probability) const;

private:
    at::Tensor draw(const std::vector<std::int64_t> &shape, const WeightDraw &how);

    std::shared_ptr<torch::jit::CompilationUnit> m_unit;
    Rng m_rng;
};

// A module whose forward calls its parts one after the other.
class ModuleChain {
public:
    ModuleChain(const LayerMaker &maker, const std::string &type) : m_module(maker.empty(type)) { }

    // A part with its call: name.forward(x).
    void add(const std::string &name, const torch::jit::Module &part);
    // A part that a later statement calls.
    void hold(const std::string &name, const torch::jit::Module &part);
    // A statement of forward, which works on x.
    void then(const std::string &statement);
    torch::jit::Module finish();

private:
    torch::jit::Module m_module;
    std::string m_forward;
};

} // namespace mutascope
