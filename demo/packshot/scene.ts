import { type Canvas, TOP_TO_BOTTOM, wrapInTransform, round } from "./canvas.ts";
import { cloths, type ClothName } from "./cloths.ts";
import { mixColors } from "./colors.ts";
import { FLOOR_Y, lightStop, CENTER_X, colorStop } from "./lighting.ts";
import type { Shape } from "./shape.ts";

export const WIDTH = 800;
export const HEIGHT = 1000;

/** Draws the background of a pack shot: a pale gradient in the color of the cloth, lit from the upper left. */
export function drawBackdrop(canvas: Canvas, cloth: ClothName): string {
  const { bg, mid } = cloths[cloth];
  const wall = mixColors(bg, "#F1F2EF", 0.64);
  const sweep = [
    colorStop(0, mixColors(wall, "#ffffff", 0.25)),
    colorStop(0.66, wall),
    colorStop(0.8, mixColors(wall, mid, 0.16)),
  ];
  return (
    canvas.rect(0, 0, WIDTH, HEIGHT, {
      fill: canvas.linear([...sweep, colorStop(1, mixColors(wall, mid, 0.17))], TOP_TO_BOTTOM),
    }) +
    canvas.ellipse(WIDTH * 0.34, HEIGHT * 0.34, WIDTH * 0.6, HEIGHT * 0.42, {
      fill: canvas.radial([lightStop(0, 0.75), lightStop(1, 0)]),
    })
  );
}

/** Draws the shadow of a pack of this width: a wide soft one, a near dark one and a thin contact shadow. */
export function drawShadow(canvas: Canvas, width: number): string {
  return (
    canvas.ellipse(round(CENTER_X + width * 0.2), FLOOR_Y + 6, round(width * 0.72), 26, {
      fill: "#1d2a2b",
      opacity: 0.17,
      blur: 18,
    }) +
    canvas.ellipse(round(CENTER_X + width * 0.06), FLOOR_Y + 5, round(width * 0.52), 11, {
      fill: "#16201f",
      opacity: 0.34,
      blur: 7,
    }) +
    canvas.ellipse(CENTER_X, FLOOR_Y + 3, round(width * 0.47), 4.5, { fill: "#0c1413", opacity: 0.4, blur: 2 })
  );
}

/** Draws a pack with its shadow. `x` and `y` are the center of its base. */
export function drawOnFloor(canvas: Canvas, shape: Shape, position: { x: number; y: number; scale: number }): string {
  return wrapInTransform(
    `translate(${round(position.x)} ${round(position.y)}) scale(${position.scale}) translate(${-CENTER_X} ${-FLOOR_Y})`,
    drawShadow(canvas, shape.width) + shape.svg,
  );
}
