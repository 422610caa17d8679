import { type Canvas, wrapInClip, pathData, TOP_TO_BOTTOM } from "./canvas.ts";
import { chooseByHash, hashText } from "./random.ts";
import { mixColors, pickReadableInk } from "./colors.ts";
import { drawLabel } from "./labels.ts";
import { renderLine } from "./text-outlines.ts";
import {
  buildCylinderPath,
  blackPaint,
  drawTopLight,
  FLOOR_Y,
  gapStroke,
  highlightStroke,
  drawGrooves,
  lightStop,
  CENTER_X,
  whitePaint,
  drawPart,
  drawSeam,
  shadeStop,
  SHADE,
  drawSheen,
  drawStreak,
  drawBody,
} from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";
import { createPatternFill } from "./wagara.ts";

/** Draws a jar of glass or plastic with a lid. */
export function jar(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const isGlass = hashText(seed.key) % 2 === 1;
  const width = 380;
  const height = 210;
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const lidHeight = 112;
  const lidTop = top - lidHeight;
  const outline = buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 10, radius: 40, bulge: 14, rise: 4 });
  const lidOutline = pathData`M${left + 4} ${lidTop + 26}Q${left + 4} ${lidTop + 4} ${left + 40} ${lidTop}
    Q${CENTER_X} ${lidTop - 22} ${right - 40} ${lidTop}
    Q${right - 4} ${lidTop + 4} ${right - 4} ${lidTop + 26}V${top - 2}
    Q${CENTER_X} ${top + 24} ${left + 4} ${top - 2}Z`;
  const area = { x: left + 20, y: top + 20, w: width - 40, h: height - 50 };
  const filling = buildCylinderPath(CENTER_X, width - 64, top, FLOOR_Y - 34, {
    topRadius: 8,
    radius: 38,
    bulge: 12,
    rise: 4,
  });
  const shine =
    canvas.ellipse(CENTER_X, lidTop + 7, width / 2 - 14, 19, whitePaint(0.28)) +
    canvas.ellipse(CENTER_X - 40, lidTop + 4, width * 0.26, 9, { ...whitePaint(0.5), blur: 5 });
  const lidColor = hashText(`${seed.key}l`) % 3 === 0 ? "#D3C4A0" : palette.cap;
  const body = isGlass
    ? canvas.path(outline, { fill: mixColors(palette.body, "#ffffff", 0.55), opacity: 0.85 }) +
      canvas.path(filling, { fill: mixColors(palette.body, "#000000", 0.06) }) +
      wrapInClip(canvas.clip(filling), drawLabel(canvas, seed, palette, area)) +
      drawSheen(canvas, outline, "gloss") +
      canvas.path(
        `M${left + 26} ${FLOOR_Y - 24}Q${CENTER_X} ${FLOOR_Y + 6} ${right - 26} ${FLOOR_Y - 24}`,
        highlightStroke(0.65, 5, 2),
      )
    : drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "matte") +
      drawTopLight(canvas, outline, 0.1, 0.2);
  const closedLid =
    drawPart(canvas, lidOutline, lidColor, lidColor === palette.cap ? "matte" : "metal") +
    shine +
    canvas.path(`M${left + 6} ${top}Q${CENTER_X} ${top + 26} ${right - 6} ${top}`, gapStroke(0.34, 4, 1));
  return { width, height: height + lidHeight, svg: body + closedLid };
}

/** Draws a round compact, seen from above. */
export function compact(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const radius = 212;
  const y = FLOOR_Y - radius - 26;
  const pattern = chooseByHash(["asanoha", "shippo", "seigaiha", "kikko"], seed.key);
  const ink = pickReadableInk(palette.body, palette.acc, palette.ink);
  return {
    width: radius * 1.5,
    height: radius * 2,
    svg:
      canvas.circle(CENTER_X + 5, y + 9, radius, { fill: mixColors(palette.body, "#000000", 0.45) }) +
      canvas.circle(CENTER_X, y, radius, { fill: palette.body }) +
      canvas.circle(CENTER_X, y, radius, {
        fill: canvas.linear(
          [lightStop(0, 0.42), lightStop(0.35, 0.06), shadeStop(0.62, 0.04), shadeStop(1, 0.34)],
          [0.1, 0, 0.85, 1],
        ),
      }) +
      canvas.circle(CENTER_X, y, radius - 9, { stroke: palette.acc, strokeOpacity: 0.85, strokeWidth: 2.4 }) +
      canvas.circle(CENTER_X, y, radius * 0.82, {
        fill: createPatternFill(canvas, pattern, { color: palette.acc, size: 46, width: 1.3, opacity: 0.5 }),
      }) +
      canvas.circle(CENTER_X, y, radius * 0.5, { fill: palette.body }) +
      canvas.circle(CENTER_X, y, radius * 0.5, { stroke: palette.acc, strokeWidth: 1.6 }) +
      renderLine(canvas, seed.brand[2], {
        face: "m",
        size: radius * 0.42,
        x: CENTER_X,
        y: y + radius * 0.08,
        anchor: "middle",
        fill: ink,
      }) +
      renderLine(canvas, seed.brand[0], {
        face: "m",
        size: radius * 0.085,
        x: CENTER_X,
        y: y + radius * 0.26,
        anchor: "middle",
        fill: ink,
        tracking: 3,
        max: radius * 0.8,
      }) +
      canvas.path(
        pathData`M${CENTER_X - radius * 0.86} ${y - radius * 0.3}A${radius * 0.92} ${radius * 0.92} 0 0 1 ${CENTER_X - radius * 0.1} ${y - radius * 0.9}`,
        {
          ...highlightStroke(0.6, 9, 4),
          roundEnds: true,
        },
      ) +
      canvas.rect(CENTER_X - 30, y + radius - 6, 60, 16, { rx: 6, fill: palette.acc }),
  };
}

