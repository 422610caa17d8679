import { type Canvas, wrapInClip, pathData, TOP_TO_BOTTOM } from "./canvas.ts";
import { mixColors } from "./colors.ts";
import { drawLabel } from "./labels.ts";
import {
  creaseStroke,
  buildCylinderPath,
  drawTopLight,
  FLOOR_Y,
  highlightStroke,
  drawGrooves,
  lightStop,
  CENTER_X,
  drawPart,
  drawSeam,
  shadeStop,
  drawSheen,
  drawStreak,
  drawBody,
} from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

/** Draws a bottle with a trigger. */
export function spray(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 262;
  const height = 430;
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const neck = 46;
  const outline = pathData`M${CENTER_X - neck} ${top - 70}H${CENTER_X + neck}
    C${CENTER_X + neck} ${top - 20} ${right - 14} ${top + 10} ${right} ${top + 110}
    C${right + 8} ${top + 180} ${right - 10} ${top + 240} ${right} ${FLOOR_Y - 40}
    Q${right + 2} ${FLOOR_Y} ${right - 34} ${FLOOR_Y + 4}Q${CENTER_X} ${FLOOR_Y + 10} ${left + 34} ${FLOOR_Y + 4}
    Q${left - 2} ${FLOOR_Y} ${left} ${FLOOR_Y - 40}
    C${left + 10} ${top + 240} ${left - 8} ${top + 180} ${left} ${top + 110}
    C${left + 14} ${top + 10} ${CENTER_X - neck} ${top - 20} ${CENTER_X - neck} ${top - 70}Z`;
  const area = { x: left + 8, y: top + 66, w: width - 16, h: height - 110 };
  const collar = buildCylinderPath(CENTER_X, 112, top - 118, top - 64, { topRadius: 5, radius: 4, bulge: 4, rise: 4 });
  const neckTop = top - 118;
  const head = pathData`M${CENTER_X + 40} ${neckTop + 4}V${neckTop - 20}Q${CENTER_X + 62} ${neckTop - 34} ${CENTER_X + 74} ${neckTop - 66}
    Q${CENTER_X + 78} ${neckTop - 86} ${CENTER_X + 56} ${neckTop - 88}H${CENTER_X - 96}V${neckTop - 98}H${CENTER_X - 128}V${neckTop - 46}H${CENTER_X - 96}
    V${neckTop - 54}Q${CENTER_X - 40} ${neckTop - 52} ${CENTER_X - 40} ${neckTop + 4}Z`;
  const trigger = pathData`M${CENTER_X - 84} ${neckTop - 54}C${CENTER_X - 92} ${neckTop - 20} ${CENTER_X - 110} ${neckTop + 10} ${CENTER_X - 104} ${neckTop + 44}
    Q${CENTER_X - 98} ${neckTop + 54} ${CENTER_X - 90} ${neckTop + 44}
    C${CENTER_X - 92} ${neckTop + 12} ${CENTER_X - 66} ${neckTop - 8} ${CENTER_X - 58} ${neckTop - 50}Z`;
  return {
    width: width + 20,
    height: height + 220,
    svg:
      canvas.path(trigger, { fill: palette.cap }) +
      canvas.path(trigger, { fill: canvas.linear([lightStop(0, 0.3), shadeStop(1, 0.28)]) }) +
      canvas.path(head, { fill: mixColors(palette.alt, "#ffffff", 0.05) }) +
      canvas.path(head, {
        fill: canvas.linear(
          [lightStop(0, 0.42), lightStop(0.4, 0.04), shadeStop(0.8, 0.14), shadeStop(1, 0.3)],
          TOP_TO_BOTTOM,
        ),
      }) +
      canvas.path(`M${CENTER_X - 90} ${neckTop - 80}H${CENTER_X + 50}`, {
        ...highlightStroke(0.55, 4, 1.6),
        roundEnds: true,
      }) +
      drawPart(canvas, collar, palette.cap, "gloss") +
      drawGrooves(canvas, {
        count: 13,
        x: CENTER_X - 50,
        step: 8,
        y: neckTop + 8,
        width: 1.4,
        height: 40,
        opacity: 0.09,
      }) +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "gloss") +
      drawTopLight(canvas, outline, 0.1, 0.16) +
      drawStreak(canvas, left + 38, top + 100, FLOOR_Y - 70, 12, 0.55),
  };
}

/** Draws a spray can. */
export function can(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 200;
  const height = 500;
  const top = FLOOR_Y - height;
  const outline = buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 16, radius: 10, bulge: 7, rise: 8 });
  const area = { x: CENTER_X - width / 2, y: top + 30, w: width, h: height - 60 };
  const cap = buildCylinderPath(CENTER_X, width - 14, top - 96, top - 6, {
    topRadius: 26,
    radius: 4,
    bulge: 4,
    rise: 8,
  });
  return {
    width,
    height: height + 96,
    svg:
      drawPart(canvas, cap, palette.cap, "matte") +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "gloss") +
      canvas.path(
        `M${CENTER_X - width / 2} ${FLOOR_Y - 12}Q${CENTER_X} ${FLOOR_Y} ${CENTER_X + width / 2} ${FLOOR_Y - 12}`,
        highlightStroke(0.5, 3),
      ) +
      drawSeam(canvas, CENTER_X, width - 6, top - 2, 0.3),
  };
}

