import { type Canvas, clipped, d, DOWN } from "./canvas.ts";
import { choose, hash } from "./chance.ts";
import { mix, readable } from "./colours.ts";
import { labelOn } from "./labels.ts";
import { line } from "./lettering.ts";
import {
  cylinderPath,
  dim,
  fall,
  FLOOR,
  gap,
  gleam,
  grooves,
  light,
  MID,
  pale,
  part,
  seam,
  shade,
  SHADE,
  sheenOver,
  streak,
  wall,
} from "./light.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";
import { wagaraFill } from "./wagara.ts";

export function jar(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const glass = hash(seed.key) % 2 === 1;
  const width = 380;
  const height = 210;
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const lidHeight = 112;
  const lidTop = top - lidHeight;
  const outline = cylinderPath(MID, width, top, FLOOR, { topRadius: 10, radius: 40, bulge: 14, rise: 4 });
  const lidOutline = d`M${left + 4} ${lidTop + 26}Q${left + 4} ${lidTop + 4} ${left + 40} ${lidTop}
    Q${MID} ${lidTop - 22} ${right - 40} ${lidTop}
    Q${right - 4} ${lidTop + 4} ${right - 4} ${lidTop + 26}V${top - 2}
    Q${MID} ${top + 24} ${left + 4} ${top - 2}Z`;
  const area = { x: left + 20, y: top + 20, w: width - 40, h: height - 50 };
  const filling = cylinderPath(MID, width - 64, top, FLOOR - 34, { topRadius: 8, radius: 38, bulge: 12, rise: 4 });
  const shine =
    canvas.ellipse(MID, lidTop + 7, width / 2 - 14, 19, pale(0.28)) +
    canvas.ellipse(MID - 40, lidTop + 4, width * 0.26, 9, { ...pale(0.5), blur: 5 });
  const lid = hash(`${seed.key}l`) % 3 === 0 ? "#D3C4A0" : palette.cap;
  const body = glass
    ? canvas.path(outline, { fill: mix(palette.body, "#ffffff", 0.55), opacity: 0.85 }) +
      canvas.path(filling, { fill: mix(palette.body, "#000000", 0.06) }) +
      clipped(canvas.clip(filling), labelOn(canvas, seed, palette, area)) +
      sheenOver(canvas, outline, "gloss") +
      canvas.path(`M${left + 26} ${FLOOR - 24}Q${MID} ${FLOOR + 6} ${right - 26} ${FLOOR - 24}`, gleam(0.65, 5, 2))
    : wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "matte") +
      fall(canvas, outline, 0.1, 0.2);
  const closed =
    part(canvas, lidOutline, lid, lid === palette.cap ? "matte" : "metal") +
    shine +
    canvas.path(`M${left + 6} ${top}Q${MID} ${top + 26} ${right - 6} ${top}`, gap(0.34, 4, 1));
  return { width, height: height + lidHeight, svg: body + closed };
}

export function compact(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const radius = 212;
  const y = FLOOR - radius - 26;
  const woven = choose(["asanoha", "shippo", "seigaiha", "kikko"], seed.key);
  const ink = readable(palette.body, palette.acc, palette.ink);
  return {
    width: radius * 1.5,
    height: radius * 2,
    svg:
      canvas.circle(MID + 5, y + 9, radius, { fill: mix(palette.body, "#000000", 0.45) }) +
      canvas.circle(MID, y, radius, { fill: palette.body }) +
      canvas.circle(MID, y, radius, {
        fill: canvas.linear([light(0, 0.42), light(0.35, 0.06), shade(0.62, 0.04), shade(1, 0.34)], [0.1, 0, 0.85, 1]),
      }) +
      canvas.circle(MID, y, radius - 9, { stroke: palette.acc, strokeOpacity: 0.85, strokeWidth: 2.4 }) +
      canvas.circle(MID, y, radius * 0.82, {
        fill: wagaraFill(canvas, woven, { colour: palette.acc, size: 46, width: 1.3, opacity: 0.5 }),
      }) +
      canvas.circle(MID, y, radius * 0.5, { fill: palette.body }) +
      canvas.circle(MID, y, radius * 0.5, { stroke: palette.acc, strokeWidth: 1.6 }) +
      line(canvas, seed.brand[2], {
        face: "m",
        size: radius * 0.42,
        x: MID,
        y: y + radius * 0.08,
        anchor: "middle",
        fill: ink,
      }) +
      line(canvas, seed.brand[0], {
        face: "m",
        size: radius * 0.085,
        x: MID,
        y: y + radius * 0.26,
        anchor: "middle",
        fill: ink,
        tracking: 3,
        max: radius * 0.8,
      }) +
      canvas.path(
        d`M${MID - radius * 0.86} ${y - radius * 0.3}A${radius * 0.92} ${radius * 0.92} 0 0 1 ${MID - radius * 0.1} ${y - radius * 0.9}`,
        {
          ...gleam(0.6, 9, 4),
          roundEnds: true,
        },
      ) +
      canvas.rect(MID - 30, y + radius - 6, 60, 16, { rx: 6, fill: palette.acc }),
  };
}

