// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/layer_path.h"
#include "tests/core/model/onnx_fixture.h"
#include <cmath>

namespace mutascope::modeltest {

namespace {

class OnnxModelTest : public OnnxTest { };

float sumOf(const ImageBatch &batch, std::size_t index)
{
    float sum = 0;
    for (const std::uint8_t pixel : batch.pixels(index))
        sum += float(pixel) / 255.0f;
    return sum;
}

TEST_F(OnnxModelTest, AnyNumberOfImagesFromAFileMadeForOne)
{
    classifier();
    const auto model = load();
    EXPECT_EQ(model->spec().classes, 2);
    EXPECT_FALSE(model->spec().probabilities);
    const ImageBatch batch = noiseImages({4, 4, 1}, 9);
    const Predictions outputs = model->predict(batch);
    ASSERT_EQ(outputs.count, 9U);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_NEAR(outputs.row(i)[0], sumOf(batch, i), 1e-4);
        EXPECT_NEAR(outputs.row(i)[1], -sumOf(batch, i), 1e-4);
    }
}

// A Reshape to [1, 16] was written for one image.
TEST_F(OnnxModelTest, ReshapeForOneImage)
{
    for (const std::vector<std::int64_t> &shape :
         std::vector<std::vector<std::int64_t>>{{1, 16}, {1, -1}, {-1, 16}, {0, -1}}) {
        reset();
        whole("shape", shape);
        node("Reshape", {"x", "shape"}, {"r"});
        classifier("r");
        const ImageBatch batch = noiseImages({4, 4, 1}, 5);
        const Predictions outputs = load()->predict(batch);
        EXPECT_NEAR(outputs.row(4)[0], sumOf(batch, 4), 1e-4) << shape[0] << ' ' << shape[1];
    }
}

// Shape -> Gather -> Unsqueeze -> Concat -> Reshape, as exporters write x.view(x.size(0), -1).
TEST_F(OnnxModelTest, ShapeArithmeticIsFolded)
{
    graph()
        .mutable_input(0)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(0)
        ->set_dim_param("batch");
    node("Shape", {"x"}, {"s"});
    auto &zero = whole("zero", {0});
    zero.clear_dims();
    node("Gather", {"s", "zero"}, {"n"});
    whole("axes", {0});
    node("Unsqueeze", {"n", "axes"}, {"n1"});
    whole("rest", {-1});
    integer(node("Concat", {"n1", "rest"}, {"shape"}), "axis", 0);
    node("Reshape", {"x", "shape"}, {"r"});
    classifier("r");
    const ImageBatch batch = noiseImages({4, 4, 1}, 3);
    EXPECT_NEAR(load()->predict(batch).row(2)[0], sumOf(batch, 2), 1e-4);
}

TEST_F(OnnxModelTest, LayersHaveTheNamesOfTheirFramework)
{
    constant("onnx::Conv_7", {3, 1, 3, 3}, std::vector<float>(27, 0.1f));
    node("Conv", {"x", "onnx::Conv_7"}, {"c"}, "/layer1/layer1.0/conv1/Conv");
    node("Relu", {"c"}, {"r"}, "/layer1/layer1.0/relu/Relu");
    node("GlobalAveragePool", {"r"}, {"p"}, "/avgpool/GlobalAveragePool");
    node("Flatten", {"p"}, {"f"});
    constant("fc.weight", {2, 3}, {1, 2, 3, 4, 5, 6});
    integer(node("Gemm", {"f", "fc.weight"}, {"y"}, "Gemm_12"), "transB", 1);
    const auto model = load();
    std::vector<std::string> names, kinds;
    for (const LayerInfo &layer : model->layers()) {
        names.push_back(layer.name);
        kinds.push_back(layer.kind);
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"layer1.0.conv1", "layer1.0.relu", "avgpool", "fc", "softmax"}));
    EXPECT_EQ(kinds, (std::vector<std::string>{"conv", "activation", "pool", "linear", "softmax"}));
    EXPECT_EQ(model->layers()[0].shape, (std::vector<std::int64_t>{3, 2, 2}));
}

// d (sum of pixels) / d pixel: 1 in the model's units, 1/255 in grey levels.
TEST_F(OnnxModelTest, GradientsFlow)
{
    classifier();
    const auto model = load();
    FloatImages images{{4, 4, 1}, 2, std::vector<float>(32, 100.0f)};
    const FloatImages gradient = model->gradient(images, {{1, 0, 0, 1}, {}, {}});
    EXPECT_NEAR(gradient.values[3], 1.0f / 255, 1e-6);
    EXPECT_NEAR(gradient.values[20], -1.0f / 255, 1e-6);
}

