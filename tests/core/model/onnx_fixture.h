// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/onnx/onnx_proto.h"
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

// Writes ONNX files by hand, right and wrong ones.
class OnnxTest : public ModelTest {
protected:
    OnnxTest() { reset(); }

    void reset(std::int64_t opset = 13)
    {
        proto.Clear();
        proto.set_ir_version(7);
        proto.add_opset_import()->set_version(opset);
        input("x", {1, 1, 4, 4});
        output("y");
    }

    onnx::GraphProto &graph() { return *proto.mutable_graph(); }

    void input(const std::string &name, const std::vector<std::int64_t> &dims, int type = 1)
    {
        auto *info = graph().add_input();
        info->set_name(name);
        auto *tensor = info->mutable_type()->mutable_tensor_type();
        tensor->set_elem_type(type);
        for (const std::int64_t dim : dims)
            tensor->mutable_shape()->add_dim()->set_dim_value(dim);
    }
    void output(const std::string &name)
    {
        auto *info = graph().add_output();
        info->set_name(name);
        auto *tensor = info->mutable_type()->mutable_tensor_type(); // OpenCV insists on a shape
        tensor->set_elem_type(onnx::TensorProto::FLOAT);
        tensor->mutable_shape()->add_dim()->set_dim_param("rows");
        tensor->mutable_shape()->add_dim()->set_dim_param("classes");
    }

    onnx::NodeProto &node(const std::string &op, const std::vector<std::string> &inputs,
                          const std::vector<std::string> &outputs, const std::string &name = {})
    {
        auto *made = graph().add_node();
        made->set_op_type(op);
        made->set_name(name);
        for (const std::string &value : inputs)
            made->add_input(value);
        for (const std::string &value : outputs)
            made->add_output(value);
        return *made;
    }

    static void integers(onnx::NodeProto &of, const std::string &name,
                         const std::vector<std::int64_t> &values)
    {
        auto *attribute = of.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::INTS);
        for (const std::int64_t value : values)
            attribute->add_ints(value);
    }
    static void integer(onnx::NodeProto &of, const std::string &name, std::int64_t value)
    {
        auto *attribute = of.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::INT);
        attribute->set_i(value);
    }

    onnx::TensorProto &constant(const std::string &name, const std::vector<std::int64_t> &dims,
                                const std::vector<float> &values)
    {
        auto *tensor = graph().add_initializer();
        tensor->set_name(name);
        tensor->set_data_type(onnx::TensorProto::FLOAT);
        for (const std::int64_t dim : dims)
            tensor->add_dims(dim);
        tensor->set_raw_data(std::string(reinterpret_cast<const char *>(values.data()), 4 * values.size()));
        return *tensor;
    }
    onnx::TensorProto &whole(const std::string &name, const std::vector<std::int64_t> &values)
    {
        auto *tensor = graph().add_initializer();
        tensor->set_name(name);
        tensor->set_data_type(onnx::TensorProto::INT64);
        tensor->add_dims(std::int64_t(values.size()));
        for (const std::int64_t value : values)
            tensor->add_int64_data(value);
        return *tensor;
    }

    // 16 pixels -> 2 classes: the sum of the pixels and its negative.
    void classifier(const std::string &from = "x")
    {
        node("Flatten", {from}, {"flat"});
        std::vector<float> weight(16, 1.0f);
        weight.resize(32, -1.0f);
        constant("fc.weight", {2, 16}, weight);
        integer(node("Gemm", {"flat", "fc.weight"}, {"y"}, "/fc/Gemm"), "transB", 1);
    }

    std::filesystem::path save(const std::string &name = "model.onnx")
    {
        return write(name, proto.SerializeAsString());
    }
    std::unique_ptr<Model> load() { return loadOnnx(save(), specOf({4, 4, 1})); }

    onnx::ModelProto proto;
};

} // namespace mutascope::modeltest
