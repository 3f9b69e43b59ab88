// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct _cairo; // cairo_t

// One way to draw, for SVG and for PDF. Lengths are points; y goes down.
namespace mutascope {

struct Colour {
    double red = 0;
    double green = 0;
    double blue = 0;
    double alpha = 1;
    Colour faded(double share) const { return {red, green, blue, alpha * share}; }
};
// Distinct also for most colour-blind people (Okabe and Ito); begins again after the last.
Colour seriesColour(std::size_t index);

struct Spot {
    double x = 0;
    double y = 0;
};

enum class Anchor { Start, Middle, End };

struct TextStyle {
    double size = 9;
    Anchor anchor = Anchor::Start;
    Colour colour = {};
    bool bold = false;
    bool upright = false; // read from below
};

struct LineStyle {
    Colour colour = {};
    double width = 1;
    bool dashed = false;
};

class Canvas {
public:
    explicit Canvas(_cairo *context) : m_context(context) { }
    void line(const std::vector<Spot> &spots, const LineStyle &style);
    void area(const std::vector<Spot> &corners, const Colour &colour);
    void rectangle(const Spot &corner, double width, double height, const Colour &colour);
    void dot(const Spot &centre, double radius, const Colour &colour);
    void text(const Spot &at, const std::string &text, const TextStyle &style = {});
    double textWidth(const std::string &text, const TextStyle &style);
    void shifted(const Spot &origin, const std::function<void(Canvas &)> &draw);
    void image(const Spot &corner, double width, double height, const Image &image); // pixels stay sharp

private:
    void useFont(const TextStyle &style);
    void useColour(const Colour &colour);
    _cairo *m_context;
};

// An SVG element with its title and description. Its names begin with the prefix, so that several may stand
// in one page.
std::string svgOf(double width, double height, const std::string &prefix, const std::string &title,
                  const std::string &description, const std::function<void(Canvas &)> &draw);

// Pages of A4; text stays text.
class PdfDocument {
public:
    static constexpr double width = 595, height = 842;
    explicit PdfDocument(const std::string &title);
    ~PdfDocument();
    PdfDocument(const PdfDocument &) = delete;
    PdfDocument &operator=(const PdfDocument &) = delete;
    Canvas &canvas() { return *m_canvas; }
    void endPage();
    std::string finished(); // its bytes; nothing may be drawn any more

private:
    struct Target;
    std::unique_ptr<Target> m_target;
    std::unique_ptr<Canvas> m_canvas;
};

} // namespace mutascope