TEST_F(OnnxModelTest, HalfPrecisionWeights)
{
    classifier();
    auto &weight = *graph().mutable_initializer(0);
    weight.set_data_type(onnx::TensorProto::FLOAT16);
    std::string bytes;
    for (int i = 0; i < 32; ++i)
        bytes += i < 16 ? std::string("\x00\x38", 2) : std::string("\x01\x00", 2); // 0.5 and 2^-24
    weight.set_raw_data(bytes);
    const ImageBatch batch = noiseImages({4, 4, 1}, 1);
    const Predictions outputs = load()->predict(batch);
    EXPECT_NEAR(outputs.row(0)[0], sumOf(batch, 0) / 2, 1e-4);
    EXPECT_NEAR(outputs.row(0)[1], sumOf(batch, 0) * std::exp2(-24.0f), 1e-12);
}

// The inputs of other frameworks: channels last, rows of pixels.
TEST_F(OnnxModelTest, InputsOfOtherLayouts)
{
    const auto declare = [&](const std::vector<std::int64_t> &dims) {
        reset();
        graph().clear_input();
        input("x", dims);
        classifier();
    };
    const ImageBatch batch = noiseImages({4, 4, 1}, 3);
    for (const std::vector<std::int64_t> &dims :
         std::vector<std::vector<std::int64_t>>{{1, 4, 4, 1}, {1, 16}, {1, 4, 4}, {3, 1, 4, 4}}) {
        declare(dims);
        EXPECT_NEAR(load()->predict(batch).row(2)[0], sumOf(batch, 2), 1e-4) << dims.size();
    }
}

TEST_F(OnnxModelTest, DeclaredShape)
{
    classifier();
    EXPECT_EQ(onnxInputShape(save()), (ImageShape{4, 4, 1}));
    graph().clear_input();
    input("x", {1, 32, 24, 3});
    EXPECT_EQ(onnxInputShape(save()), (ImageShape{32, 24, 3}));
    graph().clear_input();
    input("x", {1, 3, 0, 24});
    EXPECT_EQ(onnxInputShape(save()), std::nullopt);
}

TEST_F(OnnxModelTest, BlackBox)
{
    classifier();
    const auto model = loadOnnxBlackBox(save(), specOf({4, 4, 1}));
    const ImageBatch batch = noiseImages({4, 4, 1}, 3);
    const Predictions outputs = model->predict(batch);
    ASSERT_EQ(outputs.count, 3U);
    EXPECT_NEAR(outputs.row(2)[0], sumOf(batch, 2), 1e-4);
    EXPECT_TRUE(model->layers().empty());
    EXPECT_EQ(model->trace(batch, {}).predictions.outputs, outputs.outputs);
    EXPECT_ERROR(Unsupported, "no neurons", model->trace(batch, {0}));
    EXPECT_ERROR(Unsupported, "no gradients", model->gradient({}, {}));
    EXPECT_ERROR(NotFound, "there is no model file", loadOnnxBlackBox(path("none.onnx"), specOf({4, 4, 1})));
    write("text.onnx", "text");
    EXPECT_ERROR(BadModel, "is no ONNX file", loadOnnxBlackBox(path("text.onnx"), specOf({4, 4, 1})));
}

TEST(OnnxLayerPath, FromWeightOrNode)
{
    const auto joined = [](const std::string &node, const std::string &weight) {
        std::string result;
        for (const std::string &part : layerPath({node, "Conv", {}, {}, {}}, weight))
            result += (result.empty() ? "" : ".") + part;
        return result;
    };
    EXPECT_EQ(joined("Conv_3", "layer1.0.conv1.weight"), "layer1.0.conv1");
    EXPECT_EQ(joined("/layer1/layer1.0/conv1/Conv", "onnx::Conv_239"), "layer1.0.conv1");
    EXPECT_EQ(joined("/features/features.1/conv/conv.0/conv.0.0/Conv", ""), "features.1.conv.0.0");
    EXPECT_EQ(joined("/features/denseblock1/denselayer1/norm1/BatchNormalization", "1"),
              "features.denseblock1.denselayer1.norm1");
    EXPECT_EQ(joined("Conv_3", "497"), "Conv_3");
    EXPECT_EQ(joined("/Relu", ""), "");
    EXPECT_EQ(joined("", ""), "");
    EXPECT_EQ(joined("/class/in:put/Conv", ""), "class_.in_put");
}

} // namespace

} // namespace mutascope::modeltest
