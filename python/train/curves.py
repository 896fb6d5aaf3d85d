"""Curves of a log as a picture (SVG): one below the other, each over the decisions."""

import json

WIDTH, HEIGHT, GAP, LEFT = 640, 90, 30, 70
DRAWN = ["explained", "entropy", "value", "clipped", "rate", "speed"]


def read(log):
    """The lines of a log that tell of learning."""
    with open(log, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    lines = [line for line in lines if "rounds" in line]
    for line in lines:
        line["speed"] = line["steps"] / max(1e-9, line["playing"] + line["learning"])
    return lines


def number(value):
    """A number as short as it can be told."""
    return f"{value / 1e6:.3g} M" if abs(value) >= 1e6 else f"{value:.3g}"


def curve(lines, name, top):
    """One curve with its name, its least and its largest."""
    ys = [line[name] for line in lines if line.get(name) is not None]
    xs = [line["decisions"] for line in lines if line.get(name) is not None]
    if not ys:
        return ""
    low, high = min(ys), max(ys)
    wide, tall = max(xs) or 1, (high - low) or 1
    points = [f"{LEFT + x / wide * (WIDTH - LEFT - 10):.1f},{top + HEIGHT - (y - low) / tall * HEIGHT:.1f}" for x, y in zip(xs, ys)]
    texts = [(LEFT, top - 8, "start", name), (LEFT - 6, top + 10, "end", number(high)), (LEFT - 6, top + HEIGHT, "end", number(low))]
    texts.append((WIDTH - 10, top + HEIGHT + 14, "end", f"{number(wide)} decisions"))
    texts = "".join(f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>' for x, y, anchor, text in texts)
    frame = f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 10}" height="{HEIGHT}" fill="none" stroke="#ccc"/>'
    return f'{frame}<polyline points="{" ".join(points)}" fill="none" stroke="#06c"/>{texts}\n'


def draw(log, out):
    """Draws the curves of a log."""
    lines, step = read(log), HEIGHT + 2 * GAP
    drawn = "".join(curve(lines, name, GAP + place * step) for place, name in enumerate(DRAWN))
    size = f'width="{WIDTH}" height="{step * len(DRAWN)}"'
    with open(out, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">\n{drawn}</svg>\n')
