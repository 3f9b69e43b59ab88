// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>

// The part of ONNX Runtime's C interface that is used here. It is a table of functions that only grows; each
// has its number, the same in every version.
namespace mutascope::engines::ort {

inline constexpr std::uint32_t apiVersion = 14;

struct Status;
struct Env;
struct Session;
struct SessionOptions;
struct Value;
struct MemoryInfo;
struct TypeInfo;
struct Allocator;

struct ApiBase {
    const void *const *(*getApi)(std::uint32_t version);
    const char *(*getVersion)();
};

enum Slot : std::size_t {
    GetErrorMessage = 2,
    CreateEnv = 3,
    CreateSessionFromArray = 8,
    Run = 9,
    CreateSessionOptions = 10,
    SetSessionLogSeverityLevel = 22,
    SetSessionGraphOptimizationLevel = 23,
    SetIntraOpNumThreads = 24,
    CreateTensorWithDataAsOrtValue = 49,
    GetTensorMutableData = 51,
    GetTensorElementType = 60,
    GetDimensionsCount = 61,
    GetDimensions = 62,
    GetTensorTypeAndShape = 65,
    CreateCpuMemoryInfo = 69,
    ReleaseStatus = 93,
    ReleaseSession = 95,
    ReleaseValue = 96,
    ReleaseTypeInfo = 99, // TensorTypeAndShapeInfo
};

} // namespace mutascope::engines::ort
