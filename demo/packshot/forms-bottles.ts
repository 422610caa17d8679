import { type Canvas, clipped, d, DOWN, round } from "./canvas.ts";
import { choose, hash } from "./chance.ts";
import { isDark, mix } from "./colours.ts";
import { labelOn } from "./labels.ts";
import {
  cylinderPath,
  fall,
  FLOOR,
  gap,
  gleam,
  light,
  MID,
  pale,
  part,
  seam,
  shade,
  sheenOver,
  stop,
  streak,
  wall,
} from "./light.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

const bottles: [Bottle, ...Bottle[]] = [
  { width: 236, height: 520, cap: 0.98, capHeight: 128, shoulder: 16, flare: 0, straight: true },
  { width: 262, height: 470, cap: 0.46, capHeight: 96, shoulder: 96, flare: 4 },
  { width: 250, height: 500, cap: 0.62, capHeight: 118, shoulder: 54, flare: 6 },
  { width: 220, height: 540, cap: 0.4, capHeight: 150, shoulder: 70, flare: 4, tall: true },
];

type Bottle = {
  width: number;
  height: number;
  /** Width of the cap, in shares of the width. */
  cap: number;
  capHeight: number;
  shoulder: number;
  /** How far the neck stands out from under the cap, on each side. */
  flare: number;
  straight?: boolean;
  tall?: boolean;
};

export function bottle(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const { width, height, cap, capHeight, shoulder, flare, straight, tall } = choose(bottles, `${seed.key}v`);
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const sheen = hash(seed.key) % 3 ? "matte" : "gloss";
  const capWidth = width * cap;
  const neck = capWidth / 2 + flare;
  const outline = straight
    ? cylinderPath(MID, width, top, FLOOR, { topRadius: 10, radius: 20, bulge: 8 })
    : d`M${left} ${round(top + shoulder)}
        C${left} ${round(top + shoulder * 0.35)} ${round(MID - neck - (width / 2 - neck) * 0.55)} ${round(top + 6)} ${round(MID - neck)} ${top}
        H${round(MID + neck)}
        C${round(MID + neck + (width / 2 - neck) * 0.55)} ${round(top + 6)} ${right} ${round(top + shoulder * 0.35)} ${right} ${round(top + shoulder)}
        V${FLOOR - 22}Q${right} ${FLOOR} ${right - 22} ${FLOOR + 4}
        Q${MID} ${FLOOR + 10} ${left + 22} ${FLOOR + 4}Q${left} ${FLOOR} ${left} ${FLOOR - 22}Z`;
  const area = {
    x: left,
    y: top + shoulder * 0.75 + (straight ? 6 : 14),
    w: width,
    h: height - shoulder * 0.75 - 44,
  };
  const capOutline = cylinderPath(MID, capWidth, top - capHeight, top - 3, {
    topRadius: tall ? 20 : 8,
    radius: 4,
    bulge: 4,
    rise: 5,
  });
  const metal = hash(`${seed.key}c`) % 4 === 0;
  const capColour = metal ? mix(palette.acc, "#c9b98f", 0.35) : palette.cap;
  return {
    width,
    height: height + capHeight,
    svg:
      (straight
        ? ""
        : part(
            canvas,
            cylinderPath(MID, neck * 2 - 6, top - 8, top + 4, { topRadius: 2, radius: 2, bulge: 3, rise: 2 }),
            mix(palette.alt, "#ffffff", 0.3),
            "matte",
          )) +
      part(canvas, capOutline, capColour, metal ? "metal" : sheen) +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, sheen) +
      fall(canvas, outline, 0.16, 0.16) +
      seam(canvas, MID, straight ? width - 4 : neck * 2, top - 2, 0.28) +
      (sheen === "gloss" ? streak(canvas, left + width * 0.17, top + shoulder, FLOOR - 50, width * 0.045, 0.65) : ""),
  };
}

