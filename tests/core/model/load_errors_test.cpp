// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/zip_directory.h"
#include "tests/core/model/model_fixture.h"
#include <zlib.h>

namespace mutascope::modeltest {

namespace {

constexpr ImageShape grey{28, 28, 1};

void put(std::string &bytes, std::uint32_t value, int count)
{
    for (int i = 0; i < count; ++i)
        bytes.push_back(char(value >> (8 * i) & 0xff));
}

// The fields that a local header and a directory entry of a stored (not compressed) zip member share.
void putMember(std::string &bytes, const std::string &name, const std::string &content)
{
    put(bytes, 20, 2); // version needed
    put(bytes, 0, 2); // flags
    put(bytes, 0, 2); // stored
    put(bytes, 0, 4); // time and date
    put(bytes, std::uint32_t(crc32(0, reinterpret_cast<const Bytef *>(content.data()), uInt(content.size()))),
        4);
    put(bytes, std::uint32_t(content.size()), 4);
    put(bytes, std::uint32_t(content.size()), 4);
    put(bytes, std::uint32_t(name.size()), 2);
    put(bytes, 0, 2); // extra field
}

std::string zipOf(const std::vector<std::pair<std::string, std::string>> &members)
{
    std::string bytes;
    std::string directory;
    for (const auto &[name, content] : members) {
        put(directory, 0x02014b50, 4);
        put(directory, 20, 2); // version made by
        putMember(directory, name, content);
        directory.append(10, '\0'); // comment, disk, attributes
        put(bytes, 0x04034b50, 4);
        const auto offset = std::uint32_t(bytes.size() - 4);
        putMember(bytes, name, content);
        bytes += name + content;
        put(directory, offset, 4);
        directory += name;
    }
    const auto start = std::uint32_t(bytes.size());
    bytes += directory;
    put(bytes, 0x06054b50, 4);
    put(bytes, 0, 4); // disks
    put(bytes, std::uint32_t(members.size()), 2);
    put(bytes, std::uint32_t(members.size()), 2);
    put(bytes, std::uint32_t(directory.size()), 4);
    put(bytes, start, 4);
    put(bytes, 0, 2); // comment
    return bytes;
}

using Members = std::vector<std::pair<std::string, std::string>>;

class LoadErrorTest : public ModelTest {
protected:
    // The parts of an archive whose parts are stored or deflated.
    Members membersOf(const std::string &name) const
    {
        Members members;
        const std::string bytes = bytesOf(path(name));
        const auto half = [&](std::size_t at) {
            return std::size_t(std::uint8_t(bytes[at])) | std::size_t(std::uint8_t(bytes[at + 1])) << 8;
        };
        for (const ZipEntry &entry : zipEntries(path(name))) {
            const std::size_t begin = entry.header + 30 + half(entry.header + 26) + half(entry.header + 28);
            const std::string packed = bytes.substr(begin, entry.packedSize);
            members.emplace_back(entry.name, entry.deflated ? inflated(packed, entry.size) : packed);
        }
        return members;
    }
    static std::string inflated(const std::string &packed, std::size_t size)
    {
        std::string out(size, '\0');
        z_stream stream{};
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
        stream.avail_in = uInt(packed.size());
        stream.next_out = reinterpret_cast<Bytef *>(out.data());
        stream.avail_out = uInt(out.size());
        EXPECT_EQ(inflateInit2(&stream, -MAX_WBITS), Z_OK);
        EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
        inflateEnd(&stream);
        return out;
    }
    std::string lenet() const
    {
        saveUntrained("lenet1", grey, 10, 1, path("good.pt"));
        return bytesOf(path("good.pt"));
    }
    void load(const std::string &name, const ModelSpec &spec = specOf(grey)) const
    {
        loadTorchScript(path(name), spec);
    }
};

TEST_F(LoadErrorTest, MissingFile)
{
    EXPECT_ERROR(NotFound, "there is no model file", load("none.pt"));
}

TEST_F(LoadErrorTest, EmptyFile)
{
    write("empty.pt", "");
    EXPECT_ERROR(BadModel, "is empty", load("empty.pt"));
}

TEST_F(LoadErrorTest, Folder)
{
    std::filesystem::create_directory(path("folder.pt"));
    EXPECT_ERROR(BadModel, "is no file", load("folder.pt"));
}

TEST_F(LoadErrorTest, ForeignFormats)
{
    write("text.pt", "this is a text, not a model\n");
    EXPECT_ERROR(BadModel, "is no TorchScript file", load("text.pt"));
    write("image.pt", "\x89PNG\r\n\x1a\n 13 IHDR");
    EXPECT_ERROR(BadModel, "is no TorchScript file", load("image.pt"));
    write("short.pt", "P");
    EXPECT_ERROR(BadModel, "is no TorchScript file", load("short.pt"));
}

TEST_F(LoadErrorTest, ZipWithoutModel)
{
    write("other.pt", zipOf({{"other/version", "3\n"}, {"other/readme.txt", "hello"}}));
    EXPECT_ERROR(BadModel, "no TorchScript model", load("other.pt"));
    write("plain.pt", zipOf({{"readme.txt", "hello"}}));
    EXPECT_ERROR(BadModel, "plain.pt", load("plain.pt"));
}

TEST_F(LoadErrorTest, WeightsWithoutModel)
{
    write("weights.pt", zipOf({{"archive/data.pkl", "\x80\x02}q\x01."}, {"archive/version", "3\n"}}));
    EXPECT_ERROR(BadModel, "weights", load("weights.pt"));
    write("old.pt", "\x80\x02\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19.");
    EXPECT_ERROR(BadModel, "weights", load("old.pt"));
}

TEST_F(LoadErrorTest, TruncatedAnywhere)
{
    const std::string bytes = lenet();
    for (const std::size_t kept : {std::size_t(4), std::size_t(100), bytes.size() / 2, bytes.size() - 30}) {
        write("cut.pt", bytes.substr(0, kept));
        EXPECT_ERROR(BadModel, "is damaged or truncated", load("cut.pt"));
    }
}

TEST_F(LoadErrorTest, DamagedInside)
{
    std::string bytes = lenet();
    const auto code = bytes.find("data.pkl");
    ASSERT_NE(code, std::string::npos);
    for (std::size_t i = 0; i < 400; ++i)
        bytes[code + 80 + i] = char(bytes[code + 80 + i] ^ 0x5a);
    write("damaged.pt", bytes);
    EXPECT_ERROR(BadModel, "damaged.pt", load("damaged.pt"));
}

TEST_F(LoadErrorTest, DamagedWeights)
{
    std::string bytes = lenet();
    for (const ZipEntry &entry : zipEntries(path("good.pt")))
        if (entry.name.find("/data/") != std::string::npos)
            bytes[entry.header + 200] = char(bytes[entry.header + 200] ^ 1); // one bit of the numbers
    write("damaged.pt", bytes);
    EXPECT_ERROR(BadModel, "does not match its checksum", load("damaged.pt"));
}

TEST_F(LoadErrorTest, WrittenAnewByAnotherZipProgram)
{
    lenet();
    const Members members = membersOf("good.pt");
    EXPECT_GT(members.size(), 5U);
    write("again.pt", zipOf(members));
    load("again.pt");
    for (const ZipEntry &entry : zipEntries(path("good.pt")))
        EXPECT_TRUE(isIntact(path("good.pt"), entry)) << entry.name;
}

TEST_F(LoadErrorTest, WeightsShorterThanDescribed)
{
    lenet();
    Members members = membersOf("good.pt");
    for (auto &[name, content] : members)
        if (name.find("/data/") != std::string::npos)
            content.resize(content.size() / 2);
    write("short.pt", zipOf(members));
    EXPECT_ERROR(BadModel, "shorter than described", load("short.pt"));
}

TEST_F(LoadErrorTest, ZipBomb)
{
    lenet();
    Members members = membersOf("good.pt");
    std::string bytes = zipOf(members);
    for (std::size_t at = bytes.find("PK\x01\x02"); at != std::string::npos;
         at = bytes.find("PK\x01\x02", at + 1))
        bytes[at + 27] = 0x10; // each part: 256 MiB more than there is
    write("bomb.pt", bytes);
    EXPECT_ERROR(BadModel, "but unpacks to", load("bomb.pt"));
}

TEST_F(LoadErrorTest, NewerArchive)
{
    write("newer.pt",
          zipOf({{"newer/data.pkl", "\x80\x02}."},
                 {"newer/constants.pkl", "\x80\x02)."},
                 {"newer/version", "99\n"}}));
    EXPECT_ERROR(BadModel, "was written by a newer PyTorch (archive version 99", load("newer.pt"));
}

TEST_F(LoadErrorTest, OtherInputShape)
{
    lenet();
    EXPECT_ERROR(BadModel, "does not take images of 32x32x1", load("good.pt", specOf({32, 32, 1})));
    EXPECT_ERROR(BadModel, "does not take images of 28x28x3", load("good.pt", specOf({28, 28, 3})));
    EXPECT_ERROR(BadModel, "does not take images of 1x1x1", load("good.pt", specOf({1, 1, 1})));
}

TEST_F(LoadErrorTest, ContradictingDescription)
{
    lenet();
    ModelSpec spec = specOf(grey);
    spec.classes = 12;
    EXPECT_ERROR(BadModel, "has 10 outputs, but its description says 12", load("good.pt", spec));
    const auto broken = [&](auto change) {
        ModelSpec changed = specOf(grey);
        change(changed);
        return errorOf([&] { load("good.pt", changed); });
    };
    EXPECT_TRUE(broken([](ModelSpec &s) { s.scale = 0; }));
    EXPECT_TRUE(broken([](ModelSpec &s) { s.mean = {0.1f, 0.2f}; }));
    EXPECT_TRUE(broken([](ModelSpec &s) { s.std = {0.0f}; }));
    EXPECT_TRUE(broken([](ModelSpec &s) { s.channelOrder = "gbr"; }));
    EXPECT_TRUE(broken([](ModelSpec &s) { s.input = {0, 28, 1}; }));
    EXPECT_TRUE(broken([](ModelSpec &s) { s.input = {100000, 100000, 3}; }));
    EXPECT_FALSE(broken([](ModelSpec &s) { s.mean = {0.5f}, s.std = {0.5f}; }));
}

TEST_F(LoadErrorTest, BatchOfAnotherShape)
{
    const auto model = untrained("lenet1", specOf(grey));
    EXPECT_ERROR(BadModel, "images of 32x32x3 do not fit the model, which takes 28x28x1",
                 model->predict(noiseImages({32, 32, 3}, 2)));
    EXPECT_ERROR(BadModel, "do not fit", model->trace(noiseImages({28, 28, 3}, 2), {0}));
    EXPECT_ERROR(Usage, "no layer number 99", model->trace(noiseImages(grey, 2), {99}));
}

} // namespace

} // namespace mutascope::modeltest
