// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/oracle/oracle.h"
#include "core/run/exporter_manifest.h"
#include "core/run/run.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t batchSize = 256;

std::vector<std::string> namesOf(const Project &project, int classes)
{
    std::vector<std::string> names = project.classNames;
    for (int i = int(names.size()); i < classes; ++i)
        names.push_back(std::to_string(i));
    return names;
}

// A folder that was empty or not there at the start. Without keep() it is made so again: half an export looks
// like a whole one, and would stand in the way of the next.
class NewFolder {
public:
    explicit NewFolder(fs::path folder) : m_folder(std::move(folder))
    {
        std::error_code ignored;
        m_made = !fs::exists(m_folder, ignored);
        prepareEmptyFolder(m_folder);
    }
    ~NewFolder()
    {
        if (m_kept)
            return;
        std::error_code ignored;
        for (const char *own : {"manifest.csv", "manifest.jsonl", "seeds", "tests"})
            fs::remove_all(m_folder / own, ignored);
        if (m_made)
            fs::remove(m_folder, ignored);
    }
    NewFolder(const NewFolder &) = delete;
    NewFolder &operator=(const NewFolder &) = delete;
    void keep() { m_kept = true; }

private:
    fs::path m_folder;
    bool m_made = false;
    bool m_kept = false;
};

// One export: the seeds, then the tests batch by batch, each file read back before it enters the manifest.
class Exporter {
public:
    Exporter(const SessionStore &store, std::int64_t run, const fs::path &folder,
             const ExportOptions &options)
        : m_store(store), m_run(run), m_folder(folder), m_options(options)
    {
        const Project project = projectFromSnapshot(store.run(run).project);
        selectTests();
        m_model = project.loadModel();
        m_classNames = namesOf(project, m_model->spec().classes);
        m_folders = classFolders(m_classNames);
        for (const SeedRecord &seed : store.seeds(run))
            m_seeds[seed.index] = seed;
        for (const TestVerdict &verdict : store.humanVerdicts(run))
            m_human[verdict.test] = verdict;
    }

    ExportResult execute(RunControl &control)
    {
        Manifest manifest(m_folder);
        if (m_options.seeds)
            writeSeeds();
        for (std::size_t begin = 0; begin < m_selected.size() && !control.stopRequested(); begin += batchSize)
            writeBatch(begin, std::min(begin + batchSize, m_selected.size()), manifest);
        manifest.close();
        return m_result;
    }

private:
    void selectTests()
    {
        for (TestRecord &test : m_store.tests(m_run))
            m_all.emplace(test.id, std::move(test));
        const std::set<std::int64_t> wanted(m_options.ids.begin(), m_options.ids.end());
        for (const std::int64_t id : wanted)
            if (!m_all.contains(id))
                throw Error(ErrorCode::NotFound, fmt::format("run {} has no test {}", m_run, id));
        for (const TestRecord &test : m_store.tests(m_run, m_options.filter))
            if (wanted.empty() || wanted.contains(test.id))
                m_selected.push_back(test.id);
    }

    const std::string &classFolder(int label) const { return m_folders.at(std::size_t(label)); }

    std::string seedFile(const SeedRecord &seed) const
    {
        return fmt::format("seeds/{}/seed-{}.png", classFolder(seed.label), seed.datasetIndex);
    }

    std::string testFile(const TestRecord &test) const
    {
        return fmt::format("tests/{}/test-{}_{}-to-{}.png", classFolder(test.label), test.id,
                           classFolder(test.label), classFolder(test.predicted));
    }

    // Writes bytes and returns the image as the disk gives it back.
    Image writeAndReadBack(const std::string &name, const std::vector<std::uint8_t> &bytes) const
    {
        const fs::path file = m_folder / name;
        makeFolder(file.parent_path());
        OutputFile output(file);
        output.write(bytes);
        output.close();
        return decodePng(readWholeFile(file));
    }

    void writeSeeds() const
    {
        std::set<int> used;
        for (const std::int64_t id : m_selected)
            used.insert(m_all.at(id).seed);
        for (const int index : used) {
            const Image image = m_store.seedImage(m_run, index);
            const std::string name = seedFile(m_seeds.at(index));
            if (writeAndReadBack(name, encodePng(image)) != image)
                throw Error(
                    ErrorCode::Io,
                    fmt::format("'{}' reads back otherwise than it was written", (m_folder / name).string()),
                    "The disk may be faulty");
        }
    }

    void writeBatch(std::size_t begin, std::size_t end, Manifest &manifest)
    {
        ImageBatch batch(m_model->spec().input);
        for (std::size_t i = begin; i < end; ++i) {
            const TestRecord &test = m_all.at(m_selected[i]);
            batch.append(writeAndReadBack(testFile(test), m_store.png(m_run, test.id)));
        }
        const Predictions predictions = m_model->predict(batch);
        for (std::size_t i = begin; i < end; ++i)
            manifest.add(judgedRow(m_all.at(m_selected[i]), batch, predictions, i - begin));
    }

    ManifestRow judgedRow(const TestRecord &test, const ImageBatch &batch, const Predictions &predictions,
                          std::size_t row)
    {
        ManifestRow out = describedRow(test);
        out.predictedFromFile = predictions.predicted(row);
        if (test.failing)
            out.verified = MisclassifiedOracle().failing(test.label, predictions, row)
                && sha256(batch.pixels(row)) == test.imageSha256;
        m_result.written += 1;
        m_result.verified += out.verified.value_or(false) ? 1 : 0;
        return out;
    }

    ManifestRow describedRow(const TestRecord &test) const
    {
        const SeedRecord &seed = m_seeds.at(test.seed);
        ManifestRow out;
        out.test = test;
        if (const auto human = m_human.find(test.id); human != m_human.end())
            out.human = human->second;
        out.lineage = lineageOf(test);
        out.datasetIndex = seed.datasetIndex;
        out.file = testFile(test);
        out.seedFile = m_options.seeds ? seedFile(seed) : "";
        out.labelName = m_classNames.at(std::size_t(test.label));
        out.predictedName = m_classNames.at(std::size_t(test.predicted));
        return out;
    }

    // From memory: a query for each of 100,000 tests would take longer than the export.
    std::vector<TestRecord> lineageOf(const TestRecord &test) const
    {
        std::vector<TestRecord> path = {test};
        while (path.back().parent != 0 && path.size() <= m_all.size())
            path.push_back(m_all.at(path.back().parent));
        std::reverse(path.begin(), path.end());
        return path;
    }

    const SessionStore &m_store;
    std::int64_t m_run;
    fs::path m_folder;
    const ExportOptions &m_options;
    std::unique_ptr<Model> m_model;
    std::vector<std::string> m_classNames;
    std::vector<std::string> m_folders;
    std::map<int, SeedRecord> m_seeds;
    std::map<std::int64_t, TestVerdict> m_human;
    std::map<std::int64_t, TestRecord> m_all;
    std::vector<std::int64_t> m_selected;
    ExportResult m_result;
};

} // namespace

ExportResult exportRun(const SessionStore &store, std::int64_t run, const fs::path &folder,
                       const ExportOptions &options, RunControl &control)
{
    try {
        NewFolder target(folder); // before the model is loaded: the quicker to fail
        const ExportResult result = Exporter(store, run, folder, options).execute(control);
        target.keep();
        return result;
    } catch (const std::out_of_range &) {
        throw Error(ErrorCode::BadData,
                    fmt::format("run {} of '{}' is inconsistent: a test names a seed, parent or class that "
                                "is not there",
                                run, store.file().string()));
    }
}

} // namespace mutascope
