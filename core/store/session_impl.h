// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/connection.h"
#include "core/store/store_error.h"
#include <SQLiteCpp/Transaction.h>

namespace mutascope {

struct SessionStore::Impl {
    Impl(const std::filesystem::path &file, Mode mode) : connection(file, mode) { }

    template <typename Action> decltype(auto) guard(Action &&action)
    {
        return translated(connection.file(), std::forward<Action>(action));
    }

    Connection connection;
};

// Error{NotFound} with the ones there are as hint.
[[noreturn]] void throwNoRun(Connection &connection, std::int64_t run);
[[noreturn]] void throwNoTest(Connection &connection, std::int64_t run, std::int64_t test);
[[noreturn]] void throwNoSeed(Connection &connection, std::int64_t run, int seed);
void checkRun(Connection &connection, std::int64_t run);

// The row of an image; made where its pixels are new.
std::int64_t imageRow(Connection &connection, const Image &image);

// The action in one transaction: all of it or, where it throws, nothing.
template <typename Action> void inTransaction(Connection &connection, Action action)
{
    connection.checkStillThere();
    SQLite::Transaction transaction(connection.database(), SQLite::TransactionBehavior::IMMEDIATE);
    action();
    transaction.commit();
}

// Parts of the transaction of a checkpoint.
void writeTraining(Connection &connection, std::int64_t run, const Checkpoint &checkpoint);
void writePaths(Connection &connection, std::int64_t run, const Checkpoint &checkpoint);
void writeSearch(Connection &connection, std::int64_t run, const Checkpoint &checkpoint);
void writeEngines(Connection &connection, std::int64_t run, const Checkpoint &checkpoint);

const char *stateName(RunState state);

} // namespace mutascope
