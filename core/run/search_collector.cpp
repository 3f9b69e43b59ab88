// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/search_collector.h"
#include "core/base/error.h"
#include <utility>

namespace mutascope {

namespace {

[[noreturn]] void throwFault(const std::string &fault)
{
    throw Error(ErrorCode::Internal, "the generator reported a search that cannot be: " + fault);
}

} // namespace

void SearchCollector::continueFrom(const SearchChunk &chunk)
{
    if (const std::string fault = m_ledger.add(chunk); !fault.empty())
        throwFault(fault);
}

void SearchCollector::describe(const SearchDescription &description)
{
    m_described = true;
    m_newDescription = description;
}

void SearchCollector::add(SearchChunk &&chunk)
{
    if (!m_described)
        throwFault("it was not described");
    if (const std::string fault = m_ledger.add(chunk); !fault.empty())
        throwFault(fault);
    if (m_new.empty())
        m_new = std::move(chunk);
    else
        m_new.append(chunk);
}

std::optional<SearchEvent> SearchCollector::take()
{
    if (m_new.empty() && !m_newDescription)
        return std::nullopt;
    return SearchEvent{std::make_shared<const SearchChunk>(std::exchange(m_new, {})),
                       std::exchange(m_newDescription, std::nullopt)};
}

} // namespace mutascope
