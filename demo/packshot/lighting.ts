import { type Canvas, wrapInClip, TOP_TO_BOTTOM, pathData, type Paint, round, type Stop } from "./canvas.ts";

/** Where every pack stands in an 800 x 1000 picture: the horizontal center and the floor line. */
export const CENTER_X = 400;
export const FLOOR_Y = 858;

// One softbox at the upper left. Light and shade are translucent and are drawn over any label.
export const SHADE = "#0b0f14";
const LIGHT = "#ffffff";

/** A stop of a gradient in the color of the shade. */
export function shadeStop(offset: number, alpha: number): Stop {
  return [offset, SHADE, alpha];
}

/** A stop of a gradient in the color of the light. */
export function lightStop(offset: number, alpha: number): Stop {
  return [offset, LIGHT, alpha];
}

/** An opaque stop of a gradient. */
export function colorStop(offset: number, color: string): Stop {
  return [offset, color];
}

/** A translucent white fill. */
export function whitePaint(opacity: number): Paint {
  return { fill: "#fff", opacity };
}

/** A translucent black fill. */
export function blackPaint(opacity: number): Paint {
  return { fill: "#000", opacity };
}

/** A bright line for highlights. */
export function highlightStroke(opacity: number, width: number, blur?: number): Paint {
  return { stroke: "#fff", strokeOpacity: opacity, strokeWidth: width, ...(blur === undefined ? {} : { blur }) };
}

/** A dark line for creases. */
export function creaseStroke(opacity: number, width: number, blur?: number): Paint {
  return { stroke: "#000", strokeOpacity: opacity, strokeWidth: width, ...(blur === undefined ? {} : { blur }) };
}

/** A dark line in the color of the shade. */
export function gapStroke(opacity: number, width: number, blur?: number): Paint {
  return { ...creaseStroke(opacity, width, blur), stroke: SHADE };
}

export type Sheen = keyof typeof sheens;

const sheens = {
  matte: [
    shadeStop(0, 0.3),
    shadeStop(0.05, 0.17),
    shadeStop(0.16, 0.03),
    lightStop(0.27, 0.2),
    lightStop(0.38, 0.06),
    shadeStop(0.52, 0),
    shadeStop(0.72, 0.08),
    shadeStop(0.9, 0.24),
    shadeStop(0.96, 0.2),
    shadeStop(1, 0.34),
  ],
  gloss: [
    shadeStop(0, 0.34),
    shadeStop(0.04, 0.14),
    shadeStop(0.1, 0.02),
    lightStop(0.14, 0.42),
    lightStop(0.2, 0.46),
    lightStop(0.23, 0.08),
    shadeStop(0.4, 0),
    shadeStop(0.66, 0.05),
    shadeStop(0.84, 0.22),
    shadeStop(0.93, 0.28),
    lightStop(0.965, 0.1),
    shadeStop(1, 0.36),
  ],
  metal: [
    shadeStop(0, 0.42),
    shadeStop(0.06, 0.1),
    lightStop(0.13, 0.5),
    lightStop(0.2, 0.1),
    shadeStop(0.36, 0.14),
    shadeStop(0.5, 0.02),
    lightStop(0.6, 0.3),
    shadeStop(0.68, 0.05),
    shadeStop(0.85, 0.34),
    shadeStop(0.94, 0.12),
    shadeStop(1, 0.46),
  ],
} as const satisfies Record<string, readonly Stop[]>;

/** Draws light from the side over an outline. */
export function drawSheen(canvas: Canvas, outline: string, sheen: Sheen, paint: Paint = {}): string {
  return canvas.path(outline, { ...paint, fill: canvas.linear(sheens[sheen]) });
}

/** Draws light from above over an outline: bright at the top, dark at the bottom. */
export function drawTopLight(canvas: Canvas, outline: string, top = 0.14, foot = 0.14): string {
  return canvas.path(outline, {
    fill: canvas.linear([lightStop(0, top), lightStop(0.25, 0), shadeStop(0.7, 0), shadeStop(1, foot)], TOP_TO_BOTTOM),
  });
}

/** Returns the path of a cylinder seen from slightly above. */
export function buildCylinderPath(
  middle: number,
  width: number,
  top: number,
  bottom: number,
  { topRadius = 6, radius = 10, bulge = 7, rise = 4 } = {},
): string {
  const l = middle - width / 2;
  const r = middle + width / 2;
  return pathData`M${round(l)} ${round(top + topRadius)}
    Q${round(l)} ${round(top)} ${round(l + topRadius)} ${round(top - rise * 0.3)}
    Q${round(middle)} ${round(top - rise)} ${round(r - topRadius)} ${round(top - rise * 0.3)}
    Q${round(r)} ${round(top)} ${round(r)} ${round(top + topRadius)}V${round(bottom - radius)}
    Q${round(r)} ${round(bottom)} ${round(r - radius)} ${round(bottom + bulge * 0.45)}
    Q${round(middle)} ${round(bottom + bulge * 1.25)} ${round(l + radius)} ${round(bottom + bulge * 0.45)}
    Q${round(l)} ${round(bottom)} ${round(l)} ${round(bottom - radius)}Z`;
}

/** Draws a plain round part, such as a cap or a collar. */
export function drawPart(canvas: Canvas, outline: string, color: string, sheen: Sheen): string {
  return canvas.path(outline, { fill: color }) + drawSheen(canvas, outline, sheen);
}

/** Draws the body of a pack with its print clipped to the outline. */
export function drawBody(canvas: Canvas, outline: string, print: string, color: string, sheen: Sheen): string {
  return (
    canvas.path(outline, { fill: color }) + wrapInClip(canvas.clip(outline), print) + drawSheen(canvas, outline, sheen)
  );
}

/** Draws the joint of two parts: a dark gap with a bright lower edge. */
export function drawSeam(canvas: Canvas, middle: number, width: number, y: number, opacity: number): string {
  const curve = (dy: number) =>
    pathData`M${round(middle - width / 2)} ${round(y + dy)}
      Q${round(middle)} ${round(y + dy + 9)} ${round(middle + width / 2)} ${round(y + dy)}`;
  return canvas.path(curve(0), gapStroke(opacity, 3.2)) + canvas.path(curve(3), highlightStroke(0.35, 1.5));
}

/** Draws a vertical reflection on a glossy surface. */
export function drawStreak(
  canvas: Canvas,
  middle: number,
  top: number,
  bottom: number,
  width: number,
  opacity: number,
) {
  return canvas.rect(round(middle - width / 2), round(top), round(width), round(bottom - top), {
    rx: round(width / 2),
    fill: canvas.linear(
      [lightStop(0, 0), lightStop(0.12, opacity), lightStop(0.8, opacity * 0.7), lightStop(1, 0)],
      TOP_TO_BOTTOM,
    ),
    blur: round(Math.max(1.2, width * 0.16)),
  });
}

/** Draws fine vertical grooves, as on caps and crimped ends. */
export function drawGrooves(
  canvas: Canvas,
  {
    count,
    x,
    step,
    y,
    width,
    height,
    opacity,
  }: Record<"count" | "x" | "step" | "y" | "width" | "height" | "opacity", number>,
): string {
  const groove = (_: unknown, index: number) =>
    canvas.rect(round(x + index * step), y, width, height, blackPaint(opacity));
  return Array.from({ length: count }, groove).join("");
}
