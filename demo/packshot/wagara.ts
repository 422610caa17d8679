import { type Canvas, round } from "./canvas.ts";

/** Traditional Japanese patterns in one color, as lines (mizutama and uroko: as filled shapes). */
export type Wagara = keyof typeof patterns;

/** How a pattern is drawn. */
export type Weave = {
  color: string;
  /** Size of the repeated figure. */
  size: number;
  /** Stroke width. */
  width: number;
  opacity: number;
};

/** Returns a fill that repeats the pattern. */
export function createPatternFill(canvas: Canvas, name: Wagara, weave: Weave): string {
  const key = `wagara ${name} ${weave.color} ${weave.size} ${weave.width} ${weave.opacity}`;
  return `url(#${canvas.define(key, (id) => patterns[name](id, weave))})`;
}

const patterns = {
  /** Waves of three concentric arcs. */
  seigaiha(id: string, weave: Weave): string {
    const s = weave.size;
    const r = s / 2;
    const arcs = [1, 0.72, 0.44].map(
      (k) =>
        `<path d="M${round(s / 2 - r * k)} ${round(r)}A${round(r * k)} ${round(r * k)} 0 0 1 ${round(s / 2 + r * k)} ${round(r)}"/>`,
    );
    return renderTile(id, weave, s, r, arcs.join(""));
  },

  /** Hemp leaves: triangles with their center joined to their corners. */
  asanoha(id: string, weave: Weave): string {
    const w = weave.size;
    const h = w * Math.sqrt(3);
    const star = (...corners: [number, number][]) => {
      const x = corners.reduce((sum, corner) => sum + corner[0], 0) / 3;
      const y = corners.reduce((sum, corner) => sum + corner[1], 0) / 3;
      return `<path d="${corners.map((c) => `M${round(c[0])} ${round(c[1])}L${round(x)} ${round(y)}`).join("")}"/>`;
    };
    const middle: [number, number] = [w / 2, h / 2];
    const frame = `M0 0H${round(w)}M0 ${round(h)}H${round(w)}M0 ${round(h / 2)}H${round(w)}M0 0L${round(w)} ${round(h)}M${round(w)} 0L0 ${round(h)}`;
    const leaves =
      star([0, 0], [w, 0], middle) +
      star([0, h], [w, h], middle) +
      star([0, 0], middle, [-w / 2, h / 2]) +
      star([w, 0], middle, [w * 1.5, h / 2]) +
      star([0, h], middle, [-w / 2, h / 2]) +
      star([w, h], middle, [w * 1.5, h / 2]);
    return renderTile(id, weave, w, h, `<path d="${frame}"/>${leaves}`);
  },

  /** Seven treasures: overlapping circles. */
  shippo(id: string, weave: Weave): string {
    const s = weave.size;
    const r = s / 2;
    const centers = [
      [0, 0],
      [s, 0],
      [0, s],
      [s, s],
      [r, r],
      [r, -r],
      [r, s + r],
      [-r, r],
      [s + r, r],
    ];
    return renderTile(id, weave, s, s, centers.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join(""));
  },

  /** Tortoiseshell: hexagons. */
  kikko(id: string, weave: Weave): string {
    const a = weave.size / 2;
    const h = a * Math.sqrt(3);
    const half = `${round(h / 2)}`;
    const path =
      `M0 ${half}H${round(a / 2)}M${round(a / 2)} ${half}L${round(a)} 0H${round(2 * a)}L${round(2.5 * a)} ${half}H${round(3 * a)}` +
      `M${round(a / 2)} ${half}L${round(a)} ${round(h)}H${round(2 * a)}L${round(2.5 * a)} ${half}`;
    return renderTile(id, weave, a * 3, h, `<path d="${path}"/>`);
  },

  /** Arrow feathers. */
  yagasuri(id: string, weave: Weave): string {
    const w = weave.size * 0.6;
    const h = weave.size * 1.6;
    const [q, m, t, e] = [round(h * 0.25), round(h * 0.5), round(h * 0.75), round(h)];
    const [w1, w2, w3, w4] = [round(w / 2), round(w), round(w * 1.5), round(w * 2)];
    const path =
      `M0 ${q}L${w1} 0L${w2} ${q}M0 ${t}L${w1} ${m}L${w2} ${t}M${w2} ${m}L${w3} ${t}L${w4} ${m}M${w2} 0L${w3} ${q}L${w4} 0` +
      `M${w2} ${e}L${w3} ${round(h * 1.25)}M0 0V${e}M${w2} 0V${e}M${w1} 0V${m}M${w3} ${q}V${t}`;
    return renderTile(id, weave, w * 2, h, `<path d="${path}"/>`);
  },

  /** Rising steam: pairs of wavy lines. */
  tatewaku(id: string, weave: Weave): string {
    const w = weave.size;
    const h = weave.size * 2.2;
    const wave = (outward: number, inward: number) => {
      const [a, b, q, m, t] = [round(w * outward), round(w * inward), round(h * 0.25), round(h * 0.5), round(h * 0.75)];
      return `M${a} 0C${a} ${q} ${b} ${q} ${b} ${m}S${a} ${t} ${a} ${round(h)}`;
    };
    return renderTile(id, weave, w, h, `<path d="${wave(0.12, 0.42)}${wave(0.88, 0.58)}"/>`);
  },

  /** Dots. */
  mizutama(id: string, { color, size, opacity }: Weave): string {
    const r = round(size * 0.11);
    const dots = [0.25, 0.75]
      .map((position) => `<circle cx="${size * position}" cy="${size * position}" r="${r}"/>`)
      .join("");
    return renderPattern(id, size, size, `<g fill="${color}" fill-opacity="${opacity}">${dots}</g>`);
  },

  /** Scales. */
  uroko(id: string, { color, size, opacity }: Weave): string {
    const h = round(size * 0.87);
    const path = `M0 ${h}L${size / 2} 0L${size} ${h}Z`;
    return renderPattern(id, size, h, `<path d="${path}" fill="${color}" fill-opacity="${round(opacity * 0.6)}"/>`);
  },

  /** Winding vines, the best-known furoshiki pattern. */
  karakusa(id: string, weave: Weave): string {
    const w = weave.size * 2.4;
    const k = weave.size / 34;
    const spiral = (x: number, y: number, scale: number, flip: 1 | -1) =>
      `<path transform="translate(${round(x)} ${round(y)}) scale(${flip * scale} ${scale})" d="M0 0C-6 -10 -22 -8 -22 6C-22 18 -6 20 -4 9C-3 2 -12 1 -13 7M0 0C8 10 20 12 30 4M9 8C12 16 20 20 26 16M18 10C22 0 30 -4 36 0"/>`;
    return renderTile(
      id,
      weave,
      w,
      w,
      spiral(w * 0.3, w * 0.26, k, 1) +
        spiral(w * 0.74, w * 0.5, k, -1) +
        spiral(w * 0.28, w * 0.78, k, 1) +
        spiral(w * 0.8, w * 0.98, k * 0.8, -1) +
        spiral(w * 0.8, -w * 0.02, k * 0.8, -1),
    );
  },
} as const;

/** Renders a pattern of lines. */
function renderTile(id: string, { color, width, opacity }: Weave, w: number, h: number, lines: string): string {
  const stroke = `stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"`;
  return renderPattern(id, round(w), round(h), `<g fill="none" ${stroke}>${lines}</g>`);
}

function renderPattern(id: string, width: number, height: number, inner: string): string {
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${inner}</pattern>`;
}
