// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/fusion.h"
#include "tests/fuzz/fuzz_support.h"

// From the bytes to the graph the network is built from: all that a file can reach before LibTorch.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    writeFile("a.onnx", {data, size});
    try {
        OnnxGraph graph = readOnnx(fuzzFolder() / "a.onnx");
        fuseNodes(graph);
        if (graph.outputs.empty())
            std::abort();
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Internal || error.message().empty())
            std::abort();
    }
    return 0;
}
