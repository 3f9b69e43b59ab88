// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/search_collector.h"
#include "core/base/error.h"
#include <utility>

namespace mutascope {

namespace {

template <typename Value> void extendList(std::vector<Value> &into, const std::vector<Value> &more)
{
    into.insert(into.end(), more.begin(), more.end());
}

[[noreturn]] void throwFault(const std::string &fault)
{
    throw Error(ErrorCode::Internal, "the generator reported a search that cannot be: " + fault);
}

} // namespace

void extend(SearchChunk &into, const SearchChunk &more)
{
    extendList(into.trees, more.trees);
    if (into.nodes.size() < more.nodes.size())
        into.nodes.resize(more.nodes.size());
    for (std::size_t tree = 0; tree < more.nodes.size(); ++tree)
        extendList(into.nodes[tree], more.nodes[tree]);
    extendList(into.iterations, more.iterations);
    extendList(into.moves, more.moves);
    extendList(into.priors, more.priors);
}

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
        extend(m_new, chunk);
}

std::optional<SearchEvent> SearchCollector::take()
{
    if (m_new.empty() && !m_newDescription)
        return std::nullopt;
    return SearchEvent{std::make_shared<const SearchChunk>(std::exchange(m_new, {})),
                       std::exchange(m_newDescription, std::nullopt)};
}

} // namespace mutascope