export function dropper(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 214;
  const height = 330;
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const shoulder = 52;
  const neck = 48;
  const outline = d`M${left} ${top + shoulder}C${left} ${top + 16} ${MID - neck - 20} ${top + 8} ${MID - neck} ${top - 4}
    H${MID + neck}C${MID + neck + 20} ${top + 8} ${right} ${top + 16} ${right} ${top + shoulder}V${FLOOR - 26}
    Q${right} ${FLOOR} ${right - 26} ${FLOOR + 4}Q${MID} ${FLOOR + 9} ${left + 26} ${FLOOR + 4}
    Q${left} ${FLOOR} ${left} ${FLOOR - 26}Z`;
  const clip = canvas.clip(outline);
  const glass = palette.body;
  const deep = mix(glass, "#000000", 0.35);
  const bright = mix(glass, "#ffffff", 0.45);
  const area = { x: left, y: top + 82, w: width, h: height - 100 };
  const onPlate = hash(seed.key) % 2 === 1;
  const plate = isDark(palette.cap) ? "#F4EEDF" : mix(palette.cap, "#ffffff", 0.4);
  const collar = cylinderPath(MID, neck * 2 + 20, top - 78, top - 2, { topRadius: 5, radius: 4, bulge: 4, rise: 4 });
  const bulb = d`M${MID - 34} ${top - 78}V${top - 150}Q${MID - 34} ${top - 196} ${MID} ${top - 196}
    Q${MID + 34} ${top - 196} ${MID + 34} ${top - 150}V${top - 78}Z`;
  const metal = hash(`${seed.key}m`) % 2 === 1;
  return {
    width,
    height: height + 196,
    svg:
      part(canvas, bulb, palette.cap, "matte") +
      part(canvas, collar, metal ? "#D8C9A4" : palette.cap, metal ? "metal" : "gloss") +
      canvas.path(outline, {
        fill: canvas.linear([
          stop(0, deep),
          stop(0.1, mix(glass, deep, 0.3)),
          stop(0.3, bright),
          stop(0.5, mix(glass, bright, 0.4)),
          stop(0.8, mix(glass, deep, 0.35)),
          stop(1, deep),
        ]),
      }) +
      clipped(
        clip,
        canvas.rect(left, top + 44, width, height, { fill: deep, opacity: 0.28 }) +
          canvas.path(`M${left} ${top + 44}Q${MID} ${top + 56} ${right} ${top + 44}`, gleam(0.5, 2)) +
          canvas.rect(MID - 9, top, 18, height - 56, { ...pale(0.22), rx: 8 }) +
          (onPlate ? canvas.rect(left - 5, area.y, width + 10, area.h, { fill: plate }) : "") +
          labelOn(canvas, seed, onPlate ? { ...palette, body: "#FAF8F2" } : palette, area, onPlate ? plate : glass),
      ) +
      sheenOver(canvas, outline, "gloss") +
      canvas.ellipse(MID, FLOOR - 6, width * 0.4, 8, { ...pale(0.22), blur: 4 }) +
      streak(canvas, left + width * 0.16, top + shoulder, FLOOR - 40, 10, 0.8) +
      streak(canvas, right - width * 0.1, top + shoulder + 20, FLOOR - 60, 6, 0.35),
  };
}

const pumps: [Pump, ...Pump[]] = [
  { width: 300, height: 490, shoulder: 60 },
  { width: 270, height: 520, shoulder: 110, sloping: true },
  { width: 310, height: 460, shoulder: 30 },
];

type Pump = { width: number; height: number; shoulder: number; sloping?: boolean };