/** Draws a stick, such as a lipstick, with a cap. */
export function stick(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 112;
  const height = 300;
  const top = FLOOR_Y - height;
  const outline = buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 4, radius: 8, bulge: 5, rise: 3 });
  const area = { x: CENTER_X - width / 2, y: top, w: width, h: height };
  const cap = buildCylinderPath(CENTER_X, width + 4, top - 190, top - 4, {
    topRadius: 14,
    radius: 3,
    bulge: 4,
    rise: 6,
  });
  return {
    width,
    height: height + 190,
    svg:
      drawPart(canvas, cap, palette.cap, "gloss") +
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "matte") +
      canvas.rect(CENTER_X - width / 2, FLOOR_Y - 46, width, 2, blackPaint(0.2)) +
      drawSeam(canvas, CENTER_X, width, top - 3, 0.35),
  };
}

/** Light and shade across a tube, from left to right. */
const tubeShading = [
  shadeStop(0, 0.26),
  shadeStop(0.07, 0.1),
  lightStop(0.2, 0.12),
  lightStop(0.3, 0.34),
  lightStop(0.4, 0.08),
  shadeStop(0.6, 0),
  shadeStop(0.8, 0.12),
  shadeStop(0.94, 0.24),
  shadeStop(1, 0.3),
];

/** Draws the cap that a tube stands on; a narrow one has grooves. @param top where it begins, below the tube */
function drawTubeCap(canvas: Canvas, palette: Palette, top: number, width: number): string {
  const outline = buildCylinderPath(CENTER_X, width, top + 3, FLOOR_Y, { topRadius: 5, radius: 10, bulge: 6, rise: 3 });
  const grooves = drawGrooves(canvas, {
    count: 16,
    x: CENTER_X - width / 2 + 6,
    step: (width - 12) / 15,
    y: top + 12,
    width: 1.4,
    height: 66,
    opacity: 0.1,
  });
  return drawPart(canvas, outline, palette.cap, "matte") + (width > 150 ? "" : grooves);
}

/** Draws a tube that stands on its cap. */
export function tube(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 270;
  const foot = 188;
  const height = 500;
  const capHeight = 92;
  const bottom = FLOOR_Y - capHeight;
  const top = bottom - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const sheen = hashText(seed.key) % 2 ? "matte" : "gloss";
  const outline = pathData`M${left} ${top}H${right}
    C${right - 2} ${top + height * 0.4} ${CENTER_X + foot / 2 + 8} ${top + height * 0.72} ${CENTER_X + foot / 2} ${bottom - 14}
    Q${CENTER_X + foot / 2} ${bottom} ${CENTER_X + foot / 2 - 16} ${bottom + 2}
    Q${CENTER_X} ${bottom + 6} ${CENTER_X - foot / 2 + 16} ${bottom + 2}
    Q${CENTER_X - foot / 2} ${bottom} ${CENTER_X - foot / 2} ${bottom - 14}
    C${CENTER_X - foot / 2 - 8} ${top + height * 0.72} ${left + 2} ${top + height * 0.4} ${left} ${top}
    Z`;
  const area = { x: left + 20, y: top + 50, w: width - 40, h: height - 86 };
  const capWidth = hashText(`${seed.key}q`) % 2 ? foot - 4 : foot * 0.66;
  const cap = drawTubeCap(canvas, palette, bottom, capWidth);
  const clip = canvas.clip(outline);
  const crimp =
    canvas.rect(left, top, width, 30, whitePaint(0.16)) +
    drawGrooves(canvas, { count: 34, x: left + 4, step: 8, y: top + 3, width: 1.5, height: 24, opacity: 0.13 }) +
    canvas.rect(left, top + 30, width, 2, blackPaint(0.16));
  return {
    width: foot + 30,
    height: height + capHeight,
    svg:
      cap +
      canvas.path(outline, { fill: palette.body }) +
      wrapInClip(clip, drawLabel(canvas, seed, palette, area)) +
      canvas.path(outline, { fill: canvas.linear(tubeShading) }) +
      wrapInClip(
        clip,
        canvas.path(
          pathData`M${left} ${top + 30}L${CENTER_X - 20} ${top + height * 0.55}L${left + 30} ${bottom}
            H${left}Z`,
          whitePaint(0.08),
        ) +
          canvas.path(
            pathData`M${right} ${top + 30}L${CENTER_X + 30} ${top + height * 0.6}L${CENTER_X + foot / 2} ${bottom}
              H${right}Z`,
            { fill: SHADE, opacity: 0.06, blur: 6 },
          ) +
          canvas.rect(left, bottom - 60, width, 66, {
            fill: canvas.linear([shadeStop(0, 0), shadeStop(1, 0.2)], TOP_TO_BOTTOM),
          }) +
          crimp,
      ) +
      (sheen === "gloss" ? drawStreak(canvas, CENTER_X - foot * 0.34, top + 60, bottom - 50, 12, 0.6) : "") +
      canvas.path(
        `M${CENTER_X - capWidth / 2 + 2} ${bottom + 5}Q${CENTER_X} ${bottom + 11} ${CENTER_X + capWidth / 2 - 2} ${bottom + 5}`,
        gapStroke(0.35, 3),
      ),
  };
}

