// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

// Model files come from anybody, and the libraries that read them were not made for hostile ones: they may
// crash, hang or fill the memory. So a file is first tried by a program of its own, mutascope-probe; whatever
// happens to that becomes one Error. What was tried successfully is remembered by its contents.
namespace mutascope {

struct ProbeSetup {
    std::filesystem::path program; // mutascope-probe
    std::filesystem::path remembered; // folder of the files known to load; empty: nowhere
    double seconds = 120;
    std::uint64_t bytes = 0; // of memory; 0: no limit
};

// The program MUTASCOPE_PROBE, or the one beside the running program; the user's cache folder; most of the
// memory that is free.
ProbeSetup defaultProbeSetup();

struct ProbeRequest {
    ModelSpec spec;
    std::vector<ImageShape> inputs = {}; // tried in this order; empty: spec.input alone
};

struct ProbeReport {
    ImageShape input; // the first that works
    bool declared = false; // the file itself says so
    int classes = 0;
    bool probabilities = false;
    int layers = 0;
};

// Loads the file and runs it on made-up images, in the other program. A file that declares its input is not
// tried with others, unless there is only one to try. Throws Error{NotFound|Io|BadModel|Unsupported}, among
// them BadModel where the other program crashed or took too long, and OutOfMemory.
ProbeReport probeInChild(const std::filesystem::path &file, const ProbeRequest &request,
                         const ProbeSetup &setup = defaultProbeSetup());

// Throws Error{NotFound} with the hint where there is no such file, Error{BadModel} where it is a folder, a
// device or a pipe: reading one may never end.
void requireModelFile(const std::filesystem::path &file, const std::string &hint);

// Whether the file begins as an ONNX file does, or is named as one.
bool isOnnxFile(const std::filesystem::path &file);

// TorchScript or ONNX, by content, in this process: for files probed just before. Throws as
// loadTorchScript(), loadOnnx() and loadOnnxBlackBox() do.
std::unique_ptr<Model> loadProbedFile(const std::filesystem::path &file, ModelSpec spec);

// Probes the file, where it is not remembered, and loads it.
std::unique_ptr<Model> loadModelFile(const std::filesystem::path &file, ModelSpec spec);

} // namespace mutascope
