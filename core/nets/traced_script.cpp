// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/traced_script.h"
#include <fmt/format.h>
#include <sstream>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/script.h>

namespace mutascope {

namespace {

// Parameters that are registered with the module become its attributes, not constants of the graph.
torch::jit::Module tracedModule(const TracedNetwork &network)
{
    torch::jit::Module module("Network");
    for (std::size_t i = 0; i < network.parameters.size(); ++i)
        module.register_parameter("weight" + std::to_string(i), network.parameters[i], false);
    const auto run = [&](const torch::jit::Stack &inputs) {
        return torch::jit::Stack{network.function(inputs.front().toTensor())};
    };
    const auto noNames = [](const at::Tensor &) { return std::string(); };
    const auto traced = torch::jit::tracer::trace({network.example}, run, noNames, true, false, &module);
    const std::string name = module.type()->name()->qualifiedName() + ".forward";
    module.type()->addMethod(
        module._ivalue()->compilation_unit()->create_function(name, traced.first->graph));
    return module;
}

constexpr const char *unitLines = "    levels = not given.is_floating_point()\n"
                                  "    unit = given.float()\n"
                                  "    if levels:\n"
                                  "        unit = unit * (1.0 / 255.0)\n";
constexpr const char *sameKindLines = "    made = torch.clamp(made, 0.0, 1.0)\n"
                                      "    if levels:\n"
                                      "        made = torch.round(made * 255.0).byte()\n"
                                      "    return made\n";

} // namespace

std::string ofImages(const std::string &expression)
{
    return fmt::format("{}    return {}\n", unitLines, expression);
}

std::string imagesOfImages(const std::string &expression)
{
    return fmt::format("{}    made = {}\n{}", unitLines, expression, sameKindLines);
}

std::string scriptOf(const TracedNetwork &network)
{
    const at::NoGradGuard noGradients;
    torch::jit::Module whole("Whole");
    whole.register_module("network", tracedModule(network));
    whole.define("def forward(self, given):\n" + network.forward);
    whole.eval();
    std::ostringstream stream;
    whole.save(stream);
    return stream.str();
}

} // namespace mutascope
