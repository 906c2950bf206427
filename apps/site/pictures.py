"""Pictures of the theory part and of recorded flights, drawn from runs of the program: pictures.py PROGRAM FOLDER [--check]

Each picture is a function below: it runs scenarios of the gallery with settings, and draws what came out as a small SVG.
The same program gives the same bytes, so that --check tells whether the pictures in the folder are still true.
"""
import csv
import io
import math
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#9b5fb5", "#b08900", "#444444"]
PROGRAM = ""


def rows_of(scenario, *settings, options=("--csv", "-"), text=None):
    """Of a scenario of the gallery, or of one that is given as text."""
    file = "-" if text else os.path.join(SOURCE, "scenarios", scenario + ".toml")
    command = [PROGRAM, "run", file, "--quiet", *options]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, input=text or "", capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


FREE_BODY = """
[body]
inertia = [1, 2, 3]
[start]
rate = [%r, %r, %r]
"""


def column(rows, name):
    return [float(row[name]) for row in rows]


def thinned(points, most=400):
    """Every so many points, the last one included."""
    step = max(1, len(points) // most)
    kept = points[::step]
    return kept if kept[-1] == points[-1] else kept + [points[-1]]


class Chart:
    """Curves over one abscissa, linear or logarithmic."""

    def __init__(self, title, x, y, width=640, height=300, log_x=False, log_y=False):
        self.title, self.x, self.y, self.width, self.height = title, x, y, width, height
        self.log_x, self.log_y, self.curves = log_x, log_y, []

    def add(self, name, xs, ys, dots=False):
        points = [(x, y) for x, y in zip(xs, ys) if (x > 0 or not self.log_x) and (y > 0 or not self.log_y)]
        self.curves.append((name, thinned(points), dots))
        return self

    @staticmethod
    def ticks(low, high, log):
        if log:
            first, last = math.floor(low), math.ceil(high)
            step = max(1, (last - first) // 5)
            return [(e, "1e%d" % e if e else "1") for e in range(first, last + 1, step)]
        raw = (high - low) / 5
        unit = 10 ** math.floor(math.log10(raw))
        step = unit * next(m for m in (1, 2, 5, 10) if m * unit >= raw)
        first = math.ceil(low / step - 1e-9)
        return [(i * step, "%g" % round(i * step, 12)) for i in range(first, math.floor(high / step + 1e-9) + 1)]

    def svg(self):
        def scale(value, log):
            return math.log10(value) if log else value

        xs = [scale(x, self.log_x) for _, points, _ in self.curves for x, _ in points]
        ys = [scale(y, self.log_y) for _, points, _ in self.curves for _, y in points]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        y0, y1 = (math.floor(y0), math.ceil(y1)) if self.log_y else (y0 - 0.05 * (y1 - y0), y1 + 0.05 * (y1 - y0))
        left, top, right, bottom = 74, 34, self.width - 150, self.height - 46

        def place(x, y):
            return (left + (scale(x, self.log_x) - x0) / (x1 - x0) * (right - left),
                    bottom - (scale(y, self.log_y) - y0) / (y1 - y0) * (bottom - top))

        out = [frame(self.width, self.height, self.title)]
        for value, text in self.ticks(x0, x1, self.log_x):
            px = left + (value - x0) / (x1 - x0) * (right - left)
            if left - 1 <= px <= right + 1:
                out.append('<path class="grid" d="M%.1f %dV%d"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (
                    px, top, bottom, px, bottom + 16, text))
        for value, text in self.ticks(y0, y1, self.log_y):
            py = bottom - (value - y0) / (y1 - y0) * (bottom - top)
            if top - 1 <= py <= bottom + 1:
                out.append('<path class="grid" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>' % (
                    left, py, right, left - 6, py + 4, text))
        out.append('<text x="%d" y="%d" text-anchor="middle">%s</text>' % ((left + right) // 2, self.height - 10, self.x))
        out.append('<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>' % ((top + bottom) // 2, self.y))
        for i, (name, points, dots) in enumerate(self.curves):
            colour = COLOURS[i % len(COLOURS)]
            placed = [place(x, y) for x, y in points]
            out.append('<path class="curve" stroke="%s" d="M%s"/>' % (colour, "L".join("%.1f %.1f" % p for p in placed)))
            if dots:
                out += ['<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (*p, colour) for p in placed]
            y = top + 14 + 20 * i
            out.append('<path class="curve" stroke="%s" d="M%d %dh18"/><text x="%d" y="%d">%s</text>' % (
                colour, right + 10, y - 4, right + 33, y, name))
        return "".join(out) + "</svg>\n"


def frame(width, height, title):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">'
            "<style>text{font:12px sans-serif;fill:#222}.head{font-weight:bold;font-size:13px}.grid{stroke:#ddd;fill:none}"
            ".curve{fill:none;stroke-width:1.6;stroke-linejoin:round}.far{stroke-opacity:.3}</style>"
            '<rect width="%d" height="%d" fill="#fff"/><title>%s</title><text class="head" x="12" y="20">%s</text>'
            % (width, height, width, height, width, height, title, title))


class Sphere:
    """Curves on the unit sphere, seen from one side; what lies behind is faint."""

    def __init__(self, title, size=380, azimuth=35, height=22):
        self.title, self.size, self.curves, self.labels = title, size, [], []
        self.a, self.h = math.radians(azimuth), math.radians(height)

    def seen(self, v):
        """Right, up, towards the eye."""
        x, y, z = v
        along = x * math.cos(self.a) + y * math.sin(self.a)
        return (-x * math.sin(self.a) + y * math.cos(self.a), z * math.cos(self.h) - along * math.sin(self.h),
                z * math.sin(self.h) + along * math.cos(self.h))

    def add(self, colour, vectors):
        self.curves.append((colour, thinned(vectors, 500)))
        return self

    def svg(self):
        size, r = self.size, 0.42 * self.size
        cx, cy = size / 2, size / 2 + 12
        out = [frame(size, size + 24, self.title), '<circle class="grid" cx="%.1f" cy="%.1f" r="%.1f"/>' % (cx, cy, r)]
        for colour, vectors in self.curves:
            runs, before = [], None
            for v in vectors:
                x, y, depth = self.seen(v)
                near = depth >= 0
                point = "%.1f %.1f" % (cx + r * x, cy - r * y)
                if near != before:
                    runs.append((near, [runs[-1][1][-1]] if runs else []))
                    before = near
                runs[-1][1].append(point)
            for near, points in runs:
                out.append('<path class="curve%s" stroke="%s" d="M%s"/>' % ("" if near else " far", colour, "L".join(points)))
        for text, v in self.labels:
            x, y, _ = self.seen(v)
            out.append('<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>' % (cx + 1.08 * r * x, cy - 1.08 * r * y + 4, text))
        return "".join(out) + "</svg>\n"


def yaw_pitch_roll(row):
    w, x, y, z = (float(row[n]) for n in ("qw", "qx", "qy", "qz"))
    return [math.degrees(a) for a in (math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
                                      math.asin(max(-1, min(1, 2 * (w * y - x * z)))),
                                      math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)))]


def theory_rotation():
    rows = rows_of("wingnut", "run.duration=4.5")
    t = column(rows, "t")
    chart = Chart("A wing nut as it turns over: yaw, pitch and roll, and one component of the quaternion", "t, s", "degrees; 100 w",
                  height=320)
    for name, values in zip(("yaw", "pitch", "roll"), zip(*(yaw_pitch_roll(row) for row in rows))):
        chart.add(name, t, values)
    return chart.add("100 w of q", t, [100 * v for v in column(rows, "qw")]).svg()


def theory_rates():
    rows = rows_of("coning", "run.duration=0.5", options=("--measures", "-", "--against", "reference"))
    chart = Chart("Coning of 2 degrees, 15 Hz: error of the attitude", "t, s", "rad", log_y=True)
    for name in ("increment", "two-sample"):
        own = [row for row in rows if row["method"] == name and float(row["t"]) > 0]
        chart.add(name, column(own, "t"), column(own, "geodesic"))
    return chart.svg()


def theory_polhodes():
    sphere = Sphere("Polhodes of a body with moments 1, 2, 3")
    starts = [(0.2, 0, 1, 0), (0.5, 0, 1, 0), (0.56, 0, 1, 0), (1, 0, 0.15, 2), (1, 0, 0.4, 2), (1, 0, 0.7, 2), (0, 1, 1e-3, 1)]
    inertia = (1, 2, 3)
    for m1, m2, m3, colour in starts:
        for sign in (1, -1):
            length = math.sqrt(m1 * m1 + m2 * m2 + m3 * m3)
            rate = [sign * m / length / i for m, i in zip((m1, m2, m3), inertia)]
            rows = rows_of("", text=FREE_BODY % tuple(rate) + "[run]\nduration = 60.0\nsample = 0.1\n")
            momenta = [tuple(i * float(row[n]) for i, n in zip(inertia, ("wx", "wy", "wz"))) for row in rows]
            sphere.add(COLOURS[colour], momenta)
    sphere.labels = [("1", (1.05, 0, 0)), ("2", (0, 1.05, 0)), ("3", (0, 0, 1.05))]
    return sphere.svg()


def theory_wingnut():
    rows = rows_of("wingnut")
    t = column(rows, "t")
    chart = Chart("The wing nut: rates in the body, which are elliptic functions of time", "t, s", "rad/s")
    for name in ("wx", "wy", "wz"):
        chart.add(name, t, column(rows, name))
    return chart.svg()


def axis_path(scenario):
    """The body's z axis in the world."""
    path = []
    for row in rows_of(scenario):
        w, x, y, z = (float(row[n]) for n in ("qw", "qx", "qy", "qz"))
        path.append((2 * (w * y + x * z), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    return path


def theory_tops():
    sphere = Sphere("Axes of three tops: cusps, loops, waves", azimuth=20, height=30)
    for colour, name in enumerate(("gyroscope-cusp", "gyroscope-loop", "gyroscope-wave")):
        sphere.add(COLOURS[colour], axis_path(name))
    sphere.labels = [("up", (0, 0, 1.05))]
    return sphere.svg()


def theory_integrators():
    command = [PROGRAM, "study", os.path.join(SOURCE, "scenarios", "wingnut.toml"), "--quiet", "--csv", "-", "--repeats", "1",
               "--methods", "euler,heun,rk4,gauss:6,taylor:8", "--steps", "0.1:0.002:6"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = list(csv.DictReader(io.StringIO(out)))
    chart = Chart("The wing nut for 20 s: error at the end, by step", "step, s", "rad", log_x=True, log_y=True, height=340)
    for name in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == name and row["error"]]
        chart.add(name, column(own, "step"), column(own, "error"), dots=True)
    return chart.svg()


def theory_constraints():
    rows = rows_of("tn-d-5302-algebraic", options=("--measures", "-", "--against", "exact"))
    chart = Chart("Error of the length, 1 - |q|², over 100 turns of RK4, 20 steps a turn", "t, s", "|1 - |q|²|", log_y=True)
    for name in ("plain", "every stage", "hK 0.1", "hK 0.5"):
        own = [row for row in rows if row["method"] == name]
        chart.add(name, column(own, "t"), [abs(v) for v in column(own, "constraint")])
    return chart.svg()


def theory_errors():
    text = FREE_BODY % (0.1, 1.0, 0.2) + "[run]\nduration = 2000.0\nsample = 2.0\n"
    for i, (name, keys) in enumerate([("rk4", 'integrator = "rk4"'), ("gauss, order 4", 'integrator = "gauss"\norder = 4'),
                                      ("dmv, order 4", 'integrator = "dmv"\norder = 4'),
                                      ("taylor, order 20", 'integrator = "taylor"\norder = 20')]):
        text += '[%s]\nname = "%s"\n%s\nstep = 0.1\n' % ("[compare]" if i else "method", name, keys)
    rows = rows_of("", text=text, options=("--measures", "-", "--against", "exact"))
    chart = Chart("A free body, steps of 0.1 s: attitude error against the closed form", "t, s", "rad", log_x=True, log_y=True,
                  height=340)
    for name in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == name]
        chart.add(name, column(own, "t"), column(own, "geodesic"))
    return chart.svg()


def flight(name):
    """A recorded flight of the tests, by where it stands from the gallery."""
    return "../tests/data/live/%s-flight" % name


def live_trainer():
    rows = rows_of(flight("trainer-1952"), options=("--measures", "-", "--against", "truth"))
    chart = Chart("A loop through the vertical: attitude against the truth", "t, s", "rad", log_y=True)
    for name, method in (("23 bits", "cosines of 23 bits"), ("limited angles", "angles limited at 85")):
        own = [row for row in rows if row["method"] == method and float(row["geodesic"]) > 1e-9]
        chart.add(name, column(own, "t"), column(own, "geodesic"))
    return chart.svg()


def live_docking():
    rows = rows_of(flight("satellite-docking"))
    chart = Chart("A tumbling satellite, brought to rest by pulses", "t, s", "rate in the body, rad/s")
    for name in ("wx", "wy", "wz"):
        chart.add(name, column(rows, "t"), column(rows, name))
    return chart.svg()


def live_gyroscope():
    name = flight("gyroscope-hand")
    t, path = column(rows_of(name), "t"), axis_path(name)
    chart = Chart("The tip of an axle that is pushed about x, then about -y", "t, s", "place of the tip, axle = 1")
    for i, axis in enumerate(("along x", "along y")):
        chart.add(axis, t, [tip[i] for tip in path])
    return chart.svg()


PICTURES = [theory_rotation, theory_rates, theory_polhodes, theory_wingnut, theory_tops, theory_integrators,
            theory_constraints, theory_errors, live_trainer, live_docking, live_gyroscope]


def main():
    global PROGRAM
    PROGRAM, folder, check = os.path.abspath(sys.argv[1]), sys.argv[2], "--check" in sys.argv
    stale = []
    for picture in PICTURES:
        name = picture.__name__.replace("_", "-") + ".svg"
        path, text = os.path.join(folder, name), picture()
        if check:
            with open(path, encoding="utf-8") as file:
                if file.read() != text:
                    stale.append(name)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    if stale:
        sys.exit("no longer what the program gives: %s (apps/site/pictures.py build/polhode docs/images)" % ", ".join(stale))


if __name__ == "__main__":
    main()
