import type { Box } from "./bounds.ts";
import { type Canvas, wrapInClip, pathData, wrapInTransform } from "./canvas.ts";
import { chooseByHash } from "./random.ts";
import { mixColors } from "./colors.ts";
import { drawLabel } from "./labels.ts";
import {
  creaseStroke,
  buildCylinderPath,
  FLOOR_Y,
  highlightStroke,
  lightStop,
  CENTER_X,
  whitePaint,
  drawPart,
  shadeStop,
  drawSheen,
  drawStreak,
} from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

/** Draws a carton: the printed front and a narrow strip of its right side. `decor` is drawn under the print. */
export function drawCarton(
  canvas: Canvas,
  seed: FullSeed,
  palette: Palette,
  area: Box,
  { side, decor = "" }: { side: number; decor?: string },
): string {
  const { x, y, w, h } = area;
  const outline = `M${x} ${y}H${x + w}V${y + h}H${x}Z`;
  const flank = pathData`M${x + w} ${y}L${x + w + side} ${y + side * 0.3}V${y + h - side * 0.42}
    L${x + w} ${y + h}Z`;
  const clip = canvas.clip(outline);
  return (
    canvas.path(flank, { fill: mixColors(palette.body, "#000000", 0.18) }) +
    canvas.path(flank, { fill: canvas.linear([shadeStop(0, 0.02), shadeStop(1, 0.24)]) }) +
    canvas.path(outline, { fill: palette.body }) +
    wrapInClip(clip, decor + drawLabel(canvas, seed, palette, area)) +
    canvas.path(outline, {
      fill: canvas.linear(
        [lightStop(0, 0.22), lightStop(0.4, 0.02), shadeStop(0.7, 0.02), shadeStop(1, 0.13)],
        [0, 0, 0.7, 1],
      ),
    }) +
    canvas.path(`M${x + 0.8} ${y + h}V${y + 0.8}H${x + w}`, highlightStroke(0.5, 1.6)) +
    canvas.path(`M${x + w} ${y}V${y + h}`, creaseStroke(0.14, 1.4))
  );
}

/** Draws a carton; the key selects its proportions. */
export function box(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const [width, height] = chooseByHash<[number, number]>(
    [
      [300, 500],
      [270, 540],
      [360, 440],
    ],
    `${seed.key}v`,
  );
  const area = { x: CENTER_X - width / 2 - 18, y: FLOOR_Y - height, w: width, h: height };
  return { width: width + 30, height, svg: drawCarton(canvas, seed, palette, area, { side: 44 }) };
}

/** Draws an open box of face masks. */
export function mask(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 520;
  const height = 270;
  const left = CENTER_X - width / 2 - 16;
  const top = FLOOR_Y - height;
  const area = { x: left, y: top, w: width, h: height };
  const side = 36;
  const lid = `M${left + 14} ${top}L${left + 52} ${top - 64}H${left + width + side - 8}L${left + width} ${top}Z`;
  const tissue = pathData`M${CENTER_X - 118} ${top - 30}C${CENTER_X - 90} ${top - 92} ${CENTER_X - 20} ${top - 70} ${CENTER_X + 20} ${top - 84}
    C${CENTER_X + 80} ${top - 100} ${CENTER_X + 130} ${top - 70} ${CENTER_X + 140} ${top - 30}
    Q${CENTER_X + 10} ${top - 16} ${CENTER_X - 118} ${top - 30}Z`;
  const decor =
    canvas.path(
      pathData`M${left + width * 0.62} ${top}
              C${left + width * 0.5} ${top + height * 0.4} ${left + width * 0.62} ${top + height * 0.7} ${left + width * 0.56} ${top + height}
              H${left + width}V${top}Z`,
      { fill: palette.alt, opacity: 0.6 },
    ) +
    wrapInTransform(
      `translate(${left + width * 0.8} ${top + height * 0.42})`,
      canvas.path("M-78 -34Q0 -58 78 -34V34Q0 66 -78 34Z", whitePaint(0.95)) +
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
        fill: mixColors(palette.body, "#ffffff", 0.35),
      }) +
      canvas.path(lid, {
        fill: canvas.linear([lightStop(0, 0.2), shadeStop(1, 0.06)]),
      }) +
      canvas.ellipse(CENTER_X + 12, top - 32, 150, 15, { fill: mixColors(palette.alt, "#000000", 0.35) }) +
      canvas.path(tissue, { fill: "#fff" }) +
      canvas.path(tissue, { fill: canvas.linear([shadeStop(0, 0.04), shadeStop(1, 0.2)], [0, 0, 0.3, 1]) }) +
      canvas.path(
        `M${CENTER_X - 80} ${top - 50}C${CENTER_X - 20} ${top - 66} ${CENTER_X + 60} ${top - 62} ${CENTER_X + 110} ${top - 56}`,
        creaseStroke(0.1, 2),
      ) +
      drawCarton(canvas, seed, palette, area, { side, decor }),
  };
}

/** Draws a small dropper bottle beside its carton. */
export function eyedrop(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 150;
  const height = 230;
  const top = FLOOR_Y - height;
  const left = CENTER_X - 150;
  const outline = pathData`M${left} ${top + 40}Q${left} ${top + 10} ${left + 36} ${top}H${left + width - 36}
    Q${left + width} ${top + 10} ${left + width} ${top + 40}V${FLOOR_Y - 22}
    Q${left + width} ${FLOOR_Y} ${left + width - 22} ${FLOOR_Y + 2}H${left + 22}
    Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 22}Z`;
  const middle = left + width / 2;
  const cap = buildCylinderPath(middle, 78, top - 92, top - 2, { topRadius: 18, radius: 4, bulge: 3, rise: 5 });
  const carton = { x: CENTER_X + 20, y: FLOOR_Y - 390, w: 190, h: 390 };
  const plastic = mixColors(palette.body, "#ffffff", 0.35);
  const area = { x: left, y: top + 44, w: width, h: height - 60 };
  return {
    width: 360,
    height: 400,
    svg:
      drawCarton(canvas, seed, palette, carton, { side: 26 }) +
      drawPart(canvas, cap, palette.cap, "matte") +
      canvas.path(outline, { fill: plastic, opacity: 0.9 }) +
      wrapInClip(
        canvas.clip(outline),
        canvas.rect(left, top + 70, width, height, { fill: palette.alt, opacity: 0.35 }) +
          drawLabel(canvas, { ...seed, layout: "disc", en: "", sub: "" }, palette, area, plastic),
      ) +
      drawSheen(canvas, outline, "gloss") +
      drawStreak(canvas, left + 22, top + 40, FLOOR_Y - 40, 9, 0.75),
  };
}
