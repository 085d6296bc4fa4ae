#!/usr/bin/env python3
"""Plots strength by iterations: an SVG from matches that `hanamachi hanamikoji match --json` has written.

    scripts/plot_strength.py results/hanamikoji-strength.json results/hanamikoji-strength.svg

The first file holds an array of `hanamikoji.match/1` objects. The first player of each is `ismcts:iterations=N,…`; the
second is the same in all of them. Python 3.9 or newer, its standard library alone.
"""

import json
import math
import re
import sys
from html import escape

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 48, 60
LOWEST, HIGHEST, STEP = 50, 80, 5
CAP = 5

STYLE = """
    svg { color: #1f2328; background: #ffffff; font: 14px system-ui, sans-serif; }
    @media (prefers-color-scheme: dark) { svg { color: #e6edf3; background: #0d1117; } }
    text { fill: currentColor; }
    .title { font-weight: 600; font-size: 16px; }
    .grid { stroke: currentColor; stroke-opacity: 0.18; }
    .axis { stroke: currentColor; }
    .bar { stroke: currentColor; stroke-width: 1.5; }
    .line { stroke: currentColor; stroke-opacity: 0.5; stroke-dasharray: 4 4; fill: none; }
    .dot { fill: currentColor; }
"""


def read(path):
    """The points (iterations, match) in the order of iterations, and the opponent's name."""
    with open(path, encoding="utf-8") as file:
        matches = json.load(file)
    points, opponents = [], set()
    for match in matches:
        first, second = (player["player"] for player in match["players"])
        found = re.fullmatch(r"ismcts:iterations=(\d+)(,.*)?", first)
        if match["schema"] != "hanamikoji.match/1" or not found:
            sys.exit(f"{path}: no match of ismcts, but {match['schema']} of {first}")
        points.append((int(found[1]), match))
        opponents.add(second)
    if len(opponents) != 1:
        sys.exit(f"{path}: one opponent is wanted, not {sorted(opponents)}")
    return sorted(points, key=lambda point: point[0]), opponents.pop()


def draw(points, opponent):
    """The plot as SVG."""
    least, most = points[0][0], points[-1][0]
    # A quarter of a factor of ten on either side keeps the bars off the frame.
    low, high = math.log10(least) - 0.25, math.log10(most) + 0.25

    def across(iterations):
        return LEFT + (math.log10(iterations) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def down(share):
        return TOP + (HIGHEST - 100 * share) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)

    for _, match in points:
        if not LOWEST <= 100 * match["low"] <= 100 * match["high"] <= HIGHEST:
            sys.exit(f"an interval leaves the plot, {LOWEST} to {HIGHEST} %: move the limits")
    title = f"Strength of ismcts against {opponent}, by iterations for each decision"
    listed = "; ".join(
        f"{iterations}: {100 * match['win']:.1f} % ({100 * match['low']:.1f} to {100 * match['high']:.1f} %)"
        for iterations, match in points
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' role="img" aria-labelledby="title desc">',
        f'  <title id="title">{escape(title)}</title>',
        f'  <desc id="desc">Games won, with 95 % intervals, by iterations: {escape(listed)}.</desc>',
        f"  <style>{STYLE}  </style>",
        f'  <text class="title" x="{LEFT}" y="26">{escape(title)}</text>',
    ]
    for percent in range(LOWEST, HIGHEST + 1, STEP):
        y = down(percent / 100)
        kind = "axis" if percent == LOWEST else "grid"
        parts.append(f'  <line class="{kind}" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'  <text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{percent} %</text>')
    bottom = HEIGHT - BOTTOM
    for iterations, _ in points:
        x = across(iterations)
        parts.append(f'  <line class="axis" x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 5}"/>')
        parts.append(f'  <text x="{x:.1f}" y="{bottom + 22}" text-anchor="middle">{iterations:,}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'  <text x="{middle:.1f}" y="{HEIGHT - 14}" text-anchor="middle">iterations for each decision (logarithmic);'
        " games won, bars are 95 % intervals</text>"
    )
    path = " ".join(f"{across(iterations):.1f},{down(match['win']):.1f}" for iterations, match in points)
    parts.append(f'  <polyline class="line" points="{path}"/>')
    for iterations, match in points:
        x, ends = across(iterations), (down(match["low"]), down(match["high"]))
        parts.append(f'  <line class="bar" x1="{x:.1f}" y1="{ends[0]:.1f}" x2="{x:.1f}" y2="{ends[1]:.1f}"/>')
        for y in ends:
            parts.append(f'  <line class="bar" x1="{x - CAP:.1f}" y1="{y:.1f}" x2="{x + CAP:.1f}" y2="{y:.1f}"/>')
        parts.append(f'  <circle class="dot" cx="{x:.1f}" cy="{down(match["win"]):.1f}" r="4"/>')
        # Beside the bar, so that neither covers the other.
        parts.append(f'  <text x="{x + 8:.1f}" y="{down(match["win"]) + 18:.1f}">{100 * match["win"]:.1f}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    svg = draw(*read(sys.argv[1]))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(svg)


if __name__ == "__main__":
    main()
