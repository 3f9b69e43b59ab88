// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import.h"
#include "core/base/error.h"
#include "core/data/class_name_check.h"
#include "core/run/model_import_findings.h"
#include "core/run/model_import_input.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

class Import {
public:
    Import(const ImportRequest &request, const RunControl &control, ImportProgress onProgress)
        : m_request(request), m_control(control), m_onProgress(std::move(onProgress))
    {
    }
    ImportProposal run();

private:
    void report(const std::string &phase, double fraction = -1) const
    {
        if (m_control.stopRequested())
            throw Error(ErrorCode::Usage, "the import was stopped");
        if (m_onProgress)
            m_onProgress(phase, fraction);
    }
    void openNative();
    void tryModel();
    void openFitting();
    void tryTraining();
    SearchResult search() const;
    Measurement confirmed(Model &model) const;
    ImportProposal proposal(const Model &model, const SearchResult &found, const Measurement &measured) const;

    const ImportRequest &m_request;
    const RunControl &m_control;
    const ImportProgress m_onProgress;
    DatasetSpec m_native; // of the data as it is
    ModelSpec m_spec;
    ProbeReport m_probe;
    DataSource m_source;
    std::unique_ptr<Dataset> m_data;
    TrainingProblem m_trainProblem;
};

void Import::openNative()
{
    report("reading the data");
    if (const std::string problem = classNameProblem(m_request.classNames); !problem.empty())
        throw Error(ErrorCode::BadData, "class names: " + problem,
                    "Give each class a name of its own, counted from 0");
    const DataSource source{m_request.format,
                            fs::absolute(m_request.data).lexically_normal(),
                            {},
                            m_request.classNames,
                            m_request.dataOptions};
    m_native = openDataset(source, "test")->spec();
}

void Import::tryModel()
{
    report("trying the model");
    m_spec = importSpec(m_request);
    m_probe = findInput(m_request, m_native, m_spec);
}

// In the model's shape. Classes that no image shows have no names yet: a model may know more.
void Import::openFitting()
{
    report("reading the data");
    m_source = sourceFor(m_request, m_native, m_spec.input);
    if (m_request.classNames.empty() && m_native.classes < m_probe.classes) {
        m_source.classNames = m_native.classNames;
        for (int label = m_native.classes; label < m_probe.classes; ++label)
            m_source.classNames.push_back(std::to_string(label));
    }
    m_data = openDataset(m_source, "test");
}

// Its files are opened and the first and the last image read.
void Import::tryTraining()
{
    report("reading the training data");
    try {
        const std::unique_ptr<Dataset> train = openDataset(m_source, "train");
        for (const std::size_t index : {std::size_t{0}, train->size() - 1})
            if (train->size() > 0)
                train->sample(index);
    } catch (const Error &error) {
        m_trainProblem = {error.what(), error.code() == ErrorCode::NotFound};
    }
}

SearchResult Import::search() const
{
    const std::string phase = "finding the pixel range";
    report(phase, 0);
    return searchPixelRule({m_request, m_spec, *m_data, m_native.classes, m_control,
                            [&](double fraction) { report(phase, fraction); }});
}

Measurement Import::confirmed(Model &model) const
{
    const std::string phase = "measuring accuracy";
    report(phase, 0);
    std::vector<std::size_t> images;
    if (m_request.images > 0 && m_request.images < m_data->size()) {
        std::vector<int> labels;
        for (std::size_t i = 0; i < m_data->size(); ++i)
            labels.push_back(m_data->label(i));
        images = balancedSample(labels, m_request.images);
    }
    return measure(model, *m_data, images, m_control, [&](double fraction) { report(phase, fraction); });
}

ImportProposal Import::proposal(const Model &model, const SearchResult &found,
                                const Measurement &measured) const
{
    ImportProposal out;
    out.model = model.spec();
    out.data = m_source;
    out.classNames = m_data->spec().classNames;
    out.accuracy = measured.accuracy();
    out.images = measured.count();
    out.findings = findingsOf({m_request, model, m_probe.declared, m_native, *m_data, m_native.classes,
                               measured, found, m_trainProblem});
    for (const Trial &trial : found.all)
        out.tried.push_back({shownRule(trial.rule, m_spec.input.channels), trial.measurement.accuracy(),
                             trial.measurement.count()});
    return out;
}

ImportProposal Import::run()
{
    openNative();
    tryModel();
    openFitting();
    tryTraining();
    const SearchResult found = search();
    const std::unique_ptr<Model> model = loadProbedFile(m_spec.file, specWith(m_spec, found.chosen.rule));
    return proposal(*model, found, confirmed(*model));
}

} // namespace

ImportProposal proposeImport(const ImportRequest &request, const RunControl &control,
                             const ImportProgress &onProgress)
{
    return Import(request, control, onProgress).run();
}

Project projectOf(const ImportProposal &proposal, const fs::path &folder)
{
    Project project;
    project.folder = fs::absolute(folder).lexically_normal();
    if (!project.folder.has_filename()) // "dir/"
        project.folder = project.folder.parent_path();
    project.name = project.folder.filename().string();
    project.model = proposal.model;
    project.model.sha256.clear(); // a project's model may be trained anew
    project.dataFormat = proposal.data.format;
    project.dataPath = proposal.data.path;
    project.dataOptions = proposal.data.options;
    project.classNames = proposal.classNames;
    return project;
}

} // namespace mutascope
