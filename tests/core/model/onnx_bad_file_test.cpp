// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/onnx_fixture.h"

namespace mutascope::modeltest {

namespace {

class OnnxBadFileTest : public OnnxTest { };

TEST_F(OnnxBadFileTest, NoFile)
{
    EXPECT_ERROR(NotFound, "there is no model file", readOnnx(path("none.onnx")));
    write("empty.onnx", "");
    EXPECT_ERROR(BadModel, "is empty", readOnnx(path("empty.onnx")));
    std::filesystem::create_directory(path("folder.onnx"));
    EXPECT_ERROR(BadModel, "is no file", readOnnx(path("folder.onnx")));
    write("text.onnx", "this is a text, not a model\n");
    EXPECT_ERROR(BadModel, "is no ONNX file", readOnnx(path("text.onnx")));
}

TEST_F(OnnxBadFileTest, TruncatedAnywhere)
{
    classifier();
    const std::string bytes = proto.SerializeAsString();
    for (std::size_t kept = 1; kept < bytes.size(); ++kept) {
        write("cut.onnx", bytes.substr(0, kept));
        const auto error = errorOf([&] { loadOnnx(path("cut.onnx"), specOf({4, 4, 1})); });
        if (error) { // what is left out at the end may be optional
            EXPECT_TRUE(error->code() == ErrorCode::BadModel || error->code() == ErrorCode::Unsupported);
        }
    }
}

TEST_F(OnnxBadFileTest, EveryByteDamaged)
{
    classifier();
    const std::string bytes = proto.SerializeAsString();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = char(damaged[at] ^ 0x55);
        write("damaged.onnx", damaged);
        const auto error = errorOf([&] { loadOnnx(path("damaged.onnx"), specOf({4, 4, 1})); });
        if (error) {
            EXPECT_NE(error->code(), ErrorCode::Internal) << at << ' ' << error->message();
        }
    }
}

TEST_F(OnnxBadFileTest, OtherOpsets)
{
    for (const int opset : {1, 6, 18, 99}) {
        reset(opset);
        classifier();
        EXPECT_ERROR(BadModel, "this program reads 7 to 17", readOnnx(save()));
    }
    classifier();
    proto.clear_opset_import();
    EXPECT_ERROR(BadModel, "does not name its version", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, Cycle)
{
    node("Add", {"x", "b"}, {"a"}, "first");
    node("Relu", {"a"}, {"b"}, "second");
    classifier("b");
    EXPECT_ERROR(BadModel, "the model has a cycle: node 'first'", readOnnx(save()));
    reset();
    node("Relu", {"y"}, {"y"}, "itself");
    EXPECT_ERROR(BadModel, "cycle", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, MissingInput)
{
    node("Add", {"x", "nowhere"}, {"a"}, "sum");
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'sum' (Add) needs 'nowhere', which nothing", readOnnx(save()));
    reset();
    node("Relu", {"x"}, {"other"});
    EXPECT_ERROR(BadModel, "the model's output needs 'y'", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, ValueGivenTwice)
{
    node("Relu", {"x"}, {"a"}, "one");
    node("Relu", {"x"}, {"a"}, "two");
    classifier("a");
    EXPECT_ERROR(BadModel, "'a' is given twice, the second time by node 'two'", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, NodesOutOfOrderAreSorted)
{
    classifier("a");
    node("Relu", {"x"}, {"a"}, "late");
    const OnnxGraph read = readOnnx(save());
    ASSERT_EQ(read.nodes.size(), 3U);
    EXPECT_EQ(read.nodes[0].name, "late");
}

TEST_F(OnnxBadFileTest, SeveralOrNoInputs)
{
    classifier();
    input("second", {1, 3});
    EXPECT_ERROR(BadModel, "the model has 2 inputs, 'x', 'second'", readOnnx(save()));
    graph().clear_input();
    EXPECT_ERROR(BadModel, "needs 'x'", [&] {
        input("second", {1, 3});
        readOnnx(save());
    }());
    graph().clear_input();
    EXPECT_ERROR(BadModel, "the model has no input", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, InitialiserAmongTheInputsIsNone)
{
    classifier();
    input("fc.weight", {2, 16});
    EXPECT_EQ(readOnnx(save()).input.name, "x");
}

TEST_F(OnnxBadFileTest, DataShorterOrLongerThanItsShape)
{
    classifier();
    auto &weight = *graph().mutable_initializer(0);
    weight.set_dims(0, 3);
    EXPECT_ERROR(BadModel, "'fc.weight' has 128 bytes, but its shape needs 192", readOnnx(save()));
    weight.set_dims(0, 1);
    EXPECT_ERROR(BadModel, "has 128 bytes, but its shape needs 64", readOnnx(save()));
    weight.clear_raw_data();
    EXPECT_ERROR(BadModel, "has 0 numbers, but its shape needs 16", readOnnx(save()));
    for (int i = 0; i < 16; ++i)
        weight.add_int32_data(1);
    EXPECT_ERROR(BadModel, "under another type", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, AbsurdShapes)
{
    classifier();
    auto &weight = *graph().mutable_initializer(0);
    weight.set_dims(0, -2);
    EXPECT_ERROR(BadModel, "'fc.weight' has a negative dimension, -2", readOnnx(save()));
    weight.set_dims(0, std::int64_t{1} << 62);
    EXPECT_ERROR(BadModel, "a shape no memory can hold", readOnnx(save()));
    weight.set_dims(0, 0);
    weight.set_dims(1, std::int64_t{1} << 62);
    weight.set_raw_data("");
    EXPECT_ERROR(BadModel, "a shape no memory can hold", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, UnknownTypes)
{
    classifier();
    auto &weight = *graph().mutable_initializer(0);
    weight.set_data_type(onnx::TensorProto::COMPLEX64);
    EXPECT_ERROR(BadModel, "element type COMPLEX64, which is not supported", readOnnx(save()));
    weight.set_data_type(77);
    EXPECT_ERROR(BadModel, "element type number 77", readOnnx(save()));
    reset();
    classifier();
    graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(2);
    EXPECT_ERROR(BadModel, "whole numbers, not real ones. Export it with float32 images", load());
    reset();
    classifier();
    *graph().add_initializer() = graph().initializer(0);
    EXPECT_ERROR(BadModel, "'fc.weight' is given twice. A tool that edited the file may have repeated it",
                 load());
}

TEST_F(OnnxBadFileTest, UnknownOperatorsAreAllNamed)
{
    node("Relu", {"x"}, {"a"});
    node("Frobnicate", {"a"}, {"b"}, "odd one");
    node("Frobnicate", {"b"}, {"c"}, "odd two");
    node("Special", {"c"}, {"d"}, "special").set_domain("com.example");
    classifier("d");
    EXPECT_ERROR(Unsupported, "node 'odd one' (Frobnicate) and 1 more, node 'special' (com.example::Special)",
                 load());
    EXPECT_ERROR(Unsupported, "as a black box (--black-box), through OpenCV", load());
}

TEST_F(OnnxBadFileTest, NodeAgainstItsDescription)
{
    node("Relu", {"x", "x"}, {"a"}, "two");
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'two' (Relu) is not as ONNX describes it", readOnnx(save()));
    reset();
    integers(node("Flatten", {"x"}, {"a"}, "flat"), "axis", {1, 2});
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'flat' (Flatten)", readOnnx(save()));
}

TEST_F(OnnxBadFileTest, ShapesThatDoNotFit)
{
    constant("other", {5}, {1, 2, 3, 4, 5});
    node("Add", {"x", "other"}, {"a"}, "sum");
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'sum' (Add) combines tensors whose shapes do not fit (4 and 5)", load());
    reset();
    whole("shape", {-1, 7});
    node("Reshape", {"x", "shape"}, {"a"}, "cut");
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'cut' (Reshape)", load());
    reset();
    constant("weight", {2, 3, 3, 3}, std::vector<float>(54, 1.0f));
    node("Conv", {"x", "weight"}, {"a"}, "/conv1/Conv");
    classifier("a");
    EXPECT_ERROR(BadModel, "node '/conv1/Conv' (Conv) cannot be computed", load());
}

TEST_F(OnnxBadFileTest, ResultsNoMemoryHolds)
{
    whole("shape", {100000, 100000, 100000});
    node("ConstantOfShape", {"shape"}, {"huge"}, "fill");
    node("Add", {"x", "huge"}, {"a"});
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'fill' (ConstantOfShape) gives a tensor", load());
    reset();
    whole("shape", {1, 1 << 30, 4, 4});
    node("Expand", {"x", "shape"}, {"a"}, "wide");
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'wide' (Expand) gives a tensor", load());
    reset();
    whole("shape", {1, 1 << 16, 4, 4});
    node("Expand", {"x", "shape"}, {"wide"});
    integer(node("Concat", std::vector<std::string>(1000, "wide"), {"a"}, "join"), "axis", 1);
    classifier("a");
    EXPECT_ERROR(BadModel, "node 'join' (Concat) gives a tensor [1, 65536000, 4, 4], too large", load());
}

TEST_F(OnnxBadFileTest, InputOfAnotherShape)
{
    classifier();
    EXPECT_ERROR(BadModel, "the model takes [1, 1, 4, 4], not images of 5x4x1",
                 loadOnnx(save(), specOf({5, 4, 1})));
    EXPECT_ERROR(BadModel, "not images of 4x4x3", loadOnnx(save(), specOf({4, 4, 3})));
    graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
    EXPECT_ERROR(BadModel, "does not say its shape", load());
}

TEST_F(OnnxBadFileTest, NoRowAnImage)
{
    node("Relu", {"x"}, {"y"});
    EXPECT_ERROR(BadModel, "no output with one row of numbers an image", load());
    reset();
    constant("c", {2}, {1, 2});
    node("Relu", {"c"}, {"y"});
    EXPECT_ERROR(BadModel, "no output with one row", load());
}

// The mean over all images of a batch: right for one image only.
TEST_F(OnnxBadFileTest, ImagesThatInfluenceEachOther)
{
    integers(node("ReduceMean", {"x"}, {"mean"}), "axes", {0});
    node("Sub", {"x", "mean"}, {"a"});
    node("Add", {"a", "x"}, {"b"});
    classifier("b");
    EXPECT_ERROR(BadModel, "the model works for exactly 1 image at a time", load());
}

class OnnxExternalDataTest : public OnnxTest {
protected:
    void SetUp() override
    {
        OnnxTest::SetUp();
        classifier();
        const std::string bytes = graph().initializer(0).raw_data();
        write("weights.bin", std::string(8, 'x') + bytes);
        std::filesystem::create_directory(path("model"));
        write("model/weights.bin", std::string(8, 'x') + bytes);
        auto &weight = *graph().mutable_initializer(0);
        weight.clear_raw_data();
        weight.set_data_location(onnx::TensorProto::EXTERNAL);
    }
    void place(const std::string &location, const std::string &offset = "8",
               const std::string &length = "128")
    {
        auto &weight = *graph().mutable_initializer(0);
        weight.clear_external_data();
        for (const auto &[key, value] : std::map<std::string, std::string>{
                 {"location", location}, {"offset", offset}, {"length", length}}) {
            auto *entry = weight.add_external_data();
            entry->set_key(key);
            entry->set_value(value);
        }
        save("model/model.onnx");
    }
    OnnxGraph read() const { return readOnnx(path("model/model.onnx")); }
};

TEST_F(OnnxExternalDataTest, InsideTheFolder)
{
    place("weights.bin");
    const OnnxGraph graph = read();
    const std::string &bytes = *graph.constants.at("fc.weight").bytes;
    ASSERT_EQ(bytes.size(), 128U);
    EXPECT_EQ(bytes.substr(0, 4), std::string("\x00\x00\x80\x3f", 4)); // 1.0f
    place("./weights.bin");
    read();
}

TEST_F(OnnxExternalDataTest, OutsideTheFolder)
{
    place("../weights.bin");
    EXPECT_ERROR(BadModel, "'../weights.bin' leaves the model's folder", read());
    place(path("weights.bin").string());
    EXPECT_ERROR(BadModel, "is no file of the model's folder", read());
    place("");
    EXPECT_ERROR(BadModel, "is no file of the model's folder", read());
    place("sub/../../weights.bin");
    EXPECT_ERROR(BadModel, "leaves the model's folder", read());
    std::filesystem::create_symlink("../weights.bin", path("model/link.bin"));
    place("link.bin");
    EXPECT_ERROR(BadModel, "leads out of the model's folder", read());
    std::filesystem::create_directory_symlink("..", path("model/up"));
    place("up/weights.bin");
    EXPECT_ERROR(BadModel, "leads out of the model's folder", read());
    place("/dev/zero");
    EXPECT_ERROR(BadModel, "is no file of the model's folder", read());
}

TEST_F(OnnxExternalDataTest, WrongPlaces)
{
    place("none.bin");
    EXPECT_ERROR(BadModel, "there is no file 'none.bin'", read());
    place("weights.bin", "9");
    EXPECT_ERROR(BadModel, "'weights.bin' is too short", read());
    place("weights.bin", "18446744073709551615");
    EXPECT_ERROR(BadModel, "is too short", read());
    place("weights.bin", "-1");
    EXPECT_ERROR(BadModel, "'-1' is no number of bytes", read());
    place("weights.bin", "8", "64");
    EXPECT_ERROR(BadModel, "has 64 bytes, but the shape needs 128", read());
    place(".");
    EXPECT_ERROR(BadModel, "there is no file", read());
}

} // namespace

} // namespace mutascope::modeltest
