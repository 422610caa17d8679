import { type Canvas, wrapInClip, pathData, TOP_TO_BOTTOM, round } from "./canvas.ts";
import { chooseByHash, hashText } from "./random.ts";
import { isDark, mixColors } from "./colors.ts";
import { drawLabel } from "./labels.ts";
import {
  buildCylinderPath,
  drawTopLight,
  FLOOR_Y,
  gapStroke,
  highlightStroke,
  lightStop,
  CENTER_X,
  whitePaint,
  drawPart,
  drawSeam,
  shadeStop,
  drawSheen,
  colorStop,
  drawStreak,
  drawBody,
} from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

const bottleVariants: [Bottle, ...Bottle[]] = [
  { width: 236, height: 520, cap: 0.98, capHeight: 128, shoulder: 16, flare: 0, straight: true },
  { width: 262, height: 470, cap: 0.46, capHeight: 96, shoulder: 96, flare: 4 },
  { width: 250, height: 500, cap: 0.62, capHeight: 118, shoulder: 54, flare: 6 },
  { width: 220, height: 540, cap: 0.4, capHeight: 150, shoulder: 70, flare: 4, tall: true },
];

type Bottle = {
  width: number;
  height: number;
  /** Width of the cap as a share of the width. */
  cap: number;
  capHeight: number;
  shoulder: number;
  /** How far the neck extends beyond the cap on each side. */
  flare: number;
  /** True for a cylinder without a shoulder. */
  straight?: boolean;
  /** True for a bottle with a high, round cap. */
  tall?: boolean;
};

/** Draws a bottle with a cap; the key selects its shape. */
export function bottle(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const { width, height, cap, capHeight, shoulder, flare, straight, tall } = chooseByHash(
    bottleVariants,
    `${seed.key}v`,
  );
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const sheen = hashText(seed.key) % 3 ? "matte" : "gloss";
  const capWidth = width * cap;
  const neck = capWidth / 2 + flare;
  const outline = straight
    ? buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 10, radius: 20, bulge: 8 })
    : pathData`M${left} ${round(top + shoulder)}
        C${left} ${round(top + shoulder * 0.35)} ${round(CENTER_X - neck - (width / 2 - neck) * 0.55)} ${round(top + 6)} ${round(CENTER_X - neck)} ${top}
        H${round(CENTER_X + neck)}
        C${round(CENTER_X + neck + (width / 2 - neck) * 0.55)} ${round(top + 6)} ${right} ${round(top + shoulder * 0.35)} ${right} ${round(top + shoulder)}
        V${FLOOR_Y - 22}Q${right} ${FLOOR_Y} ${right - 22} ${FLOOR_Y + 4}
        Q${CENTER_X} ${FLOOR_Y + 10} ${left + 22} ${FLOOR_Y + 4}Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 22}Z`;
  const area = {
    x: left,
    y: top + shoulder * 0.75 + (straight ? 6 : 14),
    w: width,
    h: height - shoulder * 0.75 - 44,
  };
  const capOutline = buildCylinderPath(CENTER_X, capWidth, top - capHeight, top - 3, {
    topRadius: tall ? 20 : 8,
    radius: 4,
    bulge: 4,
    rise: 5,
  });
  const isMetal = hashText(`${seed.key}c`) % 4 === 0;
  const capColor = isMetal ? mixColors(palette.acc, "#c9b98f", 0.35) : palette.cap;
  return {
    width,
    height: height + capHeight,
    svg:
      (straight
        ? ""
        : drawPart(
            canvas,
            buildCylinderPath(CENTER_X, neck * 2 - 6, top - 8, top + 4, { topRadius: 2, radius: 2, bulge: 3, rise: 2 }),
            mixColors(palette.alt, "#ffffff", 0.3),
            "matte",
          )) +
      drawPart(canvas, capOutline, capColor, isMetal ? "metal" : sheen) +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, sheen) +
      drawTopLight(canvas, outline, 0.16, 0.16) +
      drawSeam(canvas, CENTER_X, straight ? width - 4 : neck * 2, top - 2, 0.28) +
      (sheen === "gloss"
        ? drawStreak(canvas, left + width * 0.17, top + shoulder, FLOOR_Y - 50, width * 0.045, 0.65)
        : ""),
  };
}

