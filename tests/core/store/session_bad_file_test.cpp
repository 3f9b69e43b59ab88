// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Database.h>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

const Mode allModes[] = {Mode::Create, Mode::ReadWrite, Mode::ReadOnly};

class SessionBadFile : public SessionFixture {
protected:
    void makeSession(std::int64_t tests = 10)
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0)});
        store.writeCheckpoint(1, someCheckpoint(1, tests));
    }

    // In every mode: this error, whose text has the word, and the file is as it was.
    void expectRefused(ErrorCode code, const std::string &word)
    {
        const auto before = contentOf(file);
        for (const Mode mode : allModes) {
            const Error error = errorOf([&] { SessionStore(file, mode); });
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
            EXPECT_FALSE(error.hint().empty());
        }
        EXPECT_EQ(contentOf(file), before);
        EXPECT_EQ(folder.names(), std::vector<std::string>{file.filename().string()});
    }

    void change(const std::string &sql)
    {
        SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
    }
};

TEST_F(SessionBadFile, Missing)
{
    for (const Mode mode : {Mode::ReadWrite, Mode::ReadOnly})
        EXPECT_EQ(errorOf([&] { SessionStore(file, mode); }).code(), ErrorCode::NotFound);
    for (const Mode mode : allModes)
        EXPECT_EQ(errorOf([&] { SessionStore(folder / "none/a.mscope", mode); }).code(), ErrorCode::NotFound);
    EXPECT_TRUE(folder.names().empty());
}

TEST_F(SessionBadFile, NameTooLongForItsSideFiles)
{
    for (const std::size_t length : {250U, 300U})
        EXPECT_EQ(errorOf([&] { SessionStore(folder / std::string(length, 'x'), Mode::Create); }).code(),
                  ErrorCode::Usage);
    EXPECT_TRUE(folder.names().empty());
    SessionStore(folder / std::string(243, 'x'), Mode::Create); // 255 with "-new-journal"
}

TEST_F(SessionBadFile, DeletedOrReplacedWhileItIsWritten)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    std::filesystem::remove(file);
    EXPECT_EQ(errorOf([&] { store.writeCheckpoint(1, someCheckpoint(1, 10)); }).code(), ErrorCode::Io);
    writeFile(file, "another file of that name");
    const Error error = errorOf([&] { store.finishRun(1, RunState::Finished, "", Counters(), 0, 0); });
    EXPECT_EQ(error.code(), ErrorCode::Io);
    EXPECT_NE(std::string(error.what()).find("was deleted, moved or replaced"), std::string::npos);
}

TEST_F(SessionBadFile, NegativeFormat)
{
    makeSession();
    change("PRAGMA user_version=-1");
    expectRefused(ErrorCode::BadData, "format is -1");
}

TEST_F(SessionBadFile, TextFile)
{
    writeFile(file, "hello\n");
    expectRefused(ErrorCode::BadData, "no SQLite database");
    writeFile(file, std::string(5000, 'x'));
    expectRefused(ErrorCode::BadData, "no SQLite database");
}

TEST_F(SessionBadFile, Png)
{
    const auto png = encodePng(smallImage(1));
    writeFile(file, std::string(png.begin(), png.end()));
    expectRefused(ErrorCode::BadData, "no SQLite database");
}

TEST_F(SessionBadFile, Empty)
{
    writeFile(file, "");
    expectRefused(ErrorCode::BadData, "empty");
}

TEST_F(SessionBadFile, FolderAndPipe)
{
    std::filesystem::create_directory(folder / "d");
    for (const Mode mode : allModes) {
        EXPECT_EQ(errorOf([&] { SessionStore(folder / "d", mode); }).code(), ErrorCode::BadData);
        EXPECT_EQ(errorOf([&] { SessionStore("/dev/null", mode); }).code(), ErrorCode::BadData);
    }
}

TEST_F(SessionBadFile, AnotherApplicationsDatabase)
{
    change("PRAGMA application_id=7; PRAGMA user_version=1; CREATE TABLE runs (id)");
    expectRefused(ErrorCode::BadData, "another application");
}

