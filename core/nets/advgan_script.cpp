// SPDX-License-Identifier: GPL-3.0-or-later
// The generator of AdvGAN as a file of its own: the same layers as advgan_generator.cpp, in TorchScript.
#include "core/nets/advgan_generator.h"
#include <fmt/format.h>
#include <sstream>
#include <torch/script.h>

namespace mutascope {

namespace {

// One that has a parameter, or a buffer, for each name its code uses.
class ScriptWriter {
public:
    ScriptWriter() : m_module("AdvGanGenerator") { }

    void line(const std::string &code) { m_body += "    " + code + "\n"; }
    std::string parameter(const at::Tensor &value)
    {
        const std::string name = fmt::format("weight{}", m_parameters++);
        m_module.register_parameter(name, value.detach().clone(), false);
        return "self." + name;
    }
    void buffer(const std::string &name, const at::Tensor &value) { m_module.register_buffer(name, value); }
    // call: a convolution of x with the layer's weights, "torch.conv2d(x, {})".
    void layer(const std::string &call, const AdvGanLayer &layer)
    {
        line("x = " + fmt::format(fmt::runtime(call), parameter(layer.weight)));
        const std::string scale = parameter(layer.scale);
        line(fmt::format("x = torch.group_norm(x, {}, {}, {}, 1e-05)", layer.scale.numel(), scale,
                         parameter(layer.shift)));
    }
    std::string finish()
    {
        m_module.define("def forward(self, images):\n" + m_body);
        m_module.eval();
        std::ostringstream stream;
        m_module.save(stream);
        return stream.str();
    }

private:
    torch::jit::Module m_module;
    std::string m_body;
    int m_parameters = 0;
};

void writeInput(ScriptWriter &writer, const Padding &padding)
{
    writer.buffer("rows", padding.rows());
    writer.buffer("columns", padding.columns());
    writer.line("levels = not images.is_floating_point()");
    writer.line("unit = images.float()");
    writer.line("if levels:\n        unit = unit * (1.0 / 255.0)");
    writer.line("x = unit.index_select(2, self.rows).index_select(3, self.columns)");
}

void writeOutput(ScriptWriter &writer, const Padding &padding, const ImageShape &shape, double bound)
{
    writer.line(fmt::format("x = x.narrow(2, {}, {}).narrow(3, {}, {})", padding.top(), shape.height,
                            padding.left(), shape.width));
    writer.line(fmt::format("x = torch.clamp(unit + torch.tanh(x) * {:.17g}, 0.0, 1.0)", bound));
    writer.line("if levels:\n        x = torch.round(x * 255.0).byte()");
    writer.line("return x");
}

void writeJoin(ScriptWriter &writer, std::size_t past, const AdvGanLayer &layer)
{
    for (const int side : {2, 3})
        writer.line(fmt::format("past{0} = past{0}.narrow({1}, (past{0}.size({1}) - x.size({1}) + 1) // 2, "
                                "x.size({1}))",
                                past, side));
    writer.line(fmt::format("x = torch.cat([x, past{}], 1)", past));
    writer.layer("torch.conv2d(torch.reflection_pad2d(x, [1, 1, 1, 1]), {})", layer);
    writer.line("x = torch.relu(x)");
}

} // namespace

std::string AdvGanGenerator::torchScript() const
{
    ScriptWriter writer;
    writeInput(writer, m_padding);
    for (std::size_t i = 0; i < m_down.size(); ++i) {
        writer.layer(fmt::format("torch.conv2d(x, {{}}, None, [{0}, {0}])", i == 0 ? 1 : 2), m_down[i]);
        writer.line("x = torch.relu(x)");
        writer.line(fmt::format("past{} = x", i));
    }
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (i % 2 == 0)
            writer.line("start = x");
        writer.layer("torch.conv2d(torch.reflection_pad2d(x, [1, 1, 1, 1]), {})", m_blocks[i]);
        writer.line(i % 2 == 0 ? "x = torch.relu(x)" : "x = start + x");
    }
    for (std::size_t i = 0; i < m_up.size(); ++i) {
        writer.layer("torch.conv_transpose2d(x, {}, None, [2, 2])", m_up[i]);
        writer.line("x = torch.relu(x)");
        if (!m_joins.empty())
            writeJoin(writer, m_down.size() - 2 - i, m_joins[i]);
    }
    writer.line(fmt::format("x = torch.conv_transpose2d(x, {})", writer.parameter(m_last)));
    writeOutput(writer, m_padding, m_layout.shape, m_layout.bound / 255.0);
    return writer.finish();
}

} // namespace mutascope
