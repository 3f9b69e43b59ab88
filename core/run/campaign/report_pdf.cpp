// SPDX-License-Identifier: GPL-3.0-or-later
// The report of an assessment as pages.
#include "core/base/output_file.h"
#include "core/run/campaign/plot_axes.h"
#include "core/run/campaign/report_content.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr double margin = 48;
constexpr double pageBottom = PdfDocument::height - margin;
constexpr double textWidth = PdfDocument::width - 2 * margin;

// Lays pieces out from top to bottom, page after page.
class Layout {
public:
    explicit Layout(PdfDocument &document) : m_document(document) { }

    // below: what must follow on the same page, so that no heading stands alone at its foot.
    void heading(const std::string &text, double size, double below = 60)
    {
        need(size + below);
        m_y += size * 0.6;
        paragraph(text, {size, Anchor::Start, {}, true});
        m_y += 3;
    }

    void paragraph(const std::string &text, const TextStyle &style = {})
    {
        for (const std::string &line : lines(text, textWidth, style)) {
            need(style.size * 1.35);
            m_y += style.size * 1.35;
            canvas().text({margin, m_y}, line, style);
        }
        m_y += 3;
    }

    void caption(const std::string &text) { paragraph(text, {7, Anchor::Start, quietColour}); }

    void table(const ReportTable &table)
    {
        heading(table.title, 12, 110); // the caption, the head and some rows
        if (!table.caption.empty())
            caption(table.caption);
        std::vector<ReportTable::Cell> head;
        for (const std::string &text : table.head)
            head.push_back({text, true});
        const std::vector<double> widths = columnWidths(table);
        row(head, widths, {});
        for (const auto &cells : table.rows)
            row(cells, widths, head);
    }

    void plot(const Plot &plot, const std::string &provenance)
    {
        need(plot.height + 60);
        heading(plot.title, 12);
        draw(plot, margin);
        m_y += plot.height + 2;
        caption(plot.caption + " " + provenance);
    }

    void boxes(const std::vector<Plot> &plots, const std::string &provenance)
    {
        if (plots.empty())
            return;
        need(plots.front().height + 60);
        heading("Each metric", 12);
        caption(plots.front().caption + " " + provenance);
        for (std::size_t i = 0; i < plots.size(); i += 2) {
            need(plots[i].height + 24);
            draw(plots[i], margin);
            if (i + 1 < plots.size())
                draw(plots[i + 1], margin + textWidth / 2);
            m_y += plots[i].height + 4;
        }
    }

    void samples(const std::string &title, const std::vector<ReportSample> &samples)
    {
        if (samples.empty())
            return;
        constexpr double side = 36, slot = textWidth / 6;
        need(side + 34);
        caption(title);
        double x = margin;
        for (const ReportSample &sample : samples) {
            canvas().image({x, m_y}, side, side, sample.seed);
            canvas().image({x + side + 2, m_y}, side, side, sample.test);
            double y = m_y + side;
            for (const std::string &line : lines(sample.caption, slot - 4, {6}))
                canvas().text({x, y += 7}, line, {6});
            x += slot;
        }
        m_y += side + 26;
    }

private:
    Canvas &canvas() { return m_document.canvas(); }

    void need(double height)
    {
        if (m_y + height <= pageBottom)
            return;
        m_document.endPage();
        m_y = margin;
    }

    void draw(const Plot &plot, double x) { canvas().shifted({x, m_y}, plot.draw); }

    std::vector<std::string> lines(const std::string &text, double width, const TextStyle &style)
    {
        std::vector<std::string> result(1);
        for (const std::string &word : words(text, width, style)) {
            std::string &line = result.back();
            const std::string longer = line.empty() ? word : line + " " + word;
            if (line.empty() || canvas().textWidth(longer, style) <= width)
                line = longer;
            else
                result.push_back(word);
        }
        return result;
    }

