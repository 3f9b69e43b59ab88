// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/program.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

namespace mutascope {

namespace fs = std::filesystem;

namespace {

// Which files and signals the new program begins with.
class SpawnSettings {
public:
    explicit SpawnSettings(const ProgramStart &start)
    {
        posix_spawn_file_actions_init(&m_files);
        give(start.input, STDIN_FILENO, O_RDONLY);
        give(start.output, STDOUT_FILENO, O_WRONLY);
        give(start.errors, STDERR_FILENO, O_WRONLY);
        posix_spawn_file_actions_addclosefrom_np(&m_files, STDERR_FILENO + 1);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_files);
    }
    SpawnSettings(const SpawnSettings &) = delete;
    SpawnSettings &operator=(const SpawnSettings &) = delete;
    const posix_spawn_file_actions_t *files() const { return &m_files; }
    const posix_spawnattr_t *attributes() const { return &m_attributes; }

private:
    void give(int file, int as, int mode)
    {
        if (file < 0)
            posix_spawn_file_actions_addopen(&m_files, as, "/dev/null", mode, 0);
        else
            posix_spawn_file_actions_adddup2(&m_files, file, as);
    }

    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_attributes{};
};

} // namespace

fs::path ownProgram(const char *variable, const char *name)
{
    if (const char *given = std::getenv(variable); given && *given)
        return given;
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path() / name;
}

int startProgram(ProgramStart start, pid_t &child)
{
    const SpawnSettings settings(start);
    std::vector<char *> arguments;
    for (std::string &argument : start.command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    const auto spawn = start.searched ? posix_spawnp : posix_spawn;
    return spawn(&child, arguments[0], settings.files(), settings.attributes(), arguments.data(), environ);
}

} // namespace mutascope
