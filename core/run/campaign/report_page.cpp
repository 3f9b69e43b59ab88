// SPDX-License-Identifier: GPL-3.0-or-later
// The report of an assessment as one HTML file.
#include "core/run/campaign/report_content.h"
#include "core/run/report_html.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

const char *const styleSheet = R"(
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:1400px;margin:2rem auto;padding:0 1rem}
body>p{max-width:60rem}figure{max-width:1100px}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem}
table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}
td,th{border:1px solid #8886;padding:.2rem .4rem;text-align:right;vertical-align:top;white-space:nowrap}
.word{text-align:left}.words td,.words th{white-space:normal}
.scroll{overflow-x:auto}figure{margin:1rem 0;background:#fff;color:#222;padding:.6rem;border-radius:8px}
figure svg{width:100%;height:auto}figcaption,.caption{font-size:.78rem;color:#666}
.boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:.6rem}
.boxes figure{margin:0}.samples{display:flex;flex-wrap:wrap;gap:.7rem;margin:.4rem 0 1rem}
.sample{font-size:.72rem;max-width:150px}.sample img{width:66px;height:66px;image-rendering:pixelated;
object-fit:contain;margin-right:3px}code{overflow-wrap:anywhere;font-size:.75rem}
)";

// Where all columns hold words, these may break into lines.
std::string rowHtml(const ReportTable &table, const std::vector<ReportTable::Cell> &cells, const char *tag)
{
    std::string html = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
        html += fmt::format(fmt::runtime(cells[i].bold ? "<{0}{1}><b>{2}</b></{0}>" : "<{0}{1}>{2}</{0}>"),
                            tag, i < table.words ? " class=\"word\"" : "", htmlEscape(cells[i].text));
    return html + "</tr>";
}

std::string tableHtml(const ReportTable &table)
{
    std::string html = "<h2>" + htmlEscape(table.title) + "</h2>";
    if (!table.caption.empty())
        html += "<p class=\"caption\">" + htmlEscape(table.caption) + "</p>";
    html += fmt::format("<div class=\"scroll\"><table{}>",
                        table.words == table.head.size() ? " class=\"words\"" : "");
    std::vector<ReportTable::Cell> head;
    for (const std::string &text : table.head)
        head.push_back({text});
    html += rowHtml(table, head, "th");
    for (const auto &row : table.rows)
        html += rowHtml(table, row, "td");
    return html + "</table></div>";
}

std::string svgHtml(const Plot &plot, int number, const std::string &provenance)
{
    return svgOf(plot.width, plot.height, fmt::format("f{}-", number), plot.title,
                 plot.caption + " " + provenance, plot.draw);
}

std::string captionHtml(const Plot &plot, const std::string &provenance)
{
    return htmlEscape(plot.caption + " " + provenance);
}

// The small figures share one caption; each SVG holds it too, so that it is known of a figure taken out of
// the page.
std::string plotsHtml(const ReportContent &content)
{
    std::string html;
    int number = 0;
    for (const Plot &plot : content.plots)
        html += "<h2>" + htmlEscape(plot.title) + "</h2><figure>"
            + svgHtml(plot, number++, content.provenance) + "<figcaption>"
            + captionHtml(plot, content.provenance) + "</figcaption></figure>";
    if (content.boxes.empty())
        return html;
    html += "<h2>Each metric</h2><p class=\"caption\">"
        + captionHtml(content.boxes.front(), content.provenance) + "</p><div class=\"boxes\">";
    for (const Plot &plot : content.boxes)
        html += "<figure>" + svgHtml(plot, number++, content.provenance) + "</figure>";
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
        html += "<tr><td class=\"word\">" + htmlEscape(name) + "</td><td class=\"word\"><code>"
            + htmlEscape(value) + "</code></td></tr>";
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
