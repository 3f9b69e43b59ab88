// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/report.h"
#include "core/base/error.h"
#include "core/data/batch.h"
#include "core/run/exporter_files.h"
#include "core/run/report_html.h"
#include "core/run/run.h"
#include "core/store/model_failures.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope {

namespace {

const char *const styleSheet = R"(
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:0}h2{font-size:1.15rem;margin-top:2rem}
.figures{display:flex;flex-wrap:wrap;gap:.8rem;margin:1rem 0}
.figure{border:1px solid #8886;border-radius:8px;padding:.5rem .9rem;min-width:7.5rem}
.figure b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.2rem .6rem;text-align:right}
td:first-child,th:first-child{text-align:left}.plain td{text-align:left}
code{overflow-wrap:anywhere}svg{width:100%;height:auto}svg text{font-size:12px}
svg .grid{stroke:#8884;stroke-width:1}svg>text{fill:currentColor}
.samples{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:1rem}
.sample{border:1px solid #8886;border-radius:8px;padding:.6rem;font-size:.82rem}
.sample img{width:84px;height:84px;image-rendering:pixelated;margin-right:4px;object-fit:contain}
)";

class Report {
public:
    Report(const SessionStore &store, std::int64_t run, const ReportOptions &options)
        : m_store(store), m_run(store.run(run)), m_project(projectFromSnapshot(m_run.project)),
          m_options(options)
    {
        TestFilter failing;
        failing.failing = true;
        m_failing = store.tests(run, failing);
    }

    std::string html()
    {
        std::string page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>";
        page += htmlEscape(title()) + "</title><style>" + styleSheet + "</style></head><body>";
        page += "<h1>" + htmlEscape(title()) + "</h1>" + subtitle();
        page += figures() + curve() + yields() + confusions() + humanVerdicts() + samples() + configuration();
        return page + "</body></html>\n";
    }

private:
    std::string title() const
    {
        return fmt::format("{}: run {} with {}", m_project.name, m_run.id,
                           generatorInfo(m_run.generator).name);
    }

    std::string subtitle() const
    {
        std::string text = fmt::format("started {}", m_run.startedAt);
        if (!m_run.message.empty())
            text += "; " + m_run.message;
        return "<p>" + htmlEscape(text) + "</p>";
    }

    bool ratio() const { return m_run.criterion.empty() || parseCriterion(m_run.criterion).info->ratio; }

    std::string coverageText(double value) const
    {
        return ratio() ? fmt::format("{:.2f} %", 100 * value) : fmt::format("{:g}", value);
    }

    std::string figures() const
    {
        const Counters &counters = m_run.counters;
        const double rate = counters.tests ? 100.0 * double(counters.failing) / double(counters.tests) : 0;
        std::string html = "<div class=\"figures\">";
        const auto add = [&](const std::string &name, const std::string &value) {
            html += "<div class=\"figure\">" + name + "<b>" + value + "</b></div>";
        };
        add("tests", std::to_string(counters.tests));
        add("failing", fmt::format("{} ({:.1f} %)", counters.failing, rate));
        if (const std::int64_t failures = modelFailures(m_store, m_run.id); failures > 0)
            add("model failed on", std::to_string(failures));
        add("verified", std::to_string(counters.verified));
        add("seeds failed", fmt::format("{} of {}", counters.seedsFailed, counters.seeds));
        if (!m_run.criterion.empty())
            add(htmlEscape(m_run.criterion),
                coverageText(m_run.coverageStart) + " &rarr; " + coverageText(m_run.coverageEnd));
        add("model calls", std::to_string(counters.modelCalls));
        add("seconds", fmt::format("{:.1f}", counters.seconds));
        return html + "</div>";
    }

    std::string curve() const
    {
        const std::vector<CoveragePoint> points = m_store.coverage(m_run.id);
        if (points.empty())
            return {};
        return "<h2>Over the run</h2>" + coverageSvg(points, m_run.criterion, ratio());
    }

    std::string yields() const
    {
        std::string html = "<h2>Yields</h2><table><tr><th>mutator</th><th>tried</th><th>accepted</th>"
                           "<th>failing</th><th>kept</th></tr>";
        for (const auto &[name, yield] : m_store.yields(m_run.id))
            html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                                htmlEscape(name), yield.tried, yield.accepted, yield.failing, yield.kept);
        return html + "</table>";
    }

    std::string className(int label) const { return classNameOf(m_project.classNames, label); }

    std::string confusions() const
    {
        std::map<std::pair<int, int>, std::int64_t> counts;
        std::set<int> classes;
        for (const TestRecord &test : m_failing) {
            ++counts[{test.label, test.predicted}];
            classes.insert({test.label, test.predicted});
        }
        if (counts.empty())
            return {};
        std::string html = "<h2>What failing tests were taken for</h2><table><tr><th>seed \\ predicted</th>";
        for (const int predicted : classes)
            html += "<th>" + htmlEscape(className(predicted)) + "</th>";
        for (const int label : classes) {
            html += "</tr><tr><td>" + htmlEscape(className(label)) + "</td>";
            for (const int predicted : classes) {
                const auto found = counts.find({label, predicted});
                html += found == counts.end() ? "<td></td>" : fmt::format("<td>{}</td>", found->second);
            }
        }
        return html + "</tr></table>";
    }

    // Of failing tests; empty where nobody labelled any.
    std::string humanVerdicts() const
    {
        std::map<HumanVerdict, std::int64_t> counts;
        std::set<std::int64_t> failing;
        for (const TestRecord &test : m_failing)
            failing.insert(test.id);
        std::int64_t labelled = 0;
        for (const TestVerdict &test : m_store.humanVerdicts(m_run.id))
            if (failing.contains(test.test)) {
                ++counts[test.verdict];
                ++labelled;
            }
        if (labelled == 0)
            return {};
        std::string html
            = fmt::format("<h2>What people say: {} of {} failing tests labelled</h2><table><tr><th>"
                          "verdict</th><th>tests</th><th>share of the labelled</th></tr>",
                          labelled, m_failing.size());
        for (const auto &[verdict, count] : counts)
            html += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.1f} %</td></tr>", verdictName(verdict),
                                count, 100.0 * double(count) / double(labelled));
        return html + "</table>";
    }

    static const char *verdictName(HumanVerdict verdict)
    {
        switch (verdict) {
        case HumanVerdict::Unlabelled:
            return "not labelled";
        case HumanVerdict::ValidSame:
            return "valid, same class";
        case HumanVerdict::ValidOther:
            return "valid, other class";
        case HumanVerdict::ValidUnclear:
            return "valid, class open";
        case HumanVerdict::Invalid:
            return "invalid";
        case HumanVerdict::Undecided:
            return "undecided";
        }
        return "";
    }

    // Failing tests of every class in turn, each class from its first to its last.
    std::vector<const TestRecord *> chosen() const
    {
        std::map<int, std::vector<const TestRecord *>> byClass;
        for (const TestRecord &test : m_failing)
            byClass[test.label].push_back(&test);
        const int classes = std::max(1, int(byClass.size()));
        const int perClass = std::max(1, m_options.samples / classes);
        std::vector<const TestRecord *> tests;
        for (const auto &[label, list] : byClass) {
            const std::size_t stride = std::max<std::size_t>(1, list.size() / std::size_t(perClass));
            for (std::size_t i = 0, taken = 0; i < list.size() && int(taken) < perClass; i += stride, ++taken)
                if (int(tests.size()) < m_options.samples)
                    tests.push_back(list[i]);
        }
        return tests;
    }

    std::string verdictHtml(const TestRecord &test) const
    {
        if (!hasPrediction(test))
            return "without a prediction: the model fails on it";
        return fmt::format("taken for <b>{}</b> ({:.0f} %)", htmlEscape(className(test.predicted)),
                           100 * test.confidence);
    }

    std::string sample(const TestRecord &test) const
    {
        const std::string seed = pngDataUrl(encodePng(m_store.seedImage(m_run.id, test.seed)));
        std::string steps;
        for (const TestRecord &step : m_store.lineage(m_run.id, test.id))
            steps += (steps.empty() ? "" : ", ") + step.mutation.mutator;
        return fmt::format("<div class=\"sample\"><img src=\"{}\" alt=\"seed\"><img src=\"{}\" "
                           "alt=\"mutant\"><br><b>{}</b> {}<br>test {}: {}<br>"
                           "L0 {}, L2 {:.0f}, L&infin; {}{}</div>",
                           seed, pngDataUrl(m_store.png(m_run.id, test.id)),
                           htmlEscape(className(test.label)), verdictHtml(test), test.id, htmlEscape(steps),
                           test.l0, test.l2, test.linf, test.verified ? ", verified" : "");
    }

    std::string samples() const
    {
        const std::vector<const TestRecord *> tests = chosen();
        if (tests.empty())
            return "<h2>Samples</h2><p>No failing test.</p>";
        std::string html = fmt::format("<h2>Samples: {} of {} failing tests</h2><p>Left the seed, right the "
                                       "mutant; norms on the 0 to 255 scale.</p><div class=\"samples\">",
                                       tests.size(), m_failing.size());
        for (const TestRecord *test : tests)
            html += sample(*test);
        return html + "</div>";
    }

    std::string configuration() const
    {
        std::string html = "<h2>Configuration</h2><table class=\"plain\">";
        const auto add = [&](const std::string &name, const std::string &value) {
            html += "<tr><td>" + name + "</td><td><code>" + htmlEscape(value) + "</code></td></tr>";
        };
        add("generator", m_run.generator);
        add("run id", m_run.uuid);
        add("configuration", m_run.config);
        add("model SHA-256", m_project.model.sha256);
        add("data SHA-256", m_project.dataSha256);
        add("versions", m_run.versions);
        add("again",
            fmt::format("mutascope-cli replay {} --run {}", m_store.file().filename().string(), m_run.id));
        return html + "</table>";
    }

    const SessionStore &m_store;
    RunRecord m_run;
    Project m_project;
    ReportOptions m_options;
    std::vector<TestRecord> m_failing;
};

} // namespace

std::string reportHtml(const SessionStore &store, std::int64_t run, const ReportOptions &options)
{
    return Report(store, run, options).html();
}

void writeReport(const SessionStore &store, std::int64_t run, const std::filesystem::path &file,
                 const ReportOptions &options)
{
    std::error_code ignored;
    if (std::filesystem::equivalent(file, store.file(), ignored))
        throw Error(ErrorCode::Usage, fmt::format("'{}' is the session itself", file.string()),
                    "Name another file for the report");
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
        throw Error(ErrorCode::Io, fmt::format("cannot write '{}': it is no regular file", file.string()),
                    "Name a file on disk");
    replaceFile(file, reportHtml(store, run, options));
}

} // namespace mutascope