/** Draws a glass bottle with a dropper. */
export function dropper(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 214;
  const height = 330;
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const shoulder = 52;
  const neck = 48;
  const outline = pathData`M${left} ${top + shoulder}C${left} ${top + 16} ${CENTER_X - neck - 20} ${top + 8} ${CENTER_X - neck} ${top - 4}
    H${CENTER_X + neck}C${CENTER_X + neck + 20} ${top + 8} ${right} ${top + 16} ${right} ${top + shoulder}V${FLOOR_Y - 26}
    Q${right} ${FLOOR_Y} ${right - 26} ${FLOOR_Y + 4}Q${CENTER_X} ${FLOOR_Y + 9} ${left + 26} ${FLOOR_Y + 4}
    Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 26}Z`;
  const clip = canvas.clip(outline);
  const glass = palette.body;
  const deep = mixColors(glass, "#000000", 0.35);
  const bright = mixColors(glass, "#ffffff", 0.45);
  const area = { x: left, y: top + 82, w: width, h: height - 100 };
  const hasPlate = hashText(seed.key) % 2 === 1;
  const plate = isDark(palette.cap) ? "#F4EEDF" : mixColors(palette.cap, "#ffffff", 0.4);
  const collar = buildCylinderPath(CENTER_X, neck * 2 + 20, top - 78, top - 2, {
    topRadius: 5,
    radius: 4,
    bulge: 4,
    rise: 4,
  });
  const bulb = pathData`M${CENTER_X - 34} ${top - 78}V${top - 150}Q${CENTER_X - 34} ${top - 196} ${CENTER_X} ${top - 196}
    Q${CENTER_X + 34} ${top - 196} ${CENTER_X + 34} ${top - 150}V${top - 78}Z`;
  const isMetal = hashText(`${seed.key}m`) % 2 === 1;
  return {
    width,
    height: height + 196,
    svg:
      drawPart(canvas, bulb, palette.cap, "matte") +
      drawPart(canvas, collar, isMetal ? "#D8C9A4" : palette.cap, isMetal ? "metal" : "gloss") +
      canvas.path(outline, {
        fill: canvas.linear([
          colorStop(0, deep),
          colorStop(0.1, mixColors(glass, deep, 0.3)),
          colorStop(0.3, bright),
          colorStop(0.5, mixColors(glass, bright, 0.4)),
          colorStop(0.8, mixColors(glass, deep, 0.35)),
          colorStop(1, deep),
        ]),
      }) +
      wrapInClip(
        clip,
        canvas.rect(left, top + 44, width, height, { fill: deep, opacity: 0.28 }) +
          canvas.path(`M${left} ${top + 44}Q${CENTER_X} ${top + 56} ${right} ${top + 44}`, highlightStroke(0.5, 2)) +
          canvas.rect(CENTER_X - 9, top, 18, height - 56, { ...whitePaint(0.22), rx: 8 }) +
          (hasPlate ? canvas.rect(left - 5, area.y, width + 10, area.h, { fill: plate }) : "") +
          drawLabel(canvas, seed, hasPlate ? { ...palette, body: "#FAF8F2" } : palette, area, hasPlate ? plate : glass),
      ) +
      drawSheen(canvas, outline, "gloss") +
      canvas.ellipse(CENTER_X, FLOOR_Y - 6, width * 0.4, 8, { ...whitePaint(0.22), blur: 4 }) +
      drawStreak(canvas, left + width * 0.16, top + shoulder, FLOOR_Y - 40, 10, 0.8) +
      drawStreak(canvas, right - width * 0.1, top + shoulder + 20, FLOOR_Y - 60, 6, 0.35),
  };
}

const pumpVariants: [Pump, ...Pump[]] = [
  { width: 300, height: 490, shoulder: 60 },
  { width: 270, height: 520, shoulder: 110, sloping: true },
  { width: 310, height: 460, shoulder: 30 },
];

/** A pump bottle; `sloping` is true if its shoulders slope up to the neck. */
type Pump = { width: number; height: number; shoulder: number; sloping?: boolean };

