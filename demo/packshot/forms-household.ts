import { type Canvas, clipped, d, DOWN } from "./canvas.ts";
import { mix } from "./colours.ts";
import { labelOn } from "./labels.ts";
import {
  crease,
  cylinderPath,
  fall,
  FLOOR,
  gleam,
  grooves,
  light,
  MID,
  part,
  seam,
  shade,
  sheenOver,
  streak,
  wall,
} from "./light.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

export function spray(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 262;
  const height = 430;
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const neck = 46;
  const outline = d`M${MID - neck} ${top - 70}H${MID + neck}
    C${MID + neck} ${top - 20} ${right - 14} ${top + 10} ${right} ${top + 110}
    C${right + 8} ${top + 180} ${right - 10} ${top + 240} ${right} ${FLOOR - 40}
    Q${right + 2} ${FLOOR} ${right - 34} ${FLOOR + 4}Q${MID} ${FLOOR + 10} ${left + 34} ${FLOOR + 4}
    Q${left - 2} ${FLOOR} ${left} ${FLOOR - 40}
    C${left + 10} ${top + 240} ${left - 8} ${top + 180} ${left} ${top + 110}
    C${left + 14} ${top + 10} ${MID - neck} ${top - 20} ${MID - neck} ${top - 70}Z`;
  const area = { x: left + 8, y: top + 66, w: width - 16, h: height - 110 };
  const collar = cylinderPath(MID, 112, top - 118, top - 64, { topRadius: 5, radius: 4, bulge: 4, rise: 4 });
  const neckTop = top - 118;
  const head = d`M${MID + 40} ${neckTop + 4}V${neckTop - 20}Q${MID + 62} ${neckTop - 34} ${MID + 74} ${neckTop - 66}
    Q${MID + 78} ${neckTop - 86} ${MID + 56} ${neckTop - 88}H${MID - 96}V${neckTop - 98}H${MID - 128}V${neckTop - 46}H${MID - 96}
    V${neckTop - 54}Q${MID - 40} ${neckTop - 52} ${MID - 40} ${neckTop + 4}Z`;
  const trigger = d`M${MID - 84} ${neckTop - 54}C${MID - 92} ${neckTop - 20} ${MID - 110} ${neckTop + 10} ${MID - 104} ${neckTop + 44}
    Q${MID - 98} ${neckTop + 54} ${MID - 90} ${neckTop + 44}
    C${MID - 92} ${neckTop + 12} ${MID - 66} ${neckTop - 8} ${MID - 58} ${neckTop - 50}Z`;
  return {
    width: width + 20,
    height: height + 220,
    svg:
      canvas.path(trigger, { fill: palette.cap }) +
      canvas.path(trigger, { fill: canvas.linear([light(0, 0.3), shade(1, 0.28)]) }) +
      canvas.path(head, { fill: mix(palette.alt, "#ffffff", 0.05) }) +
      canvas.path(head, {
        fill: canvas.linear([light(0, 0.42), light(0.4, 0.04), shade(0.8, 0.14), shade(1, 0.3)], DOWN),
      }) +
      canvas.path(`M${MID - 90} ${neckTop - 80}H${MID + 50}`, { ...gleam(0.55, 4, 1.6), roundEnds: true }) +
      part(canvas, collar, palette.cap, "gloss") +
      grooves(canvas, { count: 13, x: MID - 50, step: 8, y: neckTop + 8, width: 1.4, height: 40, opacity: 0.09 }) +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "gloss") +
      fall(canvas, outline, 0.1, 0.16) +
      streak(canvas, left + 38, top + 100, FLOOR - 70, 12, 0.55),
  };
}

export function can(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 200;
  const height = 500;
  const top = FLOOR - height;
  const outline = cylinderPath(MID, width, top, FLOOR, { topRadius: 16, radius: 10, bulge: 7, rise: 8 });
  const area = { x: MID - width / 2, y: top + 30, w: width, h: height - 60 };
  const cap = cylinderPath(MID, width - 14, top - 96, top - 6, { topRadius: 26, radius: 4, bulge: 4, rise: 8 });
  return {
    width,
    height: height + 96,
    svg:
      part(canvas, cap, palette.cap, "matte") +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "gloss") +
      canvas.path(`M${MID - width / 2} ${FLOOR - 12}Q${MID} ${FLOOR} ${MID + width / 2} ${FLOOR - 12}`, gleam(0.5, 3)) +
      seam(canvas, MID, width - 6, top - 2, 0.3),
  };
}

