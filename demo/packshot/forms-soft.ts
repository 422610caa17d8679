import { type Canvas, wrapInClip, pathData, wrapInTransform } from "./canvas.ts";
import { mixColors } from "./colors.ts";
import { drawLabel } from "./labels.ts";
import { renderLine } from "./text-outlines.ts";
import {
  creaseStroke,
  blackPaint,
  FLOOR_Y,
  highlightStroke,
  lightStop,
  CENTER_X,
  whitePaint,
  drawPart,
  shadeStop,
} from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";

/** Draws a flat sachet. */
export function sachet(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 360;
  const height = 500;
  const left = CENTER_X - width / 2;
  const top = FLOOR_Y - height;
  const area = { x: left + 10, y: top + 46, w: width - 20, h: height - 92 };
  const outline = pathData`M${left} ${top}H${left + width}L${left + width - 3} ${top + height * 0.5}L${left + width} ${FLOOR_Y}H${left}
    L${left + 3} ${top + height * 0.5}Z`;
  const clip = canvas.clip(outline);
  let ribs = "";
  for (let index = 0; index < 4; index++)
    ribs +=
      canvas.rect(left, top + 6 + index * 6, width, 1.6, blackPaint(0.1)) +
      canvas.rect(left, FLOOR_Y - 28 + index * 6, width, 1.6, blackPaint(0.1));
  return {
    width: width * 0.9,
    height,
    svg:
      canvas.path(outline, { fill: palette.body }) +
      wrapInClip(
        clip,
        drawLabel(canvas, seed, palette, area) +
          canvas.path(
            pathData`M${left} ${top + 34}
              C${left + width * 0.3} ${top + 60} ${left + width * 0.7} ${top + 60} ${left + width} ${top + 34}
              V${top}H${left}Z`,
            whitePaint(0.12),
          ) +
          canvas.rect(left, top + 32, width, 3, blackPaint(0.12)) +
          canvas.rect(left, FLOOR_Y - 34, width, 3, blackPaint(0.12)) +
          ribs +
          canvas.path(
            pathData`M${left + 40} ${top + 30}
              C${left + 90} ${top + 200} ${left + 30} ${top + 330} ${left + 70} ${FLOOR_Y - 30}`,
            highlightStroke(0.5, 34, 16),
          ) +
          canvas.path(
            pathData`M${left + width - 36} ${top + 30}
              C${left + width - 70} ${top + 180} ${left + width - 10} ${top + 330} ${left + width - 50} ${FLOOR_Y - 30}`,
            creaseStroke(0.2, 30, 16),
          ) +
          canvas.path(
            pathData`M${left + width * 0.55} ${top + 36}
              C${left + width * 0.62} ${top + 120} ${left + width * 0.5} ${top + 160} ${left + width * 0.58} ${top + 230}`,
            highlightStroke(0.28, 14, 9),
          ),
      ) +
      canvas.path(outline, {
        fill: canvas.linear([
          shadeStop(0, 0.16),
          shadeStop(0.03, 0.02),
          lightStop(0.2, 0.1),
          shadeStop(0.6, 0),
          shadeStop(0.95, 0.1),
          shadeStop(1, 0.22),
        ]),
      }) +
      canvas.path(`M${left + width} ${top + 62}l-9 5l9 5Z`, { fill: "#e9eae6" }),
  };
}

