import { Canvas, clipped, moved } from "./canvas.ts";
import { isDark, mix } from "./colours.ts";
import { drawn } from "./forms.ts";
import { cartonFace } from "./forms-cartons.ts";
import { crease, FLOOR, gleam, light, MID, shade } from "./light.ts";
import { paletteOf } from "./palettes.ts";
import { filled, type Form, type FullSeed, type Layout, type Seed } from "./seed.ts";
import { HEIGHT, standing, studio, WIDTH } from "./studio.ts";

/** The pack; the pack beside its carton; a smear of what is in it; a close look at the label. */
export type View = "front" | "carton" | "texture" | "detail";

/**
 * The picture of a pack as SVG, 800 x 1000. Pure: the same seed and view give the same text on every machine.
 * Without `ground` the pack stands on nothing, see-through around it.
 * What is printed is limited to the glyph set: see `Face` in `lettering.ts`.
 */
export function packshot(seed: Partial<Seed>, options: { view?: View; ground?: boolean } = {}): string {
  const { view = "front", ground = true } = options;
  const full = filled(seed);
  const canvas = new Canvas({ ...full, view });
  const back = ground ? studio(canvas, full.cloth) : "";
  return canvas.picture(WIDTH, HEIGHT, back + views[view](canvas, full), { title: full.title });
}

const views: Record<View, (canvas: Canvas, seed: FullSeed) => string> = {
  front(canvas, seed) {
    const shape = drawn(canvas, seed);
    const scale = fit[seed.form ?? "bottle"];
    const height = shape.height * scale;
    // Low packs sink to the middle of the picture, high ones stay on the floor.
    const y = Math.min(FLOOR + 22, HEIGHT / 2 + height / 2 + Math.max(0, (700 - height) * 0.2));
    return standing(canvas, shape, { x: MID, y, scale });
  },

  carton(canvas, seed) {
    const shape = drawn(canvas, seed);
    const palette = paletteOf(seed);
    const w = shape.width > 300 ? 300 : Math.max(200, shape.width * 1.02);
    const h = Math.min(640, shape.height * 1.04);
    const face = cartonFace(
      canvas,
      { ...seed, layout: notForCartons.has(seed.layout) ? "tategaki" : seed.layout },
      { ...palette, body: mix(palette.body, palette.cap, 0.25) },
      { x: MID - w / 2, y: FLOOR - h, w, h },
      { side: 40 },
    );
    const scale = 0.94 * Math.min(fit[seed.form ?? "bottle"], 1.1);
    return (
      standing(canvas, { width: w, height: h, svg: face }, { x: 530, y: FLOOR - 36, scale: 0.94 }) +
      standing(canvas, shape, { x: 285, y: FLOOR + 6, scale })
    );
  },

  texture(canvas, seed) {
    const palette = paletteOf(seed);
    const colour = seed.shade ?? mix("#FBF7F0", isDark(palette.body) ? palette.acc : palette.body, 0.3);
    const smear =
      "M150 560C120 430 260 330 400 350C470 360 500 300 590 320C690 345 690 470 640 540C590 610 640 680 560 730C470 785 400 700 300 720C210 735 165 650 150 560Z";
    const ridges =
      canvas.path("M190 600C240 450 360 520 440 440C510 370 580 400 640 380", {
        ...gleam(0.85, 26, 10),
        roundEnds: true,
      }) +
      canvas.path("M210 660C300 560 420 640 520 540C570 490 600 500 650 470", crease(0.12, 30, 12)) +
      canvas.path("M230 690C330 600 430 690 540 600", { ...gleam(0.6, 14, 6), roundEnds: true });
    return (
      canvas.path(smear, { fill: "#1d2a2b", opacity: 0.22, transform: "translate(12 22)", blur: 16 }) +
      canvas.path(smear, { fill: seed.shade === undefined ? mix(colour, "#ffffff", 0.35) : colour }) +
      canvas.path(smear, {
        fill: canvas.linear([light(0, 0.6), light(0.45, 0.05), shade(1, 0.14)], [0.1, 0, 0.8, 1]),
      }) +
      clipped(canvas.clip(smear), ridges) +
      canvas.path("M232 470C270 410 330 396 380 398", { ...gleam(0.9, 9, 2.5), roundEnds: true })
    );
  },

  detail(canvas, seed) {
    const shape = drawn(canvas, seed);
    const scale = fit[seed.form ?? "bottle"] * 1.9;
    return moved(
      `translate(${MID} ${FLOOR + shape.height * 0.62}) scale(${scale}) translate(${-MID} ${-FLOOR})`,
      shape.svg,
    );
  },
};

const notForCartons = new Set<Layout>(["low", "lowdisc", "slim", "round", "soap", "wide", "pack", "none"]);

/** Scales that make every form fill about the same part of the picture. */
const fit: Record<Form, number> = {
  stick: 1.34,
  dropper: 1.34,
  eyedrop: 1.42,
  jar: 1.42,
  soap: 1.38,
  compact: 1.36,
  tin: 1.42,
  supp: 1.4,
  mist: 1.24,
  mask: 1.22,
  pack: 1.26,
  sachet: 1.36,
  bag: 1.3,
  refill: 1.32,
  bottle: 1.12,
  tube: 1.2,
  box: 1.3,
  jug: 1.22,
  pump: 1.12,
  can: 1.2,
  spray: 1.12,
  bundle: 1.24,
};
