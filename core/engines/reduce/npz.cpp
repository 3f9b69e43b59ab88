// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/npz.h"
#include <fmt/format.h>
#include <zlib.h>

namespace mutascope::engines {

namespace {

const char *numpyCode(ElementType element)
{
    switch (element) {
    case ElementType::Float:
        return "<f4";
    case ElementType::Double:
        return "<f8";
    case ElementType::Int8:
        return "|i1";
    case ElementType::UInt8:
        return "|u1";
    case ElementType::Int32:
        return "<i4";
    case ElementType::Int64:
        return "<i8";
    case ElementType::Bool:
        break;
    }
    return "|b1";
}

void append(std::string &bytes, std::uint64_t number, int size)
{
    for (int i = 0; i < size; ++i)
        bytes += char((number >> (8 * i)) & 0xff);
}

// Format 1.0: its header ends at a multiple of 64.
std::string npyOf(const TensorData &data)
{
    std::string shape;
    for (const std::int64_t side : data.type.shape)
        shape += fmt::format("{}, ", side);
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                     numpyCode(data.type.element), shape);
    header.append((64 - (10 + header.size() + 1) % 64) % 64, ' ');
    header += '\n';
    std::string bytes = "\x93NUMPY\x01";
    append(bytes, 0, 1);
    append(bytes, header.size(), 2);
    bytes += header;
    return bytes.append(reinterpret_cast<const char *>(data.bytes.data()), data.bytes.size());
}

constexpr std::uint64_t firstOfJanuary1980 = 0x00210000; // the time of every entry

class ZipWriter {
public:
    void add(const std::string &name, const std::string &content)
    {
        std::string fields;
        append(fields, 20, 2); // version 2.0, no flags, stored
        append(fields, 0, 4);
        append(fields, firstOfJanuary1980, 4);
        append(fields, crc32(0, reinterpret_cast<const Bytef *>(content.data()), uInt(content.size())), 4);
        append(fields, content.size(), 4);
        append(fields, content.size(), 4);
        append(fields, name.size(), 2);
        append(fields, 0, 2);
        m_directory += "PK\x01\x02";
        append(m_directory, 20, 2);
        m_directory += fields;
        append(m_directory, 0, 6);
        append(m_directory, 0, 4);
        append(m_directory, m_bytes.size(), 4);
        m_directory += name;
        m_bytes += "PK\x03\x04" + fields + name + content;
        ++m_entries;
    }

    std::string finish() &&
    {
        std::string end = "PK\x05\x06";
        append(end, 0, 4);
        append(end, m_entries, 2);
        append(end, m_entries, 2);
        append(end, m_directory.size(), 4);
        append(end, m_bytes.size(), 4);
        append(end, 0, 2);
        return m_bytes + m_directory + end;
    }

private:
    std::string m_bytes;
    std::string m_directory;
    std::uint64_t m_entries = 0;
};

} // namespace

std::string npzOf(const std::vector<NamedTensor> &tensors)
{
    ZipWriter zip;
    for (const NamedTensor &tensor : tensors)
        zip.add(tensor.name + ".npy", npyOf(tensor.data));
    return std::move(zip).finish();
}

} // namespace mutascope::engines