/** Draws a bag that stands on its base. */
export function bag(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 370;
  const height = 520;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const top = FLOOR_Y - height;
  const outline = pathData`M${left + 16} ${top}H${right - 16}
    C${right - 14} ${top + 70} ${right + 2} ${top + 150} ${right} ${top + height * 0.6}
    L${right - 8} ${FLOOR_Y - 20}Q${right - 12} ${FLOOR_Y} ${right - 40} ${FLOOR_Y + 4}
    Q${CENTER_X} ${FLOOR_Y + 14} ${left + 40} ${FLOOR_Y + 4}Q${left + 12} ${FLOOR_Y} ${left + 8} ${FLOOR_Y - 20}
    L${left} ${top + height * 0.6}C${left - 2} ${top + 150} ${left + 14} ${top + 70} ${left + 16} ${top}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left + 24, y: top + 66, w: width - 48, h: height - 128 };
  return {
    width: width * 0.96,
    height,
    svg:
      canvas.path(outline, { fill: palette.body }) +
      wrapInClip(
        clip,
        drawLabel(canvas, seed, palette, area) +
          drawZipper(canvas, left, top, width) +
          canvas.path(
            pathData`M${left - 10} ${FLOOR_Y - 86}
              C${left + 90} ${FLOOR_Y - 10} ${right - 90} ${FLOOR_Y - 10} ${right + 10} ${FLOOR_Y - 86}V${FLOOR_Y + 30}
              H${left - 10}Z`,
            blackPaint(0.1),
          ) +
          canvas.path(
            `M${left} ${FLOOR_Y - 84}C${left + 90} ${FLOOR_Y - 10} ${right - 90} ${FLOOR_Y - 10} ${right} ${FLOOR_Y - 84}`,
            highlightStroke(0.32, 3),
          ) +
          canvas.path(
            pathData`M${left + 46} ${top + 30}
              C${left + 20} ${top + 190} ${left + 86} ${top + 280} ${left + 40} ${FLOOR_Y - 60}`,
            highlightStroke(0.5, 40, 20),
          ) +
          canvas.path(
            pathData`M${right - 44} ${top + 30}
              C${right - 20} ${top + 180} ${right - 84} ${top + 300} ${right - 34} ${FLOOR_Y - 60}`,
            creaseStroke(0.24, 38, 20),
          ) +
          canvas.path(
            `M${CENTER_X - 60} ${top + 40}C${CENTER_X - 30} ${top + 100} ${CENTER_X - 80} ${top + 140} ${CENTER_X - 50} ${top + 200}`,
            creaseStroke(0.08, 16, 8),
          ),
      ) +
      canvas.path(outline, {
        fill: canvas.linear([
          shadeStop(0, 0.2),
          shadeStop(0.04, 0.04),
          shadeStop(0.5, 0),
          shadeStop(0.95, 0.1),
          shadeStop(1, 0.26),
        ]),
      }) +
      canvas.path(`M${left + 16} ${top + 44}l9 4l-9 4Z`, { fill: "#e9eae6" }) +
      canvas.path(`M${right - 16} ${top + 44}l-9 4l9 4Z`, { fill: "#e9eae6" }),
  };
}

/** Draws the seal at the top of a bag and the zipper below it. */
function drawZipper(canvas: Canvas, left: number, top: number, width: number): string {
  return (
    canvas.rect(left, top, width, 36, whitePaint(0.14)) +
    canvas.rect(left, top + 36, width, 2.5, blackPaint(0.16)) +
    canvas.rect(left, top + 48, width, 1.5, blackPaint(0.12)) +
    canvas.rect(left, top + 53, width, 1.5, whitePaint(0.3))
  );
}

/** Draws a refill bag with a spout. */
export function refill(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 350;
  const height = 490;
  const left = CENTER_X - width / 2;
  const right = CENTER_X + width / 2;
  const top = FLOOR_Y - height;
  const outline = pathData`M${left + 10} ${top + 92}L${left + 86} ${top + 30}Q${left + 98} ${top + 16} ${left + 112} ${top + 16}
    H${right - 12}C${right - 8} ${top + 120} ${right + 2} ${top + 200} ${right} ${top + height * 0.62}
    L${right - 10} ${FLOOR_Y - 18}Q${right - 16} ${FLOOR_Y} ${right - 44} ${FLOOR_Y + 4}
    Q${CENTER_X} ${FLOOR_Y + 13} ${left + 44} ${FLOOR_Y + 4}Q${left + 16} ${FLOOR_Y} ${left + 10} ${FLOOR_Y - 18}
    L${left} ${top + height * 0.62}C${left - 2} ${top + 200} ${left + 6} ${top + 150} ${left + 10} ${top + 92}Z`;
  const clip = canvas.clip(outline);
  const area = { x: left + 22, y: top + 104, w: width - 44, h: height - 164 };
  const spout = wrapInTransform(`translate(${left + 40} ${top + 56}) rotate(-40)`, drawSpout(canvas, palette));
  return {
    width: width * 0.96,
    height: height + 20,
    svg:
      spout +
      canvas.path(outline, { fill: palette.body }) +
      wrapInClip(
        clip,
        drawLabel(canvas, seed, palette, area) +
          canvas.path(
            pathData`M${left + 10} ${top + 92}L${left + 112} ${top + 16}H${right}V${top + 44}H${left + 124}
              L${left + 20} ${top + 122}Z`,
            whitePaint(0.16),
          ) +
          canvas.path(`M${left + 20} ${top + 124}L${left + 124} ${top + 46}H${right}`, creaseStroke(0.15, 2.4)) +
          canvas.path(
            pathData`M${left - 10} ${FLOOR_Y - 80}
              C${left + 90} ${FLOOR_Y - 8} ${right - 90} ${FLOOR_Y - 8} ${right + 10} ${FLOOR_Y - 80}V${FLOOR_Y + 30}
              H${left - 10}Z`,
            blackPaint(0.1),
          ) +
          canvas.path(
            pathData`M${left + 44} ${top + 130}
              C${left + 18} ${top + 230} ${left + 84} ${top + 310} ${left + 40} ${FLOOR_Y - 60}`,
            highlightStroke(0.5, 38, 19),
          ) +
          canvas.path(
            pathData`M${right - 42} ${top + 40}
              C${right - 18} ${top + 180} ${right - 82} ${top + 300} ${right - 34} ${FLOOR_Y - 60}`,
            creaseStroke(0.24, 36, 19),
          ),
      ) +
      canvas.path(outline, {
        fill: canvas.linear([
          shadeStop(0, 0.2),
          shadeStop(0.04, 0.04),
          shadeStop(0.5, 0),
          shadeStop(0.95, 0.1),
          shadeStop(1, 0.26),
        ]),
      }),
  };
}

/** Draws an upright spout with its cap. */
function drawSpout(canvas: Canvas, palette: Palette): string {
  return (
    drawPart(canvas, "M-19 4V-26H19V4Z", mixColors(palette.cap, "#ffffff", 0.2), "matte") +
    drawPart(canvas, "M-27 -24V-66Q-27 -72 -20 -72H20Q27 -72 27 -66V-24Z", palette.cap, "gloss")
  );
}

/** Draws a bar of soap in a paper band. */
export function soap(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const width = 430;
  const height = 250;
  const left = CENTER_X - width / 2;
  const top = FLOOR_Y - height;
  const outline = pathData`M${left + 30} ${top}H${left + width - 30}Q${left + width} ${top} ${left + width} ${top + 34}V${FLOOR_Y - 34}
    Q${left + width} ${FLOOR_Y} ${left + width - 34} ${FLOOR_Y}H${left + 34}Q${left} ${FLOOR_Y} ${left} ${FLOOR_Y - 34}
    V${top + 34}Q${left} ${top} ${left + 30} ${top}Z`;
  const clip = canvas.clip(outline);
  const bandWidth = 150;
  const bandLeft = CENTER_X - 20;
  const area = { x: bandLeft, y: top - 6, w: bandWidth, h: height + 8 };
  const band = `M${bandLeft} ${top - 6}H${bandLeft + bandWidth}V${FLOOR_Y + 2}H${bandLeft}Z`;
  const paper = mixColors(palette.cap, "#EFE6D3", 0.5);
  return {
    width,
    height,
    svg:
      canvas.path(outline, { fill: palette.body }) +
      canvas.path(outline, {
        fill: canvas.linear(
          [lightStop(0, 0.3), lightStop(0.3, 0.02), shadeStop(0.75, 0.06), shadeStop(1, 0.3)],
          [0, 0, 0.2, 1],
        ),
      }) +
      wrapInClip(
        clip,
        renderLine(canvas, seed.brand[1], {
          face: "m",
          size: 64,
          x: left + 42,
          y: top + 150,
          fill: mixColors(palette.body, "#000000", 0.16),
          tracking: 6,
          max: 150,
        }) +
          renderLine(canvas, seed.brand[1], {
            face: "m",
            size: 64,
            x: left + 43.5,
            y: top + 152,
            fill: mixColors(palette.body, "#ffffff", 0.22),
            tracking: 6,
            max: 150,
            opacity: 0.6,
          }),
      ) +
      canvas.path(band, { fill: paper }) +
      drawLabel(canvas, { ...seed, layout: "soap" }, palette, area, paper) +
      canvas.path(band, {
        fill: canvas.linear(
          [lightStop(0, 0.24), lightStop(0.2, 0), shadeStop(0.8, 0.02), shadeStop(1, 0.14)],
          [0, 0, 0.3, 1],
        ),
      }) +
      canvas.rect(bandLeft - 5, top - 2, 6, height + 2, { ...blackPaint(0.16), blur: 3 }) +
      canvas.rect(bandLeft + bandWidth, top - 2, 8, height + 2, { ...blackPaint(0.22), blur: 4 }),
  };
}
