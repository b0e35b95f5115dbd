"""Typesets formulas.txt: writes outlines.svg, a sheet with one symbol of outlines for each line.

    python -m venv /some/folder && /some/folder/bin/pip install typst==0.15.2 fonttools==4.68.0
    /some/folder/bin/python make.py

The same table and versions give the same bytes. Units are thousandths of an em, y grows downwards and is 0 on the baseline. The width
of a symbol's viewBox is how far the next sign stands from it; `data-index` is the same for a sign below it, which is set closer
to a slanted letter. `data-ink` is where the outline itself ends at the left, the right, the top and the bottom.
"""

import re
import xml.etree.ElementTree as xml
from pathlib import Path
from xml.sax.saxutils import quoteattr

import typst
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

FOLDER = Path(__file__).parent
EM = 1000
SIZE = 10.0
MARK = 1.0
INDEX = "1"
PREAMBLE = f"""
#set page(width: auto, height: auto, margin: 100pt)
#set text(size: {SIZE}pt)
#show math.equation: set text(font: "New Computer Modern Math", weight: 450)
"""
SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def read_table():
    """The lines of formulas.txt as (key, Typst source)."""
    rows = []
    for line in (FOLDER / "formulas.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, source, _latex, _text = (part.strip() for part in line.split(" | "))
            rows.append((key, source))
    assert len({key for key, _ in rows}) == len(rows), "a key stands twice"
    return rows


def typeset(sources):
    """One SVG tree for each source, between two marks that stand on the baseline where the formula begins and ends."""
    mark = f'#box(rect(width: {MARK}pt, height: {MARK}pt, fill: red))'
    pages = [f"{mark}${source}${mark}" for source in sources]
    document = PREAMBLE + "\n#pagebreak()\n".join(pages)
    svgs = typst.compile(document.encode(), format="svg", font_paths=[], ignore_system_fonts=True)
    return [xml.fromstring(svg) for svg in svgs]


def transform_of(text):
    """The transform of an SVG attribute."""
    result = Identity
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", text or ""):
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        result = result.transform({"matrix": lambda v: Transform(*v), "translate": lambda v: Transform(1, 0, 0, 1, *(v + [0])[:2]),
                                   "scale": lambda v: Transform(v[0], 0, 0, v[-1], 0, 0)}[name](values))
    return result


def outline(tree):
    """All that is inked, as one recording of curves; and the places of the marks."""
    symbols = {node.get("id"): node for node in tree.iter(SVG + "symbol")}
    pen, marks = DecomposingRecordingPen({}), []

    def draw(node, transform):
        transform = transform.transform(transform_of(node.get("transform")))
        tag = node.tag.removeprefix(SVG)
        if tag in ("svg", "g", "symbol"):
            for child in node:
                draw(child, transform)
        elif tag == "use":
            place = transform.translate(float(node.get("x", 0)), float(node.get("y", 0)))
            draw(symbols[node.get(HREF)[1:]], place)
        elif tag == "path" and node.get("fill", "none").lower() == "#ff4136":
            marks.append(transform.transformPoint((0, 0)))
        elif tag == "path" and node.get("fill", "none").lower() == "#ffffff":
            pass
        elif tag == "path" and node.get("stroke"):
            bar(node, transform)
        elif tag == "path":
            parse_path(node.get("d"), TransformPen(pen, transform))
        elif tag != "defs":
            raise ValueError(f"{tag} is not understood")

    def bar(node, transform):
        """The line of a fraction or a root: a stroke that is drawn as the rectangle it covers."""
        width, length = float(node.get("stroke-width")), re.fullmatch(r"M 0 0h (\S+)", node.get("d").strip())
        assert length, f"{node.get('d')} is no horizontal line"
        place = TransformPen(pen, transform)
        right, half = float(length[1]), width / 2
        place.moveTo((0, -half))
        for point in [(right, -half), (right, half), (0, half)]:
            place.lineTo(point)
        place.closePath()

    draw(tree, Identity)
    return pen, marks


class PathPen(BasePen):
    """Writes a path with whole numbers, each relative to the point before it."""

    def __init__(self):
        super().__init__({})
        self.parts, self.at, self.last = [], (0, 0), ""

    def _step(self, letter, points):
        rounded = [(round(x), round(y)) for x, y in points]
        numbers = [value - origin for point in rounded for value, origin in zip(point, self.at)]
        text = "".join(f"{number}" if number < 0 and i else f" {number}" for i, number in enumerate(numbers)).strip()
        again = letter == self.last and letter != "m"
        self.parts.append(text if again and text.startswith("-") else f" {text}" if again else letter + text)
        self.at, self.last = rounded[-1], letter

    def _moveTo(self, point):
        self._step("m", [point])

    def _lineTo(self, point):
        self._step("l", [point])

    def _curveToOne(self, *points):
        self._step("c", points)

    def _qCurveToOne(self, *points):
        self._step("q", points)

    def _closePath(self):
        self.parts.append("z")
        self.last = "z"

    _endPath = _closePath


def measured(tree):
    """Width in thousandths of an em, the path, and the box of its ink."""
    pen, marks = outline(tree)
    (left, baseline), (right, _) = sorted(marks)
    origin = left + MARK
    scale = EM / SIZE
    # A mark lies on the baseline with its lower edge.
    place = Transform(scale, 0, 0, scale, -origin * scale, -(baseline + MARK) * scale)
    path, bounds = PathPen(), BoundsPen(None)
    pen.replay(TransformPen(path, place))
    pen.replay(TransformPen(bounds, place))
    ink = [round(value) for value in bounds.bounds or (0, 0, 0, 0)]
    return round((right - origin) * scale), "".join(path.parts), ink


def main():
    rows = read_table()
    # Below a slanted letter an index begins before the letter ends: the letter is measured with one, and the index alone.
    letter = re.compile(r'[A-Za-z]|"\w+"')
    indexed = [f"attach({source}, b: {INDEX})" if letter.fullmatch(source) else source for _, source in rows]
    indexed += [f'attach("", b: {INDEX})']
    trees = typeset([source for _, source in rows] + indexed)
    assert len(trees) == 2 * len(rows) + 1
    index_width = measured(trees[-1])[0]
    symbols, uses, y = [], [], 0
    for number, (key, source) in enumerate(rows):
        width, path, ink = measured(trees[number])
        index = measured(trees[len(rows) + number])[0] - index_width if letter.fullmatch(source) else width
        left, top, right, bottom = ink
        box = (min(left, 0), top, max(width, right) - min(left, 0), bottom - top)
        symbols.append(
            f'<symbol id="f{number}" viewBox="{box[0]} {box[1]} {box[2]} {box[3]}" data-key={quoteattr(key)} '
            f'data-typst={quoteattr(source)} data-width="{width}" data-index="{index}"><path d="{path}"/></symbol>'
        )
        if box[2] and box[3]:
            uses.append(f'<use href="#f{number}" x="{box[0]}" y="{y}" width="{box[2]}" height="{box[3]}"/>')
            y += box[3] + 400
    sheet = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-400 -400 16000 {y + 400}">', *symbols, *uses, "</svg>", ""]
    (FOLDER / "outlines.svg").write_text("\n".join(sheet), encoding="utf-8")
    print(f"{len(rows)} formulas")


if __name__ == "__main__":
    main()
