import type { Box } from "./bounds.ts";
import { type Canvas, clipped, d, moved } from "./canvas.ts";
import { choose } from "./chance.ts";
import { mix } from "./colours.ts";
import { labelOn } from "./labels.ts";
import { crease, cylinderPath, FLOOR, gleam, light, MID, pale, part, shade, sheenOver, streak } from "./light.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

/** A carton: the printed front, and a sliver of its right side. `decor` lies under the print. */
export function cartonFace(
  canvas: Canvas,
  seed: FullSeed,
  palette: Palette,
  area: Box,
  { side, decor = "" }: { side: number; decor?: string },
): string {
  const { x, y, w, h } = area;
  const outline = `M${x} ${y}H${x + w}V${y + h}H${x}Z`;
  const flank = d`M${x + w} ${y}L${x + w + side} ${y + side * 0.3}V${y + h - side * 0.42}
    L${x + w} ${y + h}Z`;
  const clip = canvas.clip(outline);
  return (
    canvas.path(flank, { fill: mix(palette.body, "#000000", 0.18) }) +
    canvas.path(flank, { fill: canvas.linear([shade(0, 0.02), shade(1, 0.24)]) }) +
    canvas.path(outline, { fill: palette.body }) +
    clipped(clip, decor + labelOn(canvas, seed, palette, area)) +
    canvas.path(outline, {
      fill: canvas.linear([light(0, 0.22), light(0.4, 0.02), shade(0.7, 0.02), shade(1, 0.13)], [0, 0, 0.7, 1]),
    }) +
    canvas.path(`M${x + 0.8} ${y + h}V${y + 0.8}H${x + w}`, gleam(0.5, 1.6)) +
    canvas.path(`M${x + w} ${y}V${y + h}`, crease(0.14, 1.4))
  );
}

export function box(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const [width, height] = choose<[number, number]>(
    [
      [300, 500],
      [270, 540],
      [360, 440],
    ],
    `${seed.key}v`,
  );
  const area = { x: MID - width / 2 - 18, y: FLOOR - height, w: width, h: height };
  return { width: width + 30, height, svg: cartonFace(canvas, seed, palette, area, { side: 44 }) };
}

export function mask(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 520;
  const height = 270;
  const left = MID - width / 2 - 16;
  const top = FLOOR - height;
  const area = { x: left, y: top, w: width, h: height };
  const side = 36;
  const lid = `M${left + 14} ${top}L${left + 52} ${top - 64}H${left + width + side - 8}L${left + width} ${top}Z`;
  const tissue = d`M${MID - 118} ${top - 30}C${MID - 90} ${top - 92} ${MID - 20} ${top - 70} ${MID + 20} ${top - 84}
    C${MID + 80} ${top - 100} ${MID + 130} ${top - 70} ${MID + 140} ${top - 30}
    Q${MID + 10} ${top - 16} ${MID - 118} ${top - 30}Z`;
  const decor =
    canvas.path(
      d`M${left + width * 0.62} ${top}
              C${left + width * 0.5} ${top + height * 0.4} ${left + width * 0.62} ${top + height * 0.7} ${left + width * 0.56} ${top + height}
              H${left + width}V${top}Z`,
      { fill: palette.alt, opacity: 0.6 },
    ) +
    moved(
      `translate(${left + width * 0.8} ${top + height * 0.42})`,
      canvas.path("M-78 -34Q0 -58 78 -34V34Q0 66 -78 34Z", pale(0.95)) +
        canvas.path("M-78 -12Q0 -28 78 -12M-78 8Q0 -4 78 8M-78 26Q0 20 78 26", {
          stroke: palette.acc,
          strokeOpacity: 0.55,
          strokeWidth: 2,
        }) +
        canvas.path("M-78 -30C-112 -34 -112 34 -78 30M78 -30C112 -34 112 34 78 30", {
          stroke: "#fff",
          strokeWidth: 4,
        }),
    );
  return {
    width: width + 40,
    height: height + 90,
    svg:
      canvas.path(lid, {
        fill: mix(palette.body, "#ffffff", 0.35),
      }) +
      canvas.path(lid, {
        fill: canvas.linear([light(0, 0.2), shade(1, 0.06)]),
      }) +
      canvas.ellipse(MID + 12, top - 32, 150, 15, { fill: mix(palette.alt, "#000000", 0.35) }) +
      canvas.path(tissue, { fill: "#fff" }) +
      canvas.path(tissue, { fill: canvas.linear([shade(0, 0.04), shade(1, 0.2)], [0, 0, 0.3, 1]) }) +
      canvas.path(
        `M${MID - 80} ${top - 50}C${MID - 20} ${top - 66} ${MID + 60} ${top - 62} ${MID + 110} ${top - 56}`,
        crease(0.1, 2),
      ) +
      cartonFace(canvas, seed, palette, area, { side, decor }),
  };
}

export function eyedrop(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 150;
  const height = 230;
  const top = FLOOR - height;
  const left = MID - 150;
  const outline = d`M${left} ${top + 40}Q${left} ${top + 10} ${left + 36} ${top}H${left + width - 36}
    Q${left + width} ${top + 10} ${left + width} ${top + 40}V${FLOOR - 22}
    Q${left + width} ${FLOOR} ${left + width - 22} ${FLOOR + 2}H${left + 22}
    Q${left} ${FLOOR} ${left} ${FLOOR - 22}Z`;
  const middle = left + width / 2;
  const cap = cylinderPath(middle, 78, top - 92, top - 2, { topRadius: 18, radius: 4, bulge: 3, rise: 5 });
  const carton = { x: MID + 20, y: FLOOR - 390, w: 190, h: 390 };
  const plastic = mix(palette.body, "#ffffff", 0.35);
  const area = { x: left, y: top + 44, w: width, h: height - 60 };
  return {
    width: 360,
    height: 400,
    svg:
      cartonFace(canvas, seed, palette, carton, { side: 26 }) +
      part(canvas, cap, palette.cap, "matte") +
      canvas.path(outline, { fill: plastic, opacity: 0.9 }) +
      clipped(
        canvas.clip(outline),
        canvas.rect(left, top + 70, width, height, { fill: palette.alt, opacity: 0.35 }) +
          labelOn(canvas, { ...seed, layout: "disc", en: "", sub: "" }, palette, area, plastic),
      ) +
      sheenOver(canvas, outline, "gloss") +
      streak(canvas, left + 22, top + 40, FLOOR - 40, 9, 0.75),
  };
}
