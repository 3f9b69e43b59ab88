// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// A linear classifier with fixed weights in {-1, 0, 1}, and one layer of 16 neurons that hold the mean of a
// sixteenth of the pixels each. Cheap, deterministic, needs no tensor library.
class FakeModel : public Model {
public:
    static constexpr int neurons = 16;

    explicit FakeModel(ImageShape shape = {8, 8, 1}, int classes = 4);

    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_layers; }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;

    int label(const Image &image);

private:
    float weight(int unit, std::size_t pixel) const;
    ModelSpec m_spec;
    std::vector<LayerInfo> m_layers;
};

// Images with a bright and a dark half and some texture, labelled by the model itself.
std::vector<Seed> fakeSeeds(FakeModel &model, std::size_t count);

} // namespace mutascope
