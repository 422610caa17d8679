import { Canvas, wrapInClip, wrapInTransform } from "./canvas.ts";
import { isDark, mixColors } from "./colors.ts";
import { drawPack } from "./forms.ts";
import { COIN_DIAMETER_MM, drawCoin } from "./coin.ts";
import { drawCarton } from "./forms-cartons.ts";
import { creaseStroke, FLOOR_Y, highlightStroke, lightStop, CENTER_X, shadeStop } from "./lighting.ts";
import { getPalette } from "./palettes.ts";
import type { Shape } from "./shape.ts";
import { completeSeed, type Form, type FullSeed, type Layout, type Seed } from "./seed.ts";
import { HEIGHT, drawOnFloor, drawBackdrop, WIDTH } from "./scene.ts";

/** The pack; the pack beside its carton; a smear of the content; a close-up of the label. */
export type View = "front" | "carton" | "texture" | "detail";

/** The longest side of the pack in the scale view, in picture units, and the largest enlargement of small packs. */
const MAX_LENGTH = 600;
const MAX_UNITS_PER_MM = 7;

/**
 * Returns the picture of a pack as SVG, 800 x 1000. Deterministic: the same seed and view give the same text.
 * Without `ground` the background is transparent. Printed text is limited to the glyph set: see `Face` in
 * `text-outlines.ts`.
 */
export function drawPackshot(seed: Partial<Seed>, options: { view?: View; ground?: boolean } = {}): string {
  const { view = "front", ground = true } = options;
  const fullSeed = completeSeed(seed);
  const canvas = new Canvas({ ...fullSeed, view });
  const backdrop = ground ? drawBackdrop(canvas, fullSeed.cloth) : "";
  return canvas.picture(WIDTH, HEIGHT, backdrop + drawByView[view](canvas, fullSeed), { title: fullSeed.title });
}

/** What the true size of a pack follows from: its longest side in millimeters, or its content in milliliters. */
export type PackSize = { lengthMm: number } | { contentMl: number };

/** Volume of a pack in relation to its content: walls, cap and air. */
const PACK_VOLUME_SHARE = 1.5;

/** Returns the picture of a pack beside a 500-yen coin, both in their true proportion. */
export function drawScaleView(seed: Partial<Seed>, size: PackSize): string {
  const fullSeed = completeSeed(seed);
  const canvas = new Canvas({ ...fullSeed, view: "scale", ...size });
  const shape = drawPack(canvas, fullSeed);
  const lengthMm = "lengthMm" in size ? size.lengthMm : estimateLength(shape, size.contentMl);
  const unitsPerMm = Math.min(MAX_LENGTH / lengthMm, MAX_UNITS_PER_MM);
  const scale = (unitsPerMm * lengthMm) / Math.max(shape.width, shape.height);
  const coin = drawCoin(canvas, COIN_DIAMETER_MM * unitsPerMm);
  const gap = 36;
  const packWidth = shape.width * scale;
  const left = CENTER_X - (packWidth + gap + coin.height) / 2;
  return canvas.picture(
    WIDTH,
    HEIGHT,
    drawBackdrop(canvas, fullSeed.cloth) +
      drawOnFloor(canvas, shape, { x: left + packWidth / 2, y: FLOOR_Y, scale }) +
      drawOnFloor(canvas, coin, { x: left + packWidth + gap + coin.height / 2, y: FLOOR_Y, scale: 1 }),
    { title: fullSeed.title },
  );
}

/** Estimates the longest side in millimeters of a round pack with this outline and content. */
function estimateLength({ width, height }: Shape, contentMl: number): number {
  const heightMm = Math.cbrt((4 * contentMl * 1000 * PACK_VOLUME_SHARE * (height / width) ** 2) / Math.PI);
  return heightMm * Math.max(1, width / height);
}

const drawByView: Record<View, (canvas: Canvas, seed: FullSeed) => string> = {
  front(canvas, seed) {
    const shape = drawPack(canvas, seed);
    const scale = scaleByForm[seed.form ?? "bottle"];
    const height = shape.height * scale;
    // Low packs are centered vertically, high ones stand on the floor line.
    const y = Math.min(FLOOR_Y + 22, HEIGHT / 2 + height / 2 + Math.max(0, (700 - height) * 0.2));
    return drawOnFloor(canvas, shape, { x: CENTER_X, y, scale });
  },

  carton(canvas, seed) {
    const shape = drawPack(canvas, seed);
    const palette = getPalette(seed);
    const w = shape.width > 300 ? 300 : Math.max(200, shape.width * 1.02);
    const h = Math.min(640, shape.height * 1.04);
    const face = drawCarton(
      canvas,
      { ...seed, layout: layoutsWithoutCarton.has(seed.layout) ? "tategaki" : seed.layout },
      { ...palette, body: mixColors(palette.body, palette.cap, 0.25) },
      { x: CENTER_X - w / 2, y: FLOOR_Y - h, w, h },
      { side: 40 },
    );
    const scale = 0.94 * Math.min(scaleByForm[seed.form ?? "bottle"], 1.1);
    return (
      drawOnFloor(canvas, { width: w, height: h, svg: face }, { x: 530, y: FLOOR_Y - 36, scale: 0.94 }) +
      drawOnFloor(canvas, shape, { x: 285, y: FLOOR_Y + 6, scale })
    );
  },

  texture(canvas, seed) {
    const palette = getPalette(seed);
    const color = seed.shade ?? mixColors("#FBF7F0", isDark(palette.body) ? palette.acc : palette.body, 0.3);
    const smear =
      "M150 560C120 430 260 330 400 350C470 360 500 300 590 320C690 345 690 470 640 540C590 610 640 680 560 730C470 785 400 700 300 720C210 735 165 650 150 560Z";
    const ridges =
      canvas.path("M190 600C240 450 360 520 440 440C510 370 580 400 640 380", {
        ...highlightStroke(0.85, 26, 10),
        roundEnds: true,
      }) +
      canvas.path("M210 660C300 560 420 640 520 540C570 490 600 500 650 470", creaseStroke(0.12, 30, 12)) +
      canvas.path("M230 690C330 600 430 690 540 600", { ...highlightStroke(0.6, 14, 6), roundEnds: true });
    return (
      canvas.path(smear, { fill: "#1d2a2b", opacity: 0.22, transform: "translate(12 22)", blur: 16 }) +
      canvas.path(smear, { fill: seed.shade === undefined ? mixColors(color, "#ffffff", 0.35) : color }) +
      canvas.path(smear, {
        fill: canvas.linear([lightStop(0, 0.6), lightStop(0.45, 0.05), shadeStop(1, 0.14)], [0.1, 0, 0.8, 1]),
      }) +
      wrapInClip(canvas.clip(smear), ridges) +
      canvas.path("M232 470C270 410 330 396 380 398", { ...highlightStroke(0.9, 9, 2.5), roundEnds: true })
    );
  },

  detail(canvas, seed) {
    const shape = drawPack(canvas, seed);
    const scale = scaleByForm[seed.form ?? "bottle"] * 1.9;
    return wrapInTransform(
      `translate(${CENTER_X} ${FLOOR_Y + shape.height * 0.62}) scale(${scale}) translate(${-CENTER_X} ${-FLOOR_Y})`,
      shape.svg,
    );
  },
};

const layoutsWithoutCarton = new Set<Layout>(["low", "lowdisc", "slim", "round", "soap", "wide", "pack", "none"]);

/** Scales at which every form fills about the same part of the picture. */
const scaleByForm: Record<Form, number> = {
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