    // Words wider than the line (hashes, JSON) are cut.
    std::vector<std::string> words(const std::string &text, double width, const TextStyle &style)
    {
        std::vector<std::string> result;
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find(' ', begin), text.size());
            std::string word = text.substr(begin, end - begin);
            while (canvas().textWidth(word, style) > width) {
                const std::size_t fits = fitting(word, width, style);
                result.push_back(word.substr(0, fits));
                word.erase(0, fits);
            }
            result.push_back(std::move(word));
            begin = end + 1;
        }
        return result;
    }

    // Bytes of the word that fit, whole characters.
    std::size_t fitting(const std::string &word, double width, const TextStyle &style)
    {
        std::size_t count = 1;
        for (std::size_t next = 1; next <= word.size(); ++next) {
            if (next < word.size() && (std::uint8_t(word[next]) & 0xC0) == 0x80)
                continue; // within a character
            if (next > 1 && canvas().textWidth(word.substr(0, next), style) > width)
                break;
            count = next;
        }
        return count;
    }

    // Least and most a column can use: its longest word, and its longest text, of tables of few columns up to
    // a bound.
    struct Wish {
        double least = 20;
        double most = 20;
    };

    std::vector<Wish> wishesOf(const ReportTable &table)
    {
        std::vector<Wish> wishes(table.head.size());
        const double bound = table.words == table.head.size() ? 240 : textWidth;
        const auto look = [&](Wish &wish, const std::string &text, bool bold) {
            TextStyle style = cellStyle();
            style.bold = bold;
            for (const std::string &word : words(text, bound, style))
                wish.least = std::max(wish.least, canvas().textWidth(word, style) + cellGap);
            wish.most = std::max(
                {wish.most, wish.least, std::min(bound, canvas().textWidth(text, style) + cellGap)});
        };
        for (std::size_t i = 0; i < table.head.size(); ++i)
            look(wishes[i], table.head[i], true);
        for (const auto &cells : table.rows)
            for (std::size_t i = 0; i < cells.size(); ++i)
                look(wishes[i], cells[i].text, cells[i].bold);
        return wishes;
    }

    // Each column gets its longest word, and of what is left a part by what it could still use.
    std::vector<double> columnWidths(const ReportTable &table)
    {
        const std::vector<Wish> wishes = wishesOf(table);
        double least = 0, most = 0;
        for (const Wish &wish : wishes) {
            least += wish.least;
            most += wish.most;
        }
        const double share = most > least ? std::clamp((textWidth - least) / (most - least), 0.0, 1.0) : 0;
        std::vector<double> widths;
        for (const Wish &wish : wishes)
            widths.push_back((wish.least + share * (wish.most - wish.least))
                             * std::min(1.0, textWidth / least));
        return widths;
    }

    static constexpr double cellGap = 5;
    static TextStyle cellStyle() { return {6}; }

    void row(const std::vector<ReportTable::Cell> &cells, const std::vector<double> &widths,
             const std::vector<ReportTable::Cell> &headAgain)
    {
        std::vector<std::vector<std::string>> texts;
        std::size_t most = 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            TextStyle style = cellStyle();
            style.bold = cells[i].bold;
            texts.push_back(lines(cells[i].text, widths[i] - cellGap + 0.5, style));
            most = std::max(most, texts.back().size());
        }
        const double height = double(most) * 8 + 3;
        if (m_y + height > pageBottom) {
            need(height);
            if (!headAgain.empty())
                row(headAgain, widths, {});
        }
        double x = margin;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            TextStyle style = cellStyle();
            style.bold = cells[i].bold;
            for (std::size_t k = 0; k < texts[i].size(); ++k)
                canvas().text({x, m_y + 8 * double(k + 1)}, texts[i][k], style);
            x += widths[i];
        }
        m_y += height;
        canvas().line({{margin, m_y}, {x, m_y}}, {gridColour, 0.4});
    }

    PdfDocument &m_document;
    double m_y = margin;
};

} // namespace

void writeReportPdf(const ReportContent &content, const std::filesystem::path &file)
{
    PdfDocument document(content.title);
    Layout layout(document);
    layout.heading(content.title, 16);
    layout.caption(content.provenance);
    for (const std::string &note : content.notes)
        layout.paragraph(note);
    for (const ReportTable &table : content.tables)
        layout.table(table);
    for (const Plot &plot : content.plots)
        layout.plot(plot, content.provenance);
    layout.boxes(content.boxes, content.provenance);
    layout.heading("Samples", 12);
    layout.caption(content.galleryCaption + " " + content.provenance);
    for (const ReportGallery &gallery : content.galleries) {
        layout.heading(generatorInfo(gallery.generator).name, 10, 100);
        if (gallery.natural.empty())
            layout.paragraph("No failing test.");
        layout.samples("most natural", gallery.natural);
        layout.samples("least natural", gallery.unnatural);
    }
    layout.heading("Configuration", 12);
    for (const auto &[name, value] : content.configuration)
        layout.paragraph(name + ": " + value, {7});
    document.endPage();
    replaceFile(file, document.finished());
}

} // namespace mutascope
