// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/tensor_memory.h"
#include <bit>
#include <c10/core/CPUAllocator.h>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace mutascope {

namespace {

constexpr std::size_t headerSize = 64; // keeps the data aligned for vector instructions
constexpr std::size_t smallest = std::size_t{64} << 10; // malloc keeps smaller blocks by itself
constexpr std::size_t mostKept = std::size_t{1} << 30;
constexpr std::size_t hugePage = std::size_t{2} << 20;

// Rounded up by at most an eighth, so that batches of nearly the same size share blocks.
std::size_t blockSizeFor(std::size_t bytes)
{
    const std::size_t whole = bytes + headerSize;
    if (whole < smallest)
        return whole;
    const std::size_t step = std::bit_floor(whole) / 8;
    return (whole + step - 1) / step * step;
}

// Large blocks ask for huge pages: with small ones a convolutional network spends a good part of its time on
// looking up addresses, and on getting the pages.
void *newBlock(std::size_t size)
{
    void *block = nullptr;
    const bool large = size >= hugePage;
    if (posix_memalign(&block, large ? hugePage : headerSize, size) != 0)
        throw std::bad_alloc();
    if (large)
        static_cast<void>(::madvise(block, size / hugePage * hugePage, MADV_HUGEPAGE));
    return block;
}

// Blocks that tensors gave back, by size; the last one back is the first to go, since the cache still holds
// it.
class KeptBlocks {
public:
    void *take(std::size_t size)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_blocks.find(size);
        if (found == m_blocks.end())
            return nullptr;
        void *block = found->second;
        m_blocks.erase(found);
        m_bytes -= size;
        return block;
    }

    void give(void *block, std::size_t size)
    {
        const std::lock_guard lock(m_mutex);
        if (m_bytes + size > mostKept)
            clear();
        m_blocks.emplace_hint(m_blocks.lower_bound(size), size, block);
        m_bytes += size;
    }

private:
    void clear()
    {
        for (const auto &[size, block] : m_blocks)
            std::free(block);
        m_blocks.clear();
        m_bytes = 0;
    }

    std::mutex m_mutex;
    std::multimap<std::size_t, void *> m_blocks;
    std::size_t m_bytes = 0;
};

// Never destroyed: tensors of static objects are freed after everything else.
KeptBlocks &keptBlocks()
{
    static auto *blocks = new KeptBlocks;
    return *blocks;
}

// In front of the data stands the block's size.
void release(void *data)
{
    if (!data)
        return;
    void *block = static_cast<char *>(data) - headerSize;
    const std::size_t size = *static_cast<std::size_t *>(block);
    if (size < smallest || size > mostKept)
        std::free(block);
    else
        keptBlocks().give(block, size);
}

class KeepingAllocator : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) const override
    {
        void *data = bytes == 0 ? nullptr : dataOf(blockSizeFor(bytes));
        return {data, data, &release, c10::Device(c10::kCPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }

private:
    static void *dataOf(std::size_t size)
    {
        void *block = size < smallest ? nullptr : keptBlocks().take(size);
        if (!block)
            block = newBlock(size);
        *static_cast<std::size_t *>(block) = size;
        return static_cast<char *>(block) + headerSize;
    }
};

} // namespace

void keepTensorMemory()
{
    static std::once_flag once;
    std::call_once(once, [] { c10::SetCPUAllocator(new KeepingAllocator); });
}

} // namespace mutascope
