/**
 * Draws the application's PNG icons from public/favicon.svg while the client is built. It supports the elements that
 * this picture uses: rounded rectangles, paths of lines and circular arcs, fills and round strokes. Anything else is an
 * error, so that no icon is incomplete.
 */
import { readFileSync } from "node:fs";
import { PNG } from "pngjs";

const ARC_STEPS = 32;
/** the number of samples of a pixel in each direction */
const SAMPLES = 3;

/** Reads the shapes in their order. The units are those of the view box, which is 32 wide. */
function readShapes(svg) {
  return [...svg.matchAll(/<(rect|path)\s([^>]*?)\/?>/g)].map(([, kind, text]) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const { fill = "none", stroke = "none" } = attributes;
    const lines = kind === "rect" ? [rectangle(attributes)] : path(attributes.d ?? "");
    return { lines, fill: colour(fill), stroke: colour(stroke), width: Number(attributes["stroke-width"] ?? 1) };
  });
}

/** The icon as PNG bytes. `inset`: the share of the width that stays free around it, for masks that cut the rim. */
function drawIcon(svg, sizePx, { inset = 0, background = null } = {}) {
  const side = sizePx * SAMPLES;
  const scale = (side * (1 - 2 * inset)) / 32;
  const place = ([x, y]) => [x * scale + inset * side, y * scale + inset * side];
  /** the paint of each sample, as an index into `paints`; 0 = none */
  const samples = new Uint8Array(side * side);
  const paints = [null];
  const layer = (text) => paints.push(text) - 1;
  if (background) samples.fill(layer(colour(background)));
  for (const { lines, fill, stroke, width } of readShapes(svg)) {
    const placed = lines.map((line) => line.map(place));
    if (fill) for (const line of placed) fillLine(samples, side, line, layer(fill));
    if (stroke) for (const line of placed) strokeLine(samples, side, line, (width / 2) * scale, layer(stroke));
  }
  return PNG.sync.write(mixed(samples, paints, sizePx));
}

/** Each pixel is the mean of its samples. */
function mixed(samples, paints, sizePx) {
  const png = new PNG({ width: sizePx, height: sizePx });
  const side = sizePx * SAMPLES;
  for (let pixel = 0; pixel < sizePx * sizePx; pixel += 1) {
    const [left, top] = [(pixel % sizePx) * SAMPLES, Math.floor(pixel / sizePx) * SAMPLES];
    const sum = [0, 0, 0];
    let covered = 0;
    for (let sub = 0; sub < SAMPLES ** 2; sub += 1) {
      const paint = paints[samples[(top + Math.floor(sub / SAMPLES)) * side + left + (sub % SAMPLES)]];
      if (!paint) continue;
      covered += 1;
      for (let channel = 0; channel < 3; channel += 1) sum[channel] += paint[channel];
    }
    for (let channel = 0; channel < 3; channel += 1)
      png.data[pixel * 4 + channel] = covered ? sum[channel] / covered : 0;
    png.data[pixel * 4 + 3] = (covered * 255) / SAMPLES ** 2;
  }
  return png;
}

/** Vite plugin: the icons as files of the build. */
export function iconFiles(source) {
  return {
    name: "icons",
    apply: "build",
    generateBundle() {
      const svg = readFileSync(source, "utf8");
      const emit = (fileName, bytes) => this.emitFile({ type: "asset", fileName, source: bytes });
      emit("icons/icon-192.png", drawIcon(svg, 192));
      emit("icons/icon-512.png", drawIcon(svg, 512));
      emit("icons/maskable-512.png", drawIcon(svg, 512, { inset: 0.1, background: "#11141b" }));
      emit("icons/apple-touch-icon.png", drawIcon(svg, 180, { background: "#11141b" }));
    },
  };
}

function colour(text) {
  if (text === "none") return null;
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!hex) throw new Error(`icon: cannot read colour ${text}`);
  return hex.slice(1).map((part) => Number.parseInt(part, 16));
}