/** Draws a large bottle with a handle. */
export function jug(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 330;
  const height = 470;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const top = FLOOR_Y - height;
  const outline = pathData`M${left + 60} ${top}H${left + 190}
    C${left + 230} ${top + 4} ${left + 250} ${top + 40} ${right - 40} ${top + 70}
    Q${right} ${top + 92} ${right} ${top + 150}V${FLOOR_Y - 36}Q${right} ${FLOOR_Y} ${right - 36} ${FLOOR_Y + 4}
    Q${CENTER_X} ${FLOOR_Y + 9} ${left + 36} ${FLOOR_Y + 4}Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 36}V${top + 140}
    C${left} ${top + 70} ${left + 50} ${top + 60} ${left + 60} ${top}Z`;
  const hole = pathData`M${right - 96} ${top + 130}Q${right - 50} ${top + 128} ${right - 48} ${top + 168}V${top + 268}
    Q${right - 50} ${top + 292} ${right - 74} ${top + 280}
    Q${right - 106} ${top + 230} ${right - 112} ${top + 160}
    Q${right - 112} ${top + 132} ${right - 96} ${top + 130}Z`;
  const area = { x: left + 20, y: top + 150, w: width * 0.66, h: height - 190 };
  const cap = buildCylinderPath(left + 125, 150, top - 104, top - 2, { topRadius: 14, radius: 6, bulge: 5, rise: 6 });
  const outlineWithHole = outline + hole;
  const clip = canvas.clip(outlineWithHole, "evenodd");
  return {
    width,
    height: height + 104,
    svg:
      drawPart(canvas, cap, palette.alt, "matte") +
      drawGrooves(canvas, { count: 17, x: left + 58, step: 8.2, y: top - 90, width: 1.6, height: 80, opacity: 0.08 }) +
      canvas.path(outlineWithHole, { fill: palette.body, evenOdd: true }) +
      wrapInClip(clip, drawLabel(canvas, seed, palette, area)) +
      drawSheen(canvas, outlineWithHole, "gloss", { evenOdd: true }) +
      canvas.path(outlineWithHole, {
        fill: canvas.linear(
          [lightStop(0, 0.16), lightStop(0.3, 0), shadeStop(0.75, 0), shadeStop(1, 0.18)],
          TOP_TO_BOTTOM,
        ),
        evenOdd: true,
      }) +
      canvas.path(hole, creaseStroke(0.22, 7, 3)) +
      canvas.path(hole, highlightStroke(0.35, 2)) +
      drawStreak(canvas, left + 52, top + 150, FLOOR_Y - 60, 13, 0.55) +
      drawSeam(canvas, left + 125, 136, top - 1, 0.28),
  };
}

/** Draws a soft pack of diapers with a handle. */
export function pack(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 500;
  const height = 400;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const top = FLOOR_Y - height;
  const outline = pathData`M${left + 14} ${top + 20}C${left + 60} ${top - 8} ${right - 60} ${top - 8} ${right - 14} ${top + 20}
    C${right + 6} ${top + 120} ${right + 6} ${FLOOR_Y - 110} ${right - 10} ${FLOOR_Y - 12}
    C${right - 60} ${FLOOR_Y + 8} ${left + 60} ${FLOOR_Y + 8} ${left + 10} ${FLOOR_Y - 12}
    C${left - 6} ${FLOOR_Y - 110} ${left - 6} ${top + 120} ${left + 14} ${top + 20}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left + 10, y: top + 8, w: width - 20, h: height - 24 };
  const handle = pathData`M${CENTER_X - 120} ${top + 6}C${CENTER_X - 110} ${top - 76} ${CENTER_X + 110} ${top - 76} ${CENTER_X + 120} ${top + 6}
    L${CENTER_X + 84} ${top + 4}C${CENTER_X + 70} ${top - 44} ${CENTER_X - 70} ${top - 44} ${CENTER_X - 84} ${top + 4}Z`;
  return {
    width: width * 0.98,
    height: height + 70,
    svg:
      canvas.path(handle, { fill: mixColors(palette.alt, "#ffffff", 0.2) }) +
      canvas.path(handle, { fill: canvas.linear([lightStop(0, 0.4), shadeStop(1, 0.18)], TOP_TO_BOTTOM) }) +
      canvas.path(outline, { fill: palette.body }) +
      wrapInClip(
        clip,
        canvas.path(
          pathData`M${left - 20} ${FLOOR_Y - 120}
            C${left + 120} ${FLOOR_Y - 170} ${right - 160} ${FLOOR_Y - 70} ${right + 20} ${FLOOR_Y - 140}
            V${FLOOR_Y + 20}H${left - 20}Z`,
          { fill: palette.alt },
        ) +
          drawLabel(canvas, seed, palette, area) +
          canvas.path(
            `M${left + 50} ${top}C${left + 20} ${top + 130} ${left + 80} ${top + 250} ${left + 30} ${FLOOR_Y}`,
            highlightStroke(0.55, 44, 20),
          ) +
          canvas.path(
            `M${right - 40} ${top}C${right - 16} ${top + 140} ${right - 80} ${top + 250} ${right - 26} ${FLOOR_Y}`,
            creaseStroke(0.2, 44, 20),
          ) +
          canvas.path(
            pathData`M${left + 120} ${top + 10}Q${left + 150} ${top + 60} ${left + 130} ${top + 90}
              M${right - 150} ${top + 14}Q${right - 130} ${top + 50} ${right - 160} ${top + 84}
              M${left + 160} ${FLOOR_Y - 8}Q${left + 190} ${FLOOR_Y - 60} ${left + 176} ${FLOOR_Y - 84}`,
            creaseStroke(0.1, 10, 5),
          ),
      ) +
      canvas.path(outline, {
        fill: canvas.linear(
          [lightStop(0, 0.22), lightStop(0.3, 0.02), shadeStop(0.7, 0.02), shadeStop(1, 0.2)],
          TOP_TO_BOTTOM,
        ),
      }),
  };
}
