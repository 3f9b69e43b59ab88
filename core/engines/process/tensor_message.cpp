// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/tensor_message.h"
#include "core/base/error.h"
#include <cstring>

namespace mutascope::engines {

namespace {

using nlohmann::json;

[[noreturn]] void throwBadTensors()
{
    throw Error(ErrorCode::BadData, "the message's tensors do not fit their description");
}

TensorType typeIn(const json &description)
{
    const auto element = elementNamed(description.at("type").get<std::string>());
    if (!element)
        throwBadTensors();
    TensorType type{*element, description.at("shape").get<Shape>()};
    if (!problemOf(type).empty())
        throwBadTensors();
    return type;
}

NamedTensor tensorAt(const json &description, const std::string &bytes, std::size_t &at)
{
    NamedTensor tensor{description.at("name").get<std::string>(), {typeIn(description), {}}};
    const TensorType &type = tensor.data.type;
    const std::size_t size = std::size_t(elementsOf(type.shape)) * bytesOf(type.element);
    if (bytes.size() - at < size)
        throwBadTensors();
    tensor.data.bytes.resize(size);
    std::memcpy(tensor.data.bytes.data(), bytes.data() + at, size);
    at += size;
    return tensor;
}

} // namespace

void putTensors(Message &message, const char *key, const std::vector<NamedTensor> &tensors)
{
    json &list = message.header[key] = json::array();
    for (const NamedTensor &tensor : tensors) {
        list.push_back({{"name", tensor.name},
                        {"type", nameOf(tensor.data.type.element)},
                        {"shape", tensor.data.type.shape}});
        message.bytes.append(reinterpret_cast<const char *>(tensor.data.bytes.data()),
                             tensor.data.bytes.size());
    }
}

std::vector<NamedTensor> tensorsIn(const Message &message, const char *key)
{
    try {
        std::vector<NamedTensor> tensors;
        std::size_t at = 0;
        for (const json &description : message.header.at(key))
            tensors.push_back(tensorAt(description, message.bytes, at));
        if (at != message.bytes.size())
            throwBadTensors();
        return tensors;
    } catch (const json::exception &) {
        throwBadTensors();
    }
}

} // namespace mutascope::engines