export function stick(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 112;
  const height = 300;
  const top = FLOOR - height;
  const outline = cylinderPath(MID, width, top, FLOOR, { topRadius: 4, radius: 8, bulge: 5, rise: 3 });
  const area = { x: MID - width / 2, y: top, w: width, h: height };
  const cap = cylinderPath(MID, width + 4, top - 190, top - 4, { topRadius: 14, radius: 3, bulge: 4, rise: 6 });
  return {
    width,
    height: height + 190,
    svg:
      part(canvas, cap, palette.cap, "gloss") +
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "matte") +
      canvas.rect(MID - width / 2, FLOOR - 46, width, 2, dim(0.2)) +
      seam(canvas, MID, width, top - 3, 0.35),
  };
}

export function tube(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 270;
  const foot = 188;
  const height = 500;
  const capHeight = 92;
  const bottom = FLOOR - capHeight;
  const top = bottom - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const sheen = hash(seed.key) % 2 ? "matte" : "gloss";
  const outline = d`M${left} ${top}H${right}
    C${right - 2} ${top + height * 0.4} ${MID + foot / 2 + 8} ${top + height * 0.72} ${MID + foot / 2} ${bottom - 14}
    Q${MID + foot / 2} ${bottom} ${MID + foot / 2 - 16} ${bottom + 2}
    Q${MID} ${bottom + 6} ${MID - foot / 2 + 16} ${bottom + 2}
    Q${MID - foot / 2} ${bottom} ${MID - foot / 2} ${bottom - 14}
    C${MID - foot / 2 - 8} ${top + height * 0.72} ${left + 2} ${top + height * 0.4} ${left} ${top}
    Z`;
  const area = { x: left + 20, y: top + 50, w: width - 40, h: height - 86 };
  const capWidth = hash(`${seed.key}q`) % 2 ? foot - 4 : foot * 0.66;
  const cap = cylinderPath(MID, capWidth, bottom + 3, FLOOR, { topRadius: 5, radius: 10, bulge: 6, rise: 3 });
  const capGrooves = grooves(canvas, {
    count: 16,
    x: MID - capWidth / 2 + 6,
    step: (capWidth - 12) / 15,
    y: bottom + 12,
    width: 1.4,
    height: 66,
    opacity: 0.1,
  });
  const clip = canvas.clip(outline);
  const crimp =
    canvas.rect(left, top, width, 30, pale(0.16)) +
    grooves(canvas, { count: 34, x: left + 4, step: 8, y: top + 3, width: 1.5, height: 24, opacity: 0.13 }) +
    canvas.rect(left, top + 30, width, 2, dim(0.16));
  return {
    width: foot + 30,
    height: height + capHeight,
    svg:
      part(canvas, cap, palette.cap, "matte") +
      (capWidth > 150 ? "" : capGrooves) +
      canvas.path(outline, { fill: palette.body }) +
      clipped(clip, labelOn(canvas, seed, palette, area)) +
      canvas.path(outline, {
        fill: canvas.linear([
          shade(0, 0.26),
          shade(0.07, 0.1),
          light(0.2, 0.12),
          light(0.3, 0.34),
          light(0.4, 0.08),
          shade(0.6, 0),
          shade(0.8, 0.12),
          shade(0.94, 0.24),
          shade(1, 0.3),
        ]),
      }) +
      clipped(
        clip,
        canvas.path(
          d`M${left} ${top + 30}L${MID - 20} ${top + height * 0.55}L${left + 30} ${bottom}
            H${left}Z`,
          pale(0.08),
        ) +
          canvas.path(
            d`M${right} ${top + 30}L${MID + 30} ${top + height * 0.6}L${MID + foot / 2} ${bottom}
              H${right}Z`,
            { fill: SHADE, opacity: 0.06, blur: 6 },
          ) +
          canvas.rect(left, bottom - 60, width, 66, { fill: canvas.linear([shade(0, 0), shade(1, 0.2)], DOWN) }) +
          crimp,
      ) +
      (sheen === "gloss" ? streak(canvas, MID - foot * 0.34, top + 60, bottom - 50, 12, 0.6) : "") +
      canvas.path(
        `M${MID - capWidth / 2 + 2} ${bottom + 5}Q${MID} ${bottom + 11} ${MID + capWidth / 2 - 2} ${bottom + 5}`,
        gap(0.35, 3),
      ),
  };
}

