// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/coverage/criterion.h"
#include "core/model/torch/matrix_product.h"
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mutascope {

// Which activations of an image are its vector, for criteria that compare whole vectors: those of one layer
// of the layer set, of the whole set, or the model's outputs.
class ActivationSource {
public:
    // choice: "hidden", "outputs", "all" or the name of a layer. Throws Error{Usage} on an unknown name.
    ActivationSource(const std::string &choice, const std::vector<LayerSlice> &layers);

    std::span<const float> of(const Trace &trace, std::size_t row) const;
    // Number of values of(), as far as the trace's number of classes tells.
    std::size_t width(const Trace &trace) const;

    static ParamSpec param(const std::string &defaultChoice, const char *source);

private:
    LayerSlice sliceFor(const Trace &trace) const;
    bool m_outputs = false;
    bool m_hidden = false;
    LayerSlice m_slice; // unless hidden or outputs
    std::vector<LayerSlice> m_layers;
};

// Whether all values are finite numbers.
bool allFinite(std::span<const float> values);
// Appends them as a row, unless one of them is not finite. rows: as many columns.
void appendFinite(std::span<const float> values, DenseMatrix &rows);

} // namespace mutascope
