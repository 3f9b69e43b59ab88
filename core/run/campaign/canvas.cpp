// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/canvas.h"
#include "core/base/error.h"
#include "core/run/report_html.h"
#include <array>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cmath>

namespace mutascope {

namespace {

cairo_status_t append(void *target, const unsigned char *data, unsigned int length)
{
    static_cast<std::string *>(target)->append(reinterpret_cast<const char *>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status)
{
    if (status != CAIRO_STATUS_SUCCESS)
        throw Error(ErrorCode::Internal, std::string("cannot draw: ") + cairo_status_to_string(status));
}

struct Surface {
    explicit Surface(cairo_surface_t *made) : surface(made), context(cairo_create(made)) { }
    ~Surface()
    {
        cairo_destroy(context);
        cairo_surface_destroy(surface);
    }
    Surface(const Surface &) = delete;
    Surface &operator=(const Surface &) = delete;
    void finish()
    {
        check(cairo_status(context));
        cairo_surface_finish(surface);
        check(cairo_surface_status(surface));
    }
    cairo_surface_t *surface;
    cairo_t *context;
};

void replaceAll(std::string &text, const std::string &from, const std::string &to)
{
    std::string result;
    std::size_t begin = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, begin)) {
        result.append(text, begin, at - begin).append(to);
        begin = at + from.size();
    }
    text = result.append(text, begin);
}

} // namespace

Colour seriesColour(std::size_t index)
{
    static constexpr std::array<Colour, 8> colours = {{{0.00, 0.45, 0.70, 1},
                                                       {0.84, 0.37, 0.00, 1},
                                                       {0.00, 0.62, 0.45, 1},
                                                       {0.80, 0.47, 0.65, 1},
                                                       {0.90, 0.62, 0.00, 1},
                                                       {0.34, 0.71, 0.91, 1},
                                                       {0.35, 0.35, 0.35, 1},
                                                       {0.72, 0.66, 0.05, 1}}};
    return colours[index % colours.size()];
}

void Canvas::useColour(const Colour &colour)
{
    cairo_set_source_rgba(m_context, colour.red, colour.green, colour.blue, colour.alpha);
}

void Canvas::useFont(const TextStyle &style)
{
    cairo_select_font_face(m_context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(m_context, style.size);
}

void Canvas::line(const std::vector<Spot> &spots, const LineStyle &style)
{
    cairo_new_path(m_context);
    for (const Spot &spot : spots)
        cairo_line_to(m_context, spot.x, spot.y);
    useColour(style.colour);
    cairo_set_line_width(m_context, style.width);
    const double dashes[] = {4, 3};
    cairo_set_dash(m_context, dashes, style.dashed ? 2 : 0, 0);
    cairo_stroke(m_context);
}

void Canvas::area(const std::vector<Spot> &corners, const Colour &colour)
{
    cairo_new_path(m_context);
    for (const Spot &spot : corners)
        cairo_line_to(m_context, spot.x, spot.y);
    cairo_close_path(m_context);
    useColour(colour);
    cairo_fill(m_context);
}

void Canvas::rectangle(const Spot &corner, double width, double height, const Colour &colour)
{
    cairo_rectangle(m_context, corner.x, corner.y, width, height);
    useColour(colour);
    cairo_fill(m_context);
}

void Canvas::dot(const Spot &centre, double radius, const Colour &colour)
{
    cairo_new_path(m_context);
    cairo_arc(m_context, centre.x, centre.y, radius, 0, 2 * M_PI);
    useColour(colour);
    cairo_fill(m_context);
}

double Canvas::textWidth(const std::string &text, const TextStyle &style)
{
    useFont(style);
    cairo_text_extents_t extents;
    cairo_text_extents(m_context, text.c_str(), &extents);
    return extents.x_advance;
}

void Canvas::text(const Spot &at, const std::string &text, const TextStyle &style)
{
    const double width = textWidth(text, style);
    const double shift = style.anchor == Anchor::Start ? 0
        : style.anchor == Anchor::Middle               ? width / 2
                                                       : width;
    cairo_save(m_context);
    cairo_translate(m_context, at.x, at.y);
    if (style.upright)
        cairo_rotate(m_context, -M_PI / 2);
    cairo_move_to(m_context, -shift, 0);
    useColour(style.colour);
    cairo_show_text(m_context, text.c_str());
    cairo_restore(m_context);
}

void Canvas::shifted(const Spot &origin, const std::function<void(Canvas &)> &draw)
{
    cairo_save(m_context);
    cairo_translate(m_context, origin.x, origin.y);
    draw(*this);
    cairo_restore(m_context);
}

void Canvas::image(const Spot &corner, double width, double height, const Image &image)
{
    const ImageShape &shape = image.shape;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, shape.width, shape.height);
    check(cairo_surface_status(surface));
    unsigned char *const rows = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) {
            const std::size_t at = std::size_t((y * shape.width + x) * shape.channels);
            const std::uint8_t *pixel = &image.pixels[at];
            const bool grey = shape.channels == 1;
            const std::uint32_t value = std::uint32_t(pixel[0]) << 16
                | std::uint32_t(pixel[grey ? 0 : 1]) << 8 | pixel[grey ? 0 : 2];
            reinterpret_cast<std::uint32_t *>(rows + y * stride)[x] = value;
        }
    cairo_surface_mark_dirty(surface);
    cairo_save(m_context);
    cairo_translate(m_context, corner.x, corner.y);
    cairo_scale(m_context, width / shape.width, height / shape.height);
    cairo_set_source_surface(m_context, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(m_context), CAIRO_FILTER_NEAREST);
    cairo_paint(m_context);
    cairo_restore(m_context);
    cairo_surface_destroy(surface);
}

std::string svgOf(double width, double height, const std::string &prefix, const std::string &title,
                  const std::string &description, const std::function<void(Canvas &)> &draw)
{
    std::string svg;
    Surface target(cairo_svg_surface_create_for_stream(append, &svg, width, height));
    Canvas canvas(target.context);
    draw(canvas);
    target.finish();
    svg.erase(0, svg.find("<svg"));
    replaceAll(svg, "id=\"", "id=\"" + prefix);
    replaceAll(svg, "\"#", "\"#" + prefix);
    replaceAll(svg, "url(#", "url(#" + prefix);
    svg.insert(svg.find('>') + 1,
               "<title>" + htmlEscape(title) + "</title><desc>" + htmlEscape(description) + "</desc>");
    return svg;
}

struct PdfDocument::Target {
    std::string bytes;
    Surface surface{cairo_pdf_surface_create_for_stream(append, &bytes, width, height)};
};

PdfDocument::PdfDocument(const std::string &title) : m_target(std::make_unique<Target>())
{
    cairo_surface_t *const surface = m_target->surface.surface;
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
    m_canvas = std::make_unique<Canvas>(m_target->surface.context);
}

PdfDocument::~PdfDocument() = default;

void PdfDocument::endPage()
{
    cairo_show_page(m_target->surface.context);
}

std::string PdfDocument::finished()
{
    m_target->surface.finish();
    return std::move(m_target->bytes);
}

} // namespace mutascope