TEST_F(SessionBadFile, DatabaseWithoutMark)
{
    change("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    expectRefused(ErrorCode::BadData, "another application");
}

TEST_F(SessionBadFile, NewerVersion)
{
    makeSession();
    change("PRAGMA user_version=999");
    expectRefused(ErrorCode::NewerVersion, "999");
}

TEST_F(SessionBadFile, Truncated)
{
    makeSession(200);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    expectRefused(ErrorCode::BadData, "damaged");
}

TEST_F(SessionBadFile, OverwrittenInTheMiddle)
{
    makeSession(200);
    const auto size = std::filesystem::file_size(file);
    std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(std::streamoff(size / 2));
    out << std::string(size / 4, '\xaa');
    out.close();
    expectRefused(ErrorCode::BadData, "damaged");
    EXPECT_NE(errorOf([&] { SessionStore(file, Mode::ReadOnly); }).hint().find(".recover"),
              std::string::npos);
}

TEST_F(SessionBadFile, MissingTableIsFoundWhenRead)
{
    makeSession();
    change("DROP TABLE log");
    const SessionStore store(file, Mode::ReadOnly);
    const Error error = errorOf([&] { store.log(1); });
    EXPECT_EQ(error.code(), ErrorCode::BadData);
    EXPECT_NE(std::string(error.what()).find("log"), std::string::npos);
}

TEST_F(SessionBadFile, DamagedValuesAreFoundWhenRead)
{
    makeSession();
    change("UPDATE tests SET mutation = '{' WHERE id = 1;"
           "UPDATE tests SET probabilities = x'010203' WHERE id = 2;"
           "UPDATE tests SET label = 1099511627776 WHERE id = 3;"
           "UPDATE tests SET mutation = '[]' WHERE id = 4;"
           "UPDATE images SET png = x'00' WHERE id = (SELECT image_id FROM tests WHERE id = 5);"
           "UPDATE runs SET counters = '7'");
    const SessionStore store(file, Mode::ReadOnly);
    for (std::int64_t id = 1; id <= 4; ++id)
        EXPECT_EQ(errorOf([&] { store.test(1, id); }).code(), ErrorCode::BadData) << id;
    EXPECT_EQ(errorOf([&] { store.image(1, 5); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { store.run(1); }).code(), ErrorCode::BadData);
    EXPECT_EQ(store.test(1, 6).id, 6);
}

// As a user whom permissions bind, which the administrator is not.
int asOrdinaryUser(const std::function<int()> &action)
{
    return exitCodeOf(startChild([&] {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
            return 98;
        return action();
    }));
}

// 0: opened and read; otherwise 10 + the code of the Error.
int outcome(const std::filesystem::path &file, Mode mode)
{
    try {
        return SessionStore(file, mode).testCount(1) == 10 ? 0 : 1;
    } catch (const Error &error) {
        return error.hint().empty() ? 2 : 10 + int(error.code());
    }
}

class SessionPermissions : public SessionBadFile {
protected:
    void permit(const std::filesystem::path &path, int mode)
    {
        std::filesystem::permissions(path, std::filesystem::perms(mode));
    }
    int outcomeOf(Mode mode)
    {
        return asOrdinaryUser([&] { return outcome(file, mode); });
    }
    static constexpr int io = 10 + int(ErrorCode::Io);
};

TEST_F(SessionPermissions, ReadOnlyFolder)
{
    makeSession();
    permit(file, 0444);
    permit(folder.path(), 0555);
    EXPECT_EQ(outcomeOf(Mode::ReadOnly), 0);
    EXPECT_EQ(outcomeOf(Mode::ReadWrite), io);
    EXPECT_EQ(outcomeOf(Mode::Create), io);
    EXPECT_EQ(asOrdinaryUser([&] { return outcome(folder / "new.mscope", Mode::Create); }), io);
}

TEST_F(SessionPermissions, ReadOnlyFile)
{
    makeSession();
    permit(file, 0444);
    permit(folder.path(), 0777);
    EXPECT_EQ(outcomeOf(Mode::ReadOnly), 0);
    EXPECT_EQ(outcomeOf(Mode::ReadWrite), io);
}

TEST_F(SessionPermissions, UnreadableFile)
{
    makeSession();
    permit(file, 0000);
    permit(folder.path(), 0777);
    for (const Mode mode : allModes)
        EXPECT_EQ(outcomeOf(mode), io);
}

TEST_F(SessionPermissions, FolderThatMayNotBeEntered)
{
    makeSession();
    permit(folder.path(), 0000);
    for (const Mode mode : allModes)
        EXPECT_EQ(outcomeOf(mode), io);
}

TEST_F(SessionPermissions, WalModeInAReadOnlyFolder)
{
    makeSession();
    change("PRAGMA journal_mode=WAL");
    const std::filesystem::path odd = folder / "100%?#.mscope"; // characters with a meaning in a URI
    std::filesystem::rename(file, odd);
    permit(odd, 0444);
    permit(folder.path(), 0555);
    EXPECT_EQ(asOrdinaryUser([&] { return outcome(odd, Mode::ReadOnly); }), 0);
}

TEST_F(SessionPermissions, UnfinishedSessionInAReadOnlyFolder)
{
    makeSession();
    const std::filesystem::path copy = folder / "copy";
    std::filesystem::create_directory(copy);
    // What a killed writer leaves, without its -shm.
    ASSERT_EQ(exitCodeOf(startChild([&] {
                  SessionStore store(file, Mode::ReadWrite);
                  store.createRun(someRun(), {});
                  for (const char *suffix : {"", "-wal"})
                      std::filesystem::copy_file(file.string() + suffix,
                                                 (copy / "a.mscope").string() + suffix);
                  return 0;
              })),
              0);
    permit(folder.path(), 0755);
    permit(copy, 0555);
    const int result = asOrdinaryUser([&] { return outcome(copy / "a.mscope", Mode::ReadOnly); });
    permit(copy, 0755);
    EXPECT_EQ(result, io);
    EXPECT_EQ(SessionStore(copy / "a.mscope", Mode::ReadOnly).runs().size(), 2u);
}

} // namespace
} // namespace mutascope
