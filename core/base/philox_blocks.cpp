// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/philox_blocks.h"
#include "core/base/philox.h"
#include <algorithm>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mutascope {

namespace {

void oneByOne(std::uint64_t key, std::uint64_t first, std::uint64_t stream, std::size_t blocks,
              std::uint32_t *words)
{
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto block = philox(key, first + i, stream);
        std::copy_n(block.begin(), 4, words + 4 * i);
    }
}

#if defined(__x86_64__)

constexpr std::size_t atOnce = 8;

// Salmon et al., section 3.3: multipliers of the words, and what the keys grow by from round to round.
constexpr std::uint32_t multiplier[] = {0xD2511F53, 0xCD9E8D57};
constexpr std::uint32_t growth[] = {0x9E3779B9, 0xBB67AE85};
constexpr int rounds = 10;

// Four blocks; each word in the lower half of 64 bits, where a product finds it.
struct Four {
    __m256i a, b, c, d;
};

__attribute__((target("avx2"))) Four counters(std::uint64_t first, std::uint64_t stream)
{
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    const auto at = [&](std::uint64_t i) { return static_cast<long long>(first + i); };
    const __m256i count = _mm256_set_epi64x(at(3), at(2), at(1), at(0));
    return {_mm256_and_si256(count, low), _mm256_srli_epi64(count, 32), _mm256_set1_epi64x(philoxLow(stream)),
            _mm256_set1_epi64x(philoxHigh(stream))};
}

__attribute__((target("avx2"))) void round(Four &x, __m256i key0, __m256i key1)
{
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    const __m256i p = _mm256_mul_epu32(x.a, _mm256_set1_epi64x(multiplier[0]));
    const __m256i q = _mm256_mul_epu32(x.c, _mm256_set1_epi64x(multiplier[1]));
    x.a = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(q, 32), x.b), key0);
    x.c = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p, 32), x.d), key1);
    x.b = _mm256_and_si256(q, low);
    x.d = _mm256_and_si256(p, low);
}

__attribute__((target("avx2"))) void store(const Four &x, std::uint32_t *words)
{
    const __m256i ab = _mm256_or_si256(x.a, _mm256_slli_epi64(x.b, 32));
    const __m256i cd = _mm256_or_si256(x.c, _mm256_slli_epi64(x.d, 32));
    const __m256i even = _mm256_unpacklo_epi64(ab, cd), odd = _mm256_unpackhi_epi64(ab, cd);
    auto *to = reinterpret_cast<__m256i *>(words);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
}

__attribute__((target("avx2"))) void eight(std::uint64_t key, std::uint64_t first, std::uint64_t stream,
                                           std::uint32_t *words)
{
    Four x = counters(first, stream), y = counters(first + 4, stream);
    std::uint32_t key0 = philoxLow(key), key1 = philoxHigh(key);
    for (int n = 0; n < rounds; ++n, key0 += growth[0], key1 += growth[1]) {
        const __m256i keys0 = _mm256_set1_epi64x(key0), keys1 = _mm256_set1_epi64x(key1);
        round(x, keys0, keys1);
        round(y, keys0, keys1);
    }
    store(x, words);
    store(y, words + 16);
}

#endif

} // namespace

void philoxBlocks(std::uint64_t key, std::uint64_t first, std::uint64_t stream, std::size_t blocks,
                  std::uint32_t *words)
{
    std::size_t done = 0;
#if defined(__x86_64__)
    static const bool avx2 = __builtin_cpu_supports("avx2");
    for (; avx2 && done + atOnce <= blocks; done += atOnce)
        eight(key, first + done, stream, words + 4 * done);
#endif
    oneByOne(key, first + done, stream, blocks - done, words + 4 * done);
}

} // namespace mutascope
