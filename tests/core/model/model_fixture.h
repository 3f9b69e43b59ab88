// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/model/training.h"
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <unistd.h>

namespace mutascope::modeltest {

// A folder of its own for each test, removed at its end.
class ModelTest : public testing::Test {
protected:
    void SetUp() override
    {
        const auto *info = testing::UnitTest::GetInstance()->current_test_info();
        m_folder = std::filesystem::temp_directory_path()
            / ("mutascope_" + std::string(info->test_suite_name()) + "_" + info->name() + "_"
               + std::to_string(getpid()));
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::filesystem::path path(const std::string &name) const { return m_folder / name; }

    std::filesystem::path write(const std::string &name, const std::string &bytes) const
    {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    static std::string bytesOf(const std::filesystem::path &file)
    {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    // An untrained network, loaded.
    std::unique_ptr<Model> untrained(const std::string &architecture, ModelSpec spec, int classes = 10) const
    {
        const auto file = path(architecture + ".pt");
        saveUntrained(architecture, spec.input, classes, 7, file);
        return loadTorchScript(file, std::move(spec));
    }

private:
    std::filesystem::path m_folder;
};

inline ModelSpec specOf(const ImageShape &shape)
{
    ModelSpec spec;
    spec.input = shape;
    return spec;
}

inline ImageBatch noiseImages(const ImageShape &shape, std::size_t count, std::uint64_t seed = 1)
{
    ImageBatch batch(shape);
    Rng rng(seed);
    std::vector<std::uint8_t> pixels(shape.size());
    for (std::size_t i = 0; i < count; ++i) {
        for (auto &pixel : pixels)
            pixel = std::uint8_t(1 + rng.below(254));
        batch.append(shape, pixels);
    }
    return batch;
}

// What work throws, if it throws a mutascope::Error.
template <typename Work> std::optional<Error> errorOf(const Work &work)
{
    try {
        work();
    } catch (const Error &error) {
        return error;
    }
    return std::nullopt;
}

#define EXPECT_ERROR(code_, part, statement)                                                                 \
    do {                                                                                                     \
        const auto thrown = ::mutascope::modeltest::errorOf([&] { statement; });                             \
        ASSERT_TRUE(thrown) << "no error";                                                                   \
        EXPECT_EQ(thrown->code(), ::mutascope::ErrorCode::code_) << thrown->message();                       \
        EXPECT_NE(thrown->message().find(part), std::string::npos) << thrown->message();                     \
    } while (false)

} // namespace mutascope::modeltest