/** Draws a round tin with a lid. */
export function tin(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 256;
  const height = 330;
  const top = FLOOR_Y - height;
  const outline = buildCylinderPath(CENTER_X, width, top, FLOOR_Y, { topRadius: 4, radius: 6, bulge: 10, rise: 6 });
  const area = { x: CENTER_X - width / 2, y: top + 8, w: width, h: height - 24 };
  const lid = pathData`M${CENTER_X - width / 2 - 3} ${top - 78}Q${CENTER_X - width / 2 - 3} ${top - 92} ${CENTER_X - width / 2 + 16} ${top - 97}
    Q${CENTER_X} ${top - 116} ${CENTER_X + width / 2 - 16} ${top - 97}
    Q${CENTER_X + width / 2 + 3} ${top - 92} ${CENTER_X + width / 2 + 3} ${top - 78}V${top}
    Q${CENTER_X} ${top + 22} ${CENTER_X - width / 2 - 3} ${top}Z`;
  return {
    width,
    height: height + 110,
    svg:
      drawBody(canvas, outline, drawLabel(canvas, seed, palette, area), palette.body, "matte") +
      drawTopLight(canvas, outline, 0.05, 0.16) +
      drawPart(canvas, lid, mixColors(palette.body, "#000000", 0.12), "matte") +
      canvas.ellipse(CENTER_X, top - 88, width / 2 - 12, 17, { fill: mixColors(palette.body, "#ffffff", 0.16) }) +
      canvas.ellipse(CENTER_X - 24, top - 91, width * 0.28, 8, { ...whitePaint(0.35), blur: 4 }) +
      canvas.path(
        `M${CENTER_X - width / 2} ${top + 2}Q${CENTER_X} ${top + 25} ${CENTER_X + width / 2} ${top + 2}`,
        gapStroke(0.36, 3.5),
      ),
  };
}

/** Draws a bottle of tablets. */
export function supp(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 276;
  const height = 360;
  const top = FLOOR_Y - height;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const neck = 100;
  const outline = pathData`M${CENTER_X - neck} ${top - 10}H${CENTER_X + neck}C${CENTER_X + neck} ${top + 12} ${right} ${top + 14} ${right} ${top + 66}
    V${FLOOR_Y - 30}Q${right} ${FLOOR_Y} ${right - 30} ${FLOOR_Y + 5}Q${CENTER_X} ${FLOOR_Y + 12} ${left + 30} ${FLOOR_Y + 5}
    Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 30}V${top + 66}
    C${left} ${top + 14} ${CENTER_X - neck} ${top + 12} ${CENTER_X - neck} ${top - 10}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left, y: top + 76, w: width, h: height - 106 };
  const paper = pathData`M${left} ${area.y}Q${CENTER_X} ${area.y + 16} ${right} ${area.y}V${area.y + area.h}
    Q${CENTER_X} ${area.y + area.h + 16} ${left} ${area.y + area.h}Z`;
  const isWhite = hashText(seed.key) % 2 === 1;
  const color = isWhite ? "#FBFBF8" : mixColors(palette.alt, "#3a2a14", 0.2);
  const cap = buildCylinderPath(CENTER_X, neck * 2 + 22, top - 96, top - 8, {
    topRadius: 10,
    radius: 4,
    bulge: 5,
    rise: 6,
  });
  return {
    width,
    height: height + 96,
    svg:
      drawPart(canvas, cap, isWhite ? palette.acc : "#FBFBF8", "matte") +
      drawGrooves(canvas, {
        count: 27,
        x: CENTER_X - neck - 6,
        step: 8.2,
        y: top - 84,
        width: 1.6,
        height: 70,
        opacity: 0.08,
      }) +
      canvas.path(outline, { fill: color }) +
      wrapInClip(
        clip,
        canvas.path(paper, { fill: palette.body }) +
          wrapInClip(canvas.clip(paper), drawLabel(canvas, seed, palette, { ...area, y: area.y + 8 })),
      ) +
      drawSheen(canvas, outline, "gloss") +
      drawStreak(canvas, left + width * 0.16, top + 60, FLOOR_Y - 50, 11, 0.55) +
      drawSeam(canvas, CENTER_X, neck * 2 + 10, top - 6, 0.3),
  };
}