/** Draws a bottle with a pump; the key selects its shape. */
export function pump(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const { width, height, shoulder, sloping } = chooseByHash(pumpVariants, `${seed.key}v`);
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const neck = 52;
  const sheen = hashText(seed.key) % 3 ? "matte" : "gloss";
  const shoulderLine = sloping
    ? pathData`C${CENTER_X - neck - 30} ${top} ${CENTER_X - neck} ${top - 6} ${CENTER_X - neck} ${top - 18}H${CENTER_X + neck}
      C${CENTER_X + neck} ${top - 6} ${CENTER_X + neck + 30} ${top} ${right - shoulder} ${top}`
    : `H${right - shoulder}`;
  const outline = pathData`M${left} ${top + shoulder}
    Q${left} ${top} ${left + shoulder} ${top}${shoulderLine}
    Q${right} ${top} ${right} ${top + shoulder}V${FLOOR_Y - 30}Q${right} ${FLOOR_Y} ${right - 30} ${FLOOR_Y + 4}
    Q${CENTER_X} ${FLOOR_Y + 9} ${left + 30} ${FLOOR_Y + 4}Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 30}Z`;
  const mouth = sloping ? top - 16 : top + 2;
  const area = { x: left, y: top + shoulder * 0.6 + 16, w: width, h: height - shoulder * 0.6 - 58 };
  const collar = buildCylinderPath(CENTER_X, 118, mouth - 56, mouth, { topRadius: 6, radius: 4, bulge: 5, rise: 4 });
  const stem = buildCylinderPath(CENTER_X, 34, mouth - 104, mouth - 54, { topRadius: 2, radius: 2, bulge: 2, rise: 2 });
  const nozzle = mouth - 104;
  const head = pathData`M${CENTER_X + 56} ${nozzle + 4}V${nozzle - 30}Q${CENTER_X + 56} ${nozzle - 46} ${CENTER_X + 38} ${nozzle - 46}H${CENTER_X - 60}
    Q${CENTER_X - 128} ${nozzle - 44} ${CENTER_X - 150} ${nozzle - 22}Q${CENTER_X - 158} ${nozzle - 10} ${CENTER_X - 148} ${nozzle - 4}
    L${CENTER_X - 138} ${nozzle + 2}Q${CENTER_X - 126} ${nozzle - 14} ${CENTER_X - 100} ${nozzle - 14}H${CENTER_X - 58}V${nozzle + 4}
    Q${CENTER_X} ${nozzle + 12} ${CENTER_X + 56} ${nozzle + 4}Z`;
  return {
    width: width + 30,
    height: height + 160,
    svg:
      drawPart(canvas, stem, mixColors(palette.cap, "#8f948f", 0.25), "gloss") +
      canvas.path(head, { fill: palette.cap }) +
      canvas.path(head, {
        fill: canvas.linear(
          [lightStop(0, 0.5), lightStop(0.35, 0), shadeStop(0.75, 0.1), shadeStop(1, 0.32)],
          TOP_TO_BOTTOM,
        ),
      }) +
      canvas.path(head, {
        fill: canvas.linear([
          shadeStop(0, 0.05),
          shadeStop(0.5, 0),
          lightStop(0.7, 0.15),
          shadeStop(0.88, 0.06),
          shadeStop(1, 0.24),
        ]),
      }) +
      drawPart(canvas, collar, palette.cap, sheen) +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, sheen) +
      drawTopLight(canvas, outline, 0.2, 0.18) +
      canvas.path(
        `M${CENTER_X - 60} ${mouth + 3}Q${CENTER_X} ${mouth + 13} ${CENTER_X + 60} ${mouth + 3}`,
        gapStroke(0.22, 7, 3),
      ) +
      (sheen === "gloss" ? drawStreak(canvas, left + width * 0.15, top + shoulder, FLOOR_Y - 60, 14, 0.6) : ""),
  };
}

/** Draws a spray bottle with a transparent cap. */
export function mist(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 170;
  const height = 420;
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const outline = buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 26, radius: 14, bulge: 6, rise: 10 });
  const area = { x: left, y: top + 24, w: width, h: height - 60 };
  const cap = buildCylinderPath(CENTER_X, width - 18, top - 150, top - 6, {
    topRadius: 14,
    radius: 4,
    bulge: 4,
    rise: 6,
  });
  const nozzle = buildCylinderPath(CENTER_X, 56, top - 84, top - 20, { topRadius: 6, radius: 3, bulge: 3, rise: 3 });
  const actuator = buildCylinderPath(CENTER_X, 44, top - 120, top - 82, { topRadius: 6, radius: 2, bulge: 2, rise: 3 });
  return {
    width,
    height: height + 150,
    svg:
      drawPart(canvas, nozzle, palette.cap, "matte") +
      drawPart(canvas, actuator, palette.cap, "matte") +
      canvas.path(cap, whitePaint(0.38)) +
      canvas.path(cap, {
        fill: canvas.linear([
          shadeStop(0, 0.28),
          shadeStop(0.05, 0.05),
          lightStop(0.12, 0.7),
          lightStop(0.18, 0.1),
          lightStop(0.8, 0.02),
          lightStop(0.9, 0.5),
          shadeStop(0.95, 0.05),
          shadeStop(1, 0.25),
        ]),
      }) +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "matte") +
      drawTopLight(canvas, outline) +
      drawSeam(canvas, CENTER_X, width - 12, top - 3, 0.3),
  };
}