/** Fills row by row, between each pair of crossings. */
function fillLine(samples, side, line, paint) {
  for (let row = 0; row < side; row += 1) {
    const y = row + 0.5;
    const crossings = line
      .flatMap(([ax, ay], index) => {
        const [bx, by] = line[(index + 1) % line.length];
        return ay > y !== by > y ? [((bx - ax) * (y - ay)) / (by - ay) + ax] : [];
      })
      .sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil(crossings[pair] - 0.5));
      const to = Math.min(side, Math.ceil(crossings[pair + 1] - 0.5));
      if (to > from) samples.fill(paint, row * side + from, row * side + to);
    }
  }
}

/** Paints every sample within `reach` of a segment: this gives round ends and corners without further work. */
function strokeLine(samples, side, line, reach, paint) {
  for (let index = 0; index + 1 < line.length; index += 1) {
    const [[ax, ay], [bx, by]] = [line[index], line[index + 1]];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const clamp = (value) => Math.min(side - 1, Math.max(0, Math.round(value)));
    for (let row = clamp(Math.min(ay, by) - reach); row <= clamp(Math.max(ay, by) + reach); row += 1)
      for (let column = clamp(Math.min(ax, bx) - reach); column <= clamp(Math.max(ax, bx) + reach); column += 1) {
        const [x, y] = [column + 0.5 - ax, row + 0.5 - ay];
        const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
        const [ox, oy] = [x - along * dx, y - along * dy];
        if (ox * ox + oy * oy <= reach * reach) samples[row * side + column] = paint;
      }
  }
}

function rectangle({ width, height, rx = "0" }) {
  const [w, h, r] = [Number(width), Number(height), Number(rx)];
  const corner = (cx, cy, from) =>
    Array.from({ length: ARC_STEPS }, (_, step) => {
      const angle = from + (Math.PI / 2) * (step / (ARC_STEPS - 1));
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    });
  return [
    ...corner(w - r, h - r, 0),
    ...corner(r, h - r, Math.PI / 2),
    ...corner(r, r, Math.PI),
    ...corner(w - r, r, Math.PI * 1.5),
  ];
}

function path(text) {
  const lines = [];
  let at = [0, 0];
  const to = (point) => {
    at = point;
    lines.at(-1).push(point);
  };
  for (const [, command, rest] of text.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.\d*|\.?\d+)/g) ?? []).map(Number);
    const [ox, oy] = command === command.toLowerCase() ? at : [0, 0];
    switch (command.toUpperCase()) {
      case "M":
        lines.push([]);
        to([numbers[0] + ox, numbers[1] + oy]);
        break;
      case "H":
        to([numbers[0] + ox, at[1]]);
        break;
      case "V":
        to([at[0], numbers[0] + oy]);
        break;
      case "L":
        to([numbers[0] + ox, numbers[1] + oy]);
        break;
      case "A":
        for (const point of halfCircle(at, numbers, [ox, oy])) to(point);
        break;
      case "Z":
        to(lines.at(-1)[0]);
        break;
      default:
        throw new Error(`icon: cannot read path command ${command}`);
    }
  }
  return lines;
}

/** Arcs here span half a circle, so their centre lies halfway between their ends. */
function halfCircle([ax, ay], [rx, ry, , , sweep, x, y], [ox, oy]) {
  const [bx, by] = [x + ox, y + oy];
  if (rx !== ry || Math.abs(Math.hypot(bx - ax, by - ay) - 2 * rx) > 0.01) throw new Error("icon: not half a circle");
  const [cx, cy] = [(ax + bx) / 2, (ay + by) / 2];
  const from = Math.atan2(ay - cy, ax - cx);
  return Array.from({ length: ARC_STEPS }, (_, step) => {
    const angle = from + (sweep ? 1 : -1) * Math.PI * ((step + 1) / ARC_STEPS);
    return [cx + rx * Math.cos(angle), cy + rx * Math.sin(angle)];
  });
}
