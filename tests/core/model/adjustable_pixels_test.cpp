// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/adjustable_pixels.h"
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

namespace {

class AdjustablePixelsTest : public ModelTest {
protected:
    static ModelSpec otherRule()
    {
        ModelSpec spec = specOf({16, 16, 3});
        spec.scale = 1;
        spec.mean = {103.9F, 116.8F, 123.7F};
        spec.std = {2, 3, 4};
        spec.channelOrder = "bgr";
        return spec;
    }
    static ImageBatch noise()
    {
        ImageBatch batch({16, 16, 3});
        Rng rng(3, 1);
        for (int i = 0; i < 4; ++i) {
            Image image{batch.shape(), std::vector<std::uint8_t>(batch.shape().size())};
            for (std::uint8_t &value : image.pixels)
                value = std::uint8_t(rng.below(256));
            batch.append(image);
        }
        return batch;
    }
};

TEST_F(AdjustablePixelsTest, AnAdjustedModelIsTheOneLoadedThatWay)
{
    const auto adjusted = untrained("resnet20", specOf({16, 16, 3}));
    const std::vector<float> before = adjusted->predict(noise()).outputs;
    dynamic_cast<AdjustablePixels &>(*adjusted).adjustPixels(otherRule());
    const auto loaded = untrained("resnet20", otherRule());
    EXPECT_EQ(adjusted->predict(noise()).outputs, loaded->predict(noise()).outputs);
    EXPECT_NE(adjusted->predict(noise()).outputs, before);
    EXPECT_EQ(adjusted->spec().channelOrder, "bgr");
    EXPECT_EQ(adjusted->spec().std, loaded->spec().std);
    EXPECT_EQ(adjusted->spec().classes, 10);
}

TEST_F(AdjustablePixelsTest, ARuleThatDoesNotFitChangesNothing)
{
    const auto model = untrained("resnet20", specOf({16, 16, 3}));
    const std::vector<float> before = model->predict(noise()).outputs;
    ModelSpec rule = otherRule();
    rule.mean = {1, 2};
    EXPECT_THROW(dynamic_cast<AdjustablePixels &>(*model).adjustPixels(rule), Error);
    EXPECT_EQ(model->predict(noise()).outputs, before);
    EXPECT_EQ(model->spec().channelOrder, "rgb");
}

} // namespace

} // namespace mutascope::modeltest
