// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx_graph.h"

namespace mutascope {

// The path of the module a node came from, as names of attributes ("layer1", "0", "conv1"): from the name of
// its weight ("layer1.0.conv1.weight"), or from the node's ("/layer1/layer1.0/conv1/Conv"). Empty: the model
// itself.
std::vector<std::string> layerPath(const OnnxNode &node, const std::string &weight);

// The last part of a dotted name, as the name of an attribute; fallback where it says nothing.
std::string attributeName(const std::string &name, const std::string &fallback);

// Whether a person gave the constant its name, not an exporter ("onnx::Conv_239",
// "/layer1/Constant_output_0", "497").
bool isGivenName(const std::string &name);

} // namespace mutascope
