// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/serve_anew.h"
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutascope::engines {
namespace {

// serveAnew() in a process of its own, with both ends of its pipes.
class ServeAnew : public testing::Test {
protected:
    void start(const Handler &handler, Lives lives = Lives::OneModel)
    {
        ASSERT_EQ(::pipe(m_in), 0);
        ASSERT_EQ(::pipe(m_out), 0);
        m_child = ::fork();
        ASSERT_GE(m_child, 0);
        if (m_child == 0) {
            ::close(m_in[1]);
            ::close(m_out[0]);
            serveAnew(handler, {m_in[0], m_out[1]}, lives);
        }
        ::close(m_in[0]);
        ::close(m_out[1]);
    }
    std::optional<Message> ask(const char *command, const std::string &bytes = {})
    {
        writeMessage(m_in[1], {{{"command", command}}, bytes});
        return readMessage(m_out[0]);
    }
    int end()
    {
        ::close(m_in[1]);
        const int status = waitForEnd();
        ::close(m_out[0]);
        return status;
    }
    int waitForEnd() const
    {
        int status = 0;
        EXPECT_EQ(::waitpid(m_child, &status, 0), m_child);
        return status;
    }

private:
    int m_in[2] = {-1, -1};
    int m_out[2] = {-1, -1};
    pid_t m_child = -1;
};

TEST_F(ServeAnew, EachModelFindsTheProcessAsTheFirstDid)
{
    int models = 0;
    std::string last;
    start([&](const Message &message) {
        models += message.header.at("command") == "prepare";
        last += message.bytes;
        return Message{{{"status", "ok"}, {"models", models}}, last};
    });
    EXPECT_EQ(ask("hello")->header.at("models"), 0);
    for (const std::string &model : {std::string(300'000, 'a'), std::string("b"), std::string("c")}) {
        const auto prepared = ask("prepare", model);
        EXPECT_EQ(prepared->header.at("models"), 1);
        EXPECT_EQ(prepared->bytes, model); // nothing of the ones before
        EXPECT_EQ(ask("run", "x")->bytes, model + "x");
        EXPECT_EQ(ask("run", "y")->bytes, model + "xy"); // its own process goes on
    }
    const int status = end();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(ServeAnew, WhatIsThrownIsAnAnswer)
{
    start([](const Message &) -> Message { throw std::runtime_error("no such operator"); });
    const auto answer = ask("prepare");
    EXPECT_EQ(answer->header.at("status"), "exception");
    EXPECT_EQ(answer->header.at("message"), "no such operator");
    EXPECT_EQ(end(), 0);
}

Message crashAtRun(const Message &message)
{
    if (message.header.at("command") == "run")
        std::raise(SIGSEGV);
    return Message{{{"status", "ok"}}, {}};
}

TEST_F(ServeAnew, ACrashIsAnAnswerAndItGoesOn)
{
    for (const Lives lives : {Lives::OneModel, Lives::UntilItEnds}) {
        start(crashAtRun, lives);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(ask("prepare")->header.at("status"), "ok");
            const auto crashed = ask("run");
            EXPECT_EQ(crashed->header.at("status"), "crash");
            EXPECT_EQ(crashed->header.at("signal"), SIGSEGV);
        }
        EXPECT_EQ(end(), 0);
    }
}

TEST_F(ServeAnew, OneChildServesManyModelsWhereItMay)
{
    int models = 0;
    start(
        [&](const Message &message) {
            models += message.header.at("command") == "prepare";
            return Message{{{"status", "ok"}, {"models", models}}, {}};
        },
        Lives::UntilItEnds);
    for (int i = 1; i <= 3; ++i)
        EXPECT_EQ(ask("prepare")->header.at("models"), i);
    EXPECT_EQ(end(), 0);
}

// What a model did to the heap is not the fault of the next one.
TEST_F(ServeAnew, ADamagedHeapDoesNotTouchTheNextModel)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "it would be noticed before it does any harm";
#endif
    start([](const Message &message) {
        if (message.bytes == "bad") {
            volatile std::uintptr_t at = reinterpret_cast<std::uintptr_t>(std::malloc(24)) - 16;
            for (int i = 0; i < 8192; ++i) // sizes of chunks, and the top of the heap
                *reinterpret_cast<volatile char *>(at + std::uintptr_t(i)) = 0x41;
        }
        return Message{{{"status", "ok"}, {"model", message.bytes}}, {}};
    });
    const auto bad = ask("prepare", "bad");
    EXPECT_TRUE(bad->header.at("status") == "ok" || bad->header.at("status") == "crash");
    for (const std::string &model : {std::string("good"), std::string(300'000, 'g')})
        EXPECT_EQ(ask("prepare", model)->header.at("model"), model);
    EXPECT_EQ(end(), 0);
}

// There is nobody to tell that to: what is asked next must not get it for an answer.
TEST_F(ServeAnew, ACrashBetweenTwoMessagesEndsItByTheSameSignal)
{
    start(
        [](const Message &) {
            ::alarm(1);
            return Message{{{"status", "ok"}}, {}};
        },
        Lives::OneModel);
    EXPECT_TRUE(ask("prepare"));
    const int status = waitForEnd();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) << status;
}

} // namespace
} // namespace mutascope::engines