export function jug(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 330;
  const height = 470;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const top = FLOOR - height;
  const outline = d`M${left + 60} ${top}H${left + 190}
    C${left + 230} ${top + 4} ${left + 250} ${top + 40} ${right - 40} ${top + 70}
    Q${right} ${top + 92} ${right} ${top + 150}V${FLOOR - 36}Q${right} ${FLOOR} ${right - 36} ${FLOOR + 4}
    Q${MID} ${FLOOR + 9} ${left + 36} ${FLOOR + 4}Q${left} ${FLOOR} ${left} ${FLOOR - 36}V${top + 140}
    C${left} ${top + 70} ${left + 50} ${top + 60} ${left + 60} ${top}Z`;
  const hole = d`M${right - 96} ${top + 130}Q${right - 50} ${top + 128} ${right - 48} ${top + 168}V${top + 268}
    Q${right - 50} ${top + 292} ${right - 74} ${top + 280}
    Q${right - 106} ${top + 230} ${right - 112} ${top + 160}
    Q${right - 112} ${top + 132} ${right - 96} ${top + 130}Z`;
  const area = { x: left + 20, y: top + 150, w: width * 0.66, h: height - 190 };
  const cap = cylinderPath(left + 125, 150, top - 104, top - 2, { topRadius: 14, radius: 6, bulge: 5, rise: 6 });
  const full = outline + hole;
  const clip = canvas.clip(full, "evenodd");
  return {
    width,
    height: height + 104,
    svg:
      part(canvas, cap, palette.alt, "matte") +
      grooves(canvas, { count: 17, x: left + 58, step: 8.2, y: top - 90, width: 1.6, height: 80, opacity: 0.08 }) +
      canvas.path(full, { fill: palette.body, evenOdd: true }) +
      clipped(clip, labelOn(canvas, seed, palette, area)) +
      sheenOver(canvas, full, "gloss", { evenOdd: true }) +
      canvas.path(full, {
        fill: canvas.linear([light(0, 0.16), light(0.3, 0), shade(0.75, 0), shade(1, 0.18)], DOWN),
        evenOdd: true,
      }) +
      canvas.path(hole, crease(0.22, 7, 3)) +
      canvas.path(hole, gleam(0.35, 2)) +
      streak(canvas, left + 52, top + 150, FLOOR - 60, 13, 0.55) +
      seam(canvas, left + 125, 136, top - 1, 0.28),
  };
}

export function pack(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 500;
  const height = 400;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const top = FLOOR - height;
  const outline = d`M${left + 14} ${top + 20}C${left + 60} ${top - 8} ${right - 60} ${top - 8} ${right - 14} ${top + 20}
    C${right + 6} ${top + 120} ${right + 6} ${FLOOR - 110} ${right - 10} ${FLOOR - 12}
    C${right - 60} ${FLOOR + 8} ${left + 60} ${FLOOR + 8} ${left + 10} ${FLOOR - 12}
    C${left - 6} ${FLOOR - 110} ${left - 6} ${top + 120} ${left + 14} ${top + 20}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left + 10, y: top + 8, w: width - 20, h: height - 24 };
  const handle = d`M${MID - 120} ${top + 6}C${MID - 110} ${top - 76} ${MID + 110} ${top - 76} ${MID + 120} ${top + 6}
    L${MID + 84} ${top + 4}C${MID + 70} ${top - 44} ${MID - 70} ${top - 44} ${MID - 84} ${top + 4}Z`;
  return {
    width: width * 0.98,
    height: height + 70,
    svg:
      canvas.path(handle, { fill: mix(palette.alt, "#ffffff", 0.2) }) +
      canvas.path(handle, { fill: canvas.linear([light(0, 0.4), shade(1, 0.18)], DOWN) }) +
      canvas.path(outline, { fill: palette.body }) +
      clipped(
        clip,
        canvas.path(
          d`M${left - 20} ${FLOOR - 120}
            C${left + 120} ${FLOOR - 170} ${right - 160} ${FLOOR - 70} ${right + 20} ${FLOOR - 140}
            V${FLOOR + 20}H${left - 20}Z`,
          { fill: palette.alt },
        ) +
          labelOn(canvas, seed, palette, area) +
          canvas.path(
            `M${left + 50} ${top}C${left + 20} ${top + 130} ${left + 80} ${top + 250} ${left + 30} ${FLOOR}`,
            gleam(0.55, 44, 20),
          ) +
          canvas.path(
            `M${right - 40} ${top}C${right - 16} ${top + 140} ${right - 80} ${top + 250} ${right - 26} ${FLOOR}`,
            crease(0.2, 44, 20),
          ) +
          canvas.path(
            d`M${left + 120} ${top + 10}Q${left + 150} ${top + 60} ${left + 130} ${top + 90}
              M${right - 150} ${top + 14}Q${right - 130} ${top + 50} ${right - 160} ${top + 84}
              M${left + 160} ${FLOOR - 8}Q${left + 190} ${FLOOR - 60} ${left + 176} ${FLOOR - 84}`,
            crease(0.1, 10, 5),
          ),
      ) +
      canvas.path(outline, {
        fill: canvas.linear([light(0, 0.22), light(0.3, 0.02), shade(0.7, 0.02), shade(1, 0.2)], DOWN),
      }),
  };
}
