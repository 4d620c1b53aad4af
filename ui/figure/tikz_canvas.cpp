// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/tikz_canvas.h"

#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

namespace {

constexpr double capital = 0.34; ///< half the height of a capital of size 1
constexpr double pointsPerMillimetre = 72.27 / 25.4;

QByteArray number(double value) {
    QByteArray text = QByteArray::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray at(const QPointF& point) {
    return '(' + number(point.x()) + ',' + number(point.y()) + ')';
}

QByteArray colourOf(const QColor& colour) {
    return "{rgb,255:red," + QByteArray::number(colour.red()) + ";green," +
           QByteArray::number(colour.green()) + ";blue," + QByteArray::number(colour.blue()) + '}';
}

QByteArray filled(const QColor& fill) {
    const QByteArray opacity =
        fill.alpha() < 255 ? ",fill opacity=" + number(fill.alphaF()) : QByteArray();
    return "fill=" + colourOf(fill) + opacity;
}

QByteArray pathOf(const std::vector<QPointF>& points) {
    QByteArray path;
    for (const QPointF& point : points)
        path += (path.isEmpty() ? "" : "--") + at(point);
    return path;
}

/// What LaTeX writes otherwise, or has in formulas alone.
constexpr std::array<std::pair<char32_t, const char*>, 34> signs{{
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'^', "\\textasciicircum{}"},
    {U'_', "\\_"},
    {U'%', "\\%"},
    {U'~', "\\textasciitilde{}"},
    {U'"', "\\textquotedbl{}"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'|', "\\textbar{}"},
    {U'`', "\\textasciigrave{}"},
    {U'\'', "\\textquotesingle{}"},
    {U'-', "{-}"},
    {U',', "{,}"},
    {U'→', "$\\to$"},
    {U'←', "$\\leftarrow$"},
    {U'↔', "$\\leftrightarrow$"},
    {U'√', "$\\surd$"},
    {U'·', "$\\cdot$"},
    {U'−', "$-$"},
    {U'×', "$\\times$"},
    {U'÷', "$\\div$"},
    {U'≤', "$\\le$"},
    {U'≥', "$\\ge$"},
    {U'∞', "$\\infty$"},
    {U'≈', "$\\approx$"},
    {U'␣', "\\textvisiblespace{}"},
    {U'∂', "$\\partial$"},
    {U'Σ', "$\\Sigma$"},
    {U'Δ', "$\\Delta$"},
}};

} // namespace

QByteArray latexOf(const QString& text) {
    QByteArray latex;
    for (const char32_t sign : text.toUcs4()) {
        const auto* const known = std::find_if(
            signs.begin(), signs.end(), [sign](const auto& row) { return row.first == sign; });
        if (known != signs.end())
            latex += known->second;
        else if (sign >= U' ')
            latex += QString::fromUcs4(&sign, 1).toUtf8();
    }
    return latex;
}

TikzCanvas::TikzCanvas(const QSizeF& millimetres, const QSizeF& drawing, const QString& title)
    : m_unit(millimetres.width() / drawing.width()) {
    const QByteArray unit = QByteArray::number(m_unit, 'f', 6);
    m_bytes = "% " + QString(title).replace('\n', ' ').toUtf8() +
              "\n% Other letters than Latin ones need lualatex or xelatex.\n"
              "\\documentclass[tikz]{standalone}\n\\usepackage{iftex}\n"
              "\\ifPDFTeX\\usepackage[T1]{fontenc}\\usepackage{textcomp}\\fi\n"
              "\\begin{document}\n\\begin{tikzpicture}[x=" +
              unit + "mm,y=-" + unit +
              "mm,every node/.style={inner sep=0pt,outer sep=0pt,font=\\sffamily}]\n"
              "\\useasboundingbox (0,0) rectangle " +
              at({drawing.width(), drawing.height()}) + ";\n";
}

QByteArray TikzCanvas::points(double units) const {
    return number(units * m_unit * pointsPerMillimetre) + "pt";
}

QByteArray TikzCanvas::stroke(const QColor& colour, double width) const {
    const QByteArray opacity =
        colour.alpha() < 255 ? ",draw opacity=" + number(colour.alphaF()) : QByteArray();
    return "draw=" + colourOf(colour) + ",line width=" + points(width) + opacity;
}

void TikzCanvas::shape(const QByteArray& command, const QByteArray& options,
                       const QByteArray& path) {
    m_bytes += '\\' + command + '[' + options + "] " + path + ";\n";
}

void TikzCanvas::rectangle(const QRectF& area, const QColor& fill, const char*) {
    shape("path", filled(fill), at(area.topLeft()) + " rectangle " + at(area.bottomRight()));
}

void TikzCanvas::outline(const QRectF& area, const QColor& colour, double width) {
    const QRectF middle = area.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    shape("path", stroke(colour, width),
          at(middle.topLeft()) + " rectangle " + at(middle.bottomRight()));
}

void TikzCanvas::lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
                       const char*) {
    QByteArray path;
    for (const QLineF& line : lines)
        path += at(line.p1()) + "--" + at(line.p2()) + ' ';
    if (!path.isEmpty())
        shape("path", stroke(colour, width), path.trimmed());
}

void TikzCanvas::polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                          const char*) {
    if (points.size() > 1)
        shape("path", stroke(colour, width), pathOf(points));
}

void TikzCanvas::disc(const QPointF& centre, double radius, const QColor& fill, const char*) {
    shape("path", filled(fill), at(centre) + " circle[radius=" + points(radius) + ']');
}

void TikzCanvas::polygon(const std::vector<QPointF>& corners, const QColor& fill, const char*) {
    if (!corners.empty())
        shape("path", filled(fill), pathOf(corners) + "--cycle");
}

void TikzCanvas::text(const CanvasText& text) {
    if (text.text.isEmpty())
        return;
    const QPointF drop =
        text.upwards ? QPointF(capital * text.size, 0) : QPointF(0, capital * text.size);
    const char* const anchor = text.align == Qt::AlignRight     ? "base east"
                               : text.align == Qt::AlignHCenter ? "base"
                                                                : "base west";
    const QByteArray size = points(text.size);
    m_bytes += "\\node[anchor=" + QByteArray(anchor) + ",text=" + colourOf(text.colour) +
               (text.upwards ? ",rotate=90" : "") + ",font=\\sffamily\\fontsize{" + size + "}{" +
               size + "}\\selectfont" + (text.bold ? "\\bfseries" : "") + "] at " +
               at(text.at + drop) + " {" + latexOf(text.text) + "};\n";
}

void TikzCanvas::image(const QRectF&, const QImage&) {
    throw Error(phrase("So many cells are more than TeX can draw; ask for PDF or SVG."));
}

QByteArray TikzCanvas::finish() {
    return m_bytes + "\\end{tikzpicture}\n\\end{document}\n";
}

} // namespace gf
