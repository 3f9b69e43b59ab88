// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/oracle/reference.h"
#include <cstring>

namespace mutascope::engines {

namespace {

using nlohmann::json;

[[noreturn]] void throwBad()
{
    throw Error(ErrorCode::BadData, "the reference's answer cannot be read");
}

std::vector<double> numbersAt(const std::string &bytes, std::size_t &at, std::size_t count)
{
    std::vector<double> numbers(count);
    if (bytes.size() - at < count * sizeof(double))
        throwBad();
    std::memcpy(numbers.data(), bytes.data() + at, count * sizeof(double));
    at += count * sizeof(double);
    return numbers;
}

} // namespace

Message referenceMessage(const OperatorGraph &graph, const ReferenceRequest &request)
{
    return {{{"command", "reference"},
             {"graph", graph.toJson()},
             {"opset", request.opset},
             {"samples", request.samples},
             {"seed", request.seed},
             {"all", request.allValues}},
            {}};
}

std::vector<ReferenceValue> referenceIn(const Message &answer)
{
    try {
        std::vector<ReferenceValue> values;
        std::size_t at = 0;
        for (const json &one : answer.header.at("values")) {
            ReferenceValue value;
            value.value = {one.at("node").get<int>(), one.at("output").get<int>()};
            const auto type = tensorTypeFrom(one.at("type").get<std::string>());
            if (!type)
                throwBad();
            value.type = *type;
            value.undefined = one.at("undefined").get<bool>();
            const std::size_t count = std::size_t(elementsOf(value.type.shape));
            value.numbers = numbersAt(answer.bytes, at, count);
            value.spread = numbersAt(answer.bytes, at, count);
            values.push_back(std::move(value));
        }
        return values;
    } catch (const json::exception &) {
        throwBad();
    }
}

} // namespace mutascope::engines
