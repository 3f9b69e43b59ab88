// SPDX-License-Identifier: GPL-3.0-or-later
// The report of an assessment as one HTML file.
#include "core/run/campaign/report_content.h"
#include "core/run/report_html.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

const char *const styleSheet = R"(
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem}
table{border-collapse:collapse;font-size:.82rem;font-variant-numeric:tabular-nums}
td,th{border:1px solid #8886;padding:.2rem .5rem;text-align:right;vertical-align:top;white-space:nowrap}
td:first-child,th:first-child{text-align:left}.words td,.words th{text-align:left;white-space:normal}
.scroll{overflow-x:auto}figure{margin:1rem 0;background:#fff;color:#222;padding:.6rem;border-radius:8px}
figure svg{width:100%;height:auto}figcaption,.caption{font-size:.78rem;color:#666}
.boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:.6rem}
.boxes figure{margin:0}.samples{display:flex;flex-wrap:wrap;gap:.7rem;margin:.4rem 0 1rem}
.sample{font-size:.72rem;max-width:150px}.sample img{width:66px;height:66px;image-rendering:pixelated;
object-fit:contain;margin-right:3px}code{overflow-wrap:anywhere;font-size:.75rem}
)";

bool wordy(const ReportTable &table)
{
    return table.head.size() == 3;
}

std::string tableHtml(const ReportTable &table)
{
    std::string html = "<h2>" + htmlEscape(table.title) + "</h2>";
    if (!table.caption.empty())
        html += "<p class=\"caption\">" + htmlEscape(table.caption) + "</p>";
    html += fmt::format("<div class=\"scroll\"><table{}><tr>", wordy(table) ? " class=\"words\"" : "");
    for (const std::string &head : table.head)
        html += "<th>" + htmlEscape(head) + "</th>";
    html += "</tr>";
    for (const auto &row : table.rows) {
        html += "<tr>";
        for (const ReportTable::Cell &cell : row)
            html += fmt::format(fmt::runtime(cell.bold ? "<td><b>{}</b></td>" : "<td>{}</td>"),
                                htmlEscape(cell.text));
        html += "</tr>";
    }
    return html + "</table></div>";
}

std::string figureHtml(const Plot &plot, const std::string &prefix, const std::string &provenance)
{
    return "<figure>" + svgOf(plot.width, plot.height, prefix, plot.title, plot.draw) + "<figcaption>"
        + htmlEscape(plot.caption + " " + provenance) + "</figcaption></figure>";
}

std::string plotsHtml(const ReportContent &content)
{
    std::string html;
    int number = 0;
    for (const Plot &plot : content.plots)
        html += "<h2>" + htmlEscape(plot.title) + "</h2>"
            + figureHtml(plot, fmt::format("f{}-", number++), content.provenance);
    html += "<h2>Each metric</h2><div class=\"boxes\">";
    for (const Plot &plot : content.boxes)
        html += figureHtml(plot, fmt::format("f{}-", number++), content.provenance);
    return html + "</div>";
}

std::string samplesHtml(const std::string &title, const std::vector<ReportSample> &samples)
{
    if (samples.empty())
        return "";
    std::string html = "<p class=\"caption\">" + title + "</p><div class=\"samples\">";
    for (const ReportSample &sample : samples)
        html += fmt::format("<div class=\"sample\"><img src=\"{}\" alt=\"seed\"><img src=\"{}\" "
                            "alt=\"test\"><br>{}</div>",
                            pngDataUrl(encodePng(sample.seed)), pngDataUrl(encodePng(sample.test)),
                            htmlEscape(sample.caption));
    return html + "</div>";
}

std::string galleriesHtml(const ReportContent &content)
{
    std::string html = "<h2>Samples</h2><p class=\"caption\">"
        + htmlEscape(content.galleryCaption + " " + content.provenance) + "</p>";
    for (const ReportGallery &gallery : content.galleries) {
        html += "<h3>" + htmlEscape(generatorInfo(gallery.generator).name) + "</h3>";
        if (gallery.natural.empty())
            html += "<p>No failing test.</p>";
        html
            += samplesHtml("most natural", gallery.natural) + samplesHtml("least natural", gallery.unnatural);
    }
    return html;
}

std::string configurationHtml(const ReportContent &content)
{
    std::string html = "<h2>Configuration</h2><table class=\"words\">";
    for (const auto &[name, value] : content.configuration)
        html += "<tr><td>" + htmlEscape(name) + "</td><td><code>" + htmlEscape(value) + "</code></td></tr>";
    return html + "</table>";
}

} // namespace

std::string reportPage(const ReportContent &content)
{
    std::string page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
        + htmlEscape(content.title) + "</title><style>" + styleSheet + "</style></head><body><h1>"
        + htmlEscape(content.title) + "</h1><p class=\"caption\">" + htmlEscape(content.provenance) + "</p>";
    for (const std::string &note : content.notes)
        page += "<p>" + htmlEscape(note) + "</p>";
    for (const ReportTable &table : content.tables)
        page += tableHtml(table);
    return page + plotsHtml(content) + galleriesHtml(content) + configurationHtml(content)
        + "</body></html>\n";
}

} // namespace mutascope
