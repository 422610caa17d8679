import { type Canvas, clipped, DOWN, d, type Paint, round, type Stop } from "./canvas.ts";

/** Where every pack stands: the middle of an 800 x 1000 picture, and the floor. */
export const MID = 400;
export const FLOOR = 858;

// One soft box at the upper left. Light and shade are see-through, so they lie over any label.
export const SHADE = "#0b0f14";
const LIGHT = "#ffffff";

export function shade(offset: number, alpha: number): Stop {
  return [offset, SHADE, alpha];
}

export function light(offset: number, alpha: number): Stop {
  return [offset, LIGHT, alpha];
}

export function stop(offset: number, colour: string): Stop {
  return [offset, colour];
}

/** White over a surface. */
export function pale(opacity: number): Paint {
  return { fill: "#fff", opacity };
}

/** Black over a surface. */
export function dim(opacity: number): Paint {
  return { fill: "#000", opacity };
}

/** A bright line. */
export function gleam(opacity: number, width: number, blur?: number): Paint {
  return { stroke: "#fff", strokeOpacity: opacity, strokeWidth: width, ...(blur === undefined ? {} : { blur }) };
}

/** A dark line. */
export function crease(opacity: number, width: number, blur?: number): Paint {
  return { stroke: "#000", strokeOpacity: opacity, strokeWidth: width, ...(blur === undefined ? {} : { blur }) };
}

/** A dark line in the colour of the shade. */
export function gap(opacity: number, width: number, blur?: number): Paint {
  return { ...crease(opacity, width, blur), stroke: SHADE };
}

export type Sheen = keyof typeof sheens;

const sheens = {
  matte: [
    shade(0, 0.3),
    shade(0.05, 0.17),
    shade(0.16, 0.03),
    light(0.27, 0.2),
    light(0.38, 0.06),
    shade(0.52, 0),
    shade(0.72, 0.08),
    shade(0.9, 0.24),
    shade(0.96, 0.2),
    shade(1, 0.34),
  ],
  gloss: [
    shade(0, 0.34),
    shade(0.04, 0.14),
    shade(0.1, 0.02),
    light(0.14, 0.42),
    light(0.2, 0.46),
    light(0.23, 0.08),
    shade(0.4, 0),
    shade(0.66, 0.05),
    shade(0.84, 0.22),
    shade(0.93, 0.28),
    light(0.965, 0.1),
    shade(1, 0.36),
  ],
  metal: [
    shade(0, 0.42),
    shade(0.06, 0.1),
    light(0.13, 0.5),
    light(0.2, 0.1),
    shade(0.36, 0.14),
    shade(0.5, 0.02),
    light(0.6, 0.3),
    shade(0.68, 0.05),
    shade(0.85, 0.34),
    shade(0.94, 0.12),
    shade(1, 0.46),
  ],
} as const satisfies Record<string, readonly Stop[]>;

/** Light from the side over an outline. */
export function sheenOver(canvas: Canvas, outline: string, sheen: Sheen, paint: Paint = {}): string {
  return canvas.path(outline, { ...paint, fill: canvas.linear(sheens[sheen]) });
}

/** Light from above over an outline: bright at the top, dark at the foot. */
export function fall(canvas: Canvas, outline: string, top = 0.14, foot = 0.14): string {
  return canvas.path(outline, {
    fill: canvas.linear([light(0, top), light(0.25, 0), shade(0.7, 0), shade(1, foot)], DOWN),
  });
}

/** The outline of a cylinder seen from a little above. */
export function cylinderPath(
  middle: number,
  width: number,
  top: number,
  bottom: number,
  { topRadius = 6, radius = 10, bulge = 7, rise = 4 } = {},
): string {
  const l = middle - width / 2;
  const r = middle + width / 2;
  return d`M${round(l)} ${round(top + topRadius)}
    Q${round(l)} ${round(top)} ${round(l + topRadius)} ${round(top - rise * 0.3)}
    Q${round(middle)} ${round(top - rise)} ${round(r - topRadius)} ${round(top - rise * 0.3)}
    Q${round(r)} ${round(top)} ${round(r)} ${round(top + topRadius)}V${round(bottom - radius)}
    Q${round(r)} ${round(bottom)} ${round(r - radius)} ${round(bottom + bulge * 0.45)}
    Q${round(middle)} ${round(bottom + bulge * 1.25)} ${round(l + radius)} ${round(bottom + bulge * 0.45)}
    Q${round(l)} ${round(bottom)} ${round(l)} ${round(bottom - radius)}Z`;
}

/** A plain round part: a cap, a collar. */
export function part(canvas: Canvas, outline: string, colour: string, sheen: Sheen): string {
  return canvas.path(outline, { fill: colour }) + sheenOver(canvas, outline, sheen);
}

/** A body with its print, cut to the outline. */
export function wall(canvas: Canvas, outline: string, print: string, colour: string, sheen: Sheen): string {
  return (
    canvas.path(outline, { fill: colour }) + clipped(canvas.clip(outline), print) + sheenOver(canvas, outline, sheen)
  );
}

/** Where two parts meet: a dark gap with a bright lower lip. */
export function seam(canvas: Canvas, middle: number, width: number, y: number, opacity: number): string {
  const curve = (dy: number) =>
    d`M${round(middle - width / 2)} ${round(y + dy)}
      Q${round(middle)} ${round(y + dy + 9)} ${round(middle + width / 2)} ${round(y + dy)}`;
  return canvas.path(curve(0), gap(opacity, 3.2)) + canvas.path(curve(3), gleam(0.35, 1.5));
}

/** An upright reflection on a glossy wall. */
export function streak(canvas: Canvas, middle: number, top: number, bottom: number, width: number, opacity: number) {
  return canvas.rect(round(middle - width / 2), round(top), round(width), round(bottom - top), {
    rx: round(width / 2),
    fill: canvas.linear([light(0, 0), light(0.12, opacity), light(0.8, opacity * 0.7), light(1, 0)], DOWN),
    blur: round(Math.max(1.2, width * 0.16)),
  });
}

/** Fine upright grooves: caps, crimped ends. */
export function grooves(
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
  const groove = (_: unknown, index: number) => canvas.rect(round(x + index * step), y, width, height, dim(opacity));
  return Array.from({ length: count }, groove).join("");
}
