// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>

namespace mutascope {

// Throws Error{Usage} where it is neither "train" nor "test".
void checkSplit(const std::string &split);

// Where the data names no split: whether the item belongs to the test split. Depends on its name alone, so
// that it stays where it is when others come or go, on every machine.
bool isTestItem(const std::string &name, double testFraction);

// Throws Error{BadData}: nothing fell into the split.
[[noreturn]] void throwEmptySplit(const std::string &source, const std::string &split, std::size_t images,
                                  double testFraction);

// "train", "test" or "val" of a word people write for it ("Training"), else "". Validation images serve as
// the test split where there are no others.
std::string splitOfWord(const std::string &word);

} // namespace mutascope