export function pump(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const { width, height, shoulder, sloping } = choose(pumps, `${seed.key}v`);
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const neck = 52;
  const sheen = hash(seed.key) % 3 ? "matte" : "gloss";
  const shoulderLine = sloping
    ? d`C${MID - neck - 30} ${top} ${MID - neck} ${top - 6} ${MID - neck} ${top - 18}H${MID + neck}
      C${MID + neck} ${top - 6} ${MID + neck + 30} ${top} ${right - shoulder} ${top}`
    : `H${right - shoulder}`;
  const outline = d`M${left} ${top + shoulder}
    Q${left} ${top} ${left + shoulder} ${top}${shoulderLine}
    Q${right} ${top} ${right} ${top + shoulder}V${FLOOR - 30}Q${right} ${FLOOR} ${right - 30} ${FLOOR + 4}
    Q${MID} ${FLOOR + 9} ${left + 30} ${FLOOR + 4}Q${left} ${FLOOR} ${left} ${FLOOR - 30}Z`;
  const mouth = sloping ? top - 16 : top + 2;
  const area = { x: left, y: top + shoulder * 0.6 + 16, w: width, h: height - shoulder * 0.6 - 58 };
  const collar = cylinderPath(MID, 118, mouth - 56, mouth, { topRadius: 6, radius: 4, bulge: 5, rise: 4 });
  const stem = cylinderPath(MID, 34, mouth - 104, mouth - 54, { topRadius: 2, radius: 2, bulge: 2, rise: 2 });
  const nozzle = mouth - 104;
  const head = d`M${MID + 56} ${nozzle + 4}V${nozzle - 30}Q${MID + 56} ${nozzle - 46} ${MID + 38} ${nozzle - 46}H${MID - 60}
    Q${MID - 128} ${nozzle - 44} ${MID - 150} ${nozzle - 22}Q${MID - 158} ${nozzle - 10} ${MID - 148} ${nozzle - 4}
    L${MID - 138} ${nozzle + 2}Q${MID - 126} ${nozzle - 14} ${MID - 100} ${nozzle - 14}H${MID - 58}V${nozzle + 4}
    Q${MID} ${nozzle + 12} ${MID + 56} ${nozzle + 4}Z`;
  return {
    width: width + 30,
    height: height + 160,
    svg:
      part(canvas, stem, mix(palette.cap, "#8f948f", 0.25), "gloss") +
      canvas.path(head, { fill: palette.cap }) +
      canvas.path(head, {
        fill: canvas.linear([light(0, 0.5), light(0.35, 0), shade(0.75, 0.1), shade(1, 0.32)], DOWN),
      }) +
      canvas.path(head, {
        fill: canvas.linear([shade(0, 0.05), shade(0.5, 0), light(0.7, 0.15), shade(0.88, 0.06), shade(1, 0.24)]),
      }) +
      part(canvas, collar, palette.cap, sheen) +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, sheen) +
      fall(canvas, outline, 0.2, 0.18) +
      canvas.path(`M${MID - 60} ${mouth + 3}Q${MID} ${mouth + 13} ${MID + 60} ${mouth + 3}`, gap(0.22, 7, 3)) +
      (sheen === "gloss" ? streak(canvas, left + width * 0.15, top + shoulder, FLOOR - 60, 14, 0.6) : ""),
  };
}

export function mist(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 170;
  const height = 420;
  const top = FLOOR - height;
  const left = MID - width / 2;
  const outline = cylinderPath(MID, width, top, FLOOR, { topRadius: 26, radius: 14, bulge: 6, rise: 10 });
  const area = { x: left, y: top + 24, w: width, h: height - 60 };
  const cap = cylinderPath(MID, width - 18, top - 150, top - 6, { topRadius: 14, radius: 4, bulge: 4, rise: 6 });
  const nozzle = cylinderPath(MID, 56, top - 84, top - 20, { topRadius: 6, radius: 3, bulge: 3, rise: 3 });
  const actuator = cylinderPath(MID, 44, top - 120, top - 82, { topRadius: 6, radius: 2, bulge: 2, rise: 3 });
  return {
    width,
    height: height + 150,
    svg:
      part(canvas, nozzle, palette.cap, "matte") +
      part(canvas, actuator, palette.cap, "matte") +
      canvas.path(cap, pale(0.38)) +
      canvas.path(cap, {
        fill: canvas.linear([
          shade(0, 0.28),
          shade(0.05, 0.05),
          light(0.12, 0.7),
          light(0.18, 0.1),
          light(0.8, 0.02),
          light(0.9, 0.5),
          shade(0.95, 0.05),
          shade(1, 0.25),
        ]),
      }) +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "matte") +
      fall(canvas, outline) +
      seam(canvas, MID, width - 12, top - 3, 0.3),
  };
}