export function tin(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 256;
  const height = 330;
  const top = FLOOR - height;
  const outline = cylinderPath(MID, width, top, FLOOR, { topRadius: 4, radius: 6, bulge: 10, rise: 6 });
  const area = { x: MID - width / 2, y: top + 8, w: width, h: height - 24 };
  const lid = d`M${MID - width / 2 - 3} ${top - 78}Q${MID - width / 2 - 3} ${top - 92} ${MID - width / 2 + 16} ${top - 97}
    Q${MID} ${top - 116} ${MID + width / 2 - 16} ${top - 97}
    Q${MID + width / 2 + 3} ${top - 92} ${MID + width / 2 + 3} ${top - 78}V${top}
    Q${MID} ${top + 22} ${MID - width / 2 - 3} ${top}Z`;
  return {
    width,
    height: height + 110,
    svg:
      wall(canvas, outline, labelOn(canvas, seed, palette, area), palette.body, "matte") +
      fall(canvas, outline, 0.05, 0.16) +
      part(canvas, lid, mix(palette.body, "#000000", 0.12), "matte") +
      canvas.ellipse(MID, top - 88, width / 2 - 12, 17, { fill: mix(palette.body, "#ffffff", 0.16) }) +
      canvas.ellipse(MID - 24, top - 91, width * 0.28, 8, { ...pale(0.35), blur: 4 }) +
      canvas.path(`M${MID - width / 2} ${top + 2}Q${MID} ${top + 25} ${MID + width / 2} ${top + 2}`, gap(0.36, 3.5)),
  };
}

export function supp(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 276;
  const height = 360;
  const top = FLOOR - height;
  const left = MID - width / 2;
  const right = MID + width / 2;
  const neck = 100;
  const outline = d`M${MID - neck} ${top - 10}H${MID + neck}C${MID + neck} ${top + 12} ${right} ${top + 14} ${right} ${top + 66}
    V${FLOOR - 30}Q${right} ${FLOOR} ${right - 30} ${FLOOR + 5}Q${MID} ${FLOOR + 12} ${left + 30} ${FLOOR + 5}
    Q${left} ${FLOOR} ${left} ${FLOOR - 30}V${top + 66}
    C${left} ${top + 14} ${MID - neck} ${top + 12} ${MID - neck} ${top - 10}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left, y: top + 76, w: width, h: height - 106 };
  const paper = d`M${left} ${area.y}Q${MID} ${area.y + 16} ${right} ${area.y}V${area.y + area.h}
    Q${MID} ${area.y + area.h + 16} ${left} ${area.y + area.h}Z`;
  const white = hash(seed.key) % 2 === 1;
  const colour = white ? "#FBFBF8" : mix(palette.alt, "#3a2a14", 0.2);
  const cap = cylinderPath(MID, neck * 2 + 22, top - 96, top - 8, { topRadius: 10, radius: 4, bulge: 5, rise: 6 });
  return {
    width,
    height: height + 96,
    svg:
      part(canvas, cap, white ? palette.acc : "#FBFBF8", "matte") +
      grooves(canvas, { count: 27, x: MID - neck - 6, step: 8.2, y: top - 84, width: 1.6, height: 70, opacity: 0.08 }) +
      canvas.path(outline, { fill: colour }) +
      clipped(
        clip,
        canvas.path(paper, { fill: palette.body }) +
          clipped(canvas.clip(paper), labelOn(canvas, seed, palette, { ...area, y: area.y + 8 })),
      ) +
      sheenOver(canvas, outline, "gloss") +
      streak(canvas, left + width * 0.16, top + 60, FLOOR - 50, 11, 0.55) +
      seam(canvas, MID, neck * 2 + 10, top - 6, 0.3),
  };
}
