import { type Canvas, DOWN, moved, round } from "./canvas.ts";
import { cloths, type ClothName } from "./cloths.ts";
import { mix } from "./colours.ts";
import { FLOOR, light, MID, stop } from "./light.ts";
import type { Shape } from "./shape.ts";

export const WIDTH = 800;
export const HEIGHT = 1000;

/** The ground of a pack shot: a pale sweep of the cloth's colour, bright at the upper left. */
export function studio(canvas: Canvas, cloth: ClothName): string {
  const { bg, mid } = cloths[cloth];
  const wall = mix(bg, "#F1F2EF", 0.64);
  const sweep = [stop(0, mix(wall, "#ffffff", 0.25)), stop(0.66, wall), stop(0.8, mix(wall, mid, 0.16))];
  return (
    canvas.rect(0, 0, WIDTH, HEIGHT, { fill: canvas.linear([...sweep, stop(1, mix(wall, mid, 0.17))], DOWN) }) +
    canvas.ellipse(WIDTH * 0.34, HEIGHT * 0.34, WIDTH * 0.6, HEIGHT * 0.42, {
      fill: canvas.radial([light(0, 0.75), light(1, 0)]),
    })
  );
}

/** The shadow that a pack of this width throws on the floor: wide and soft, near and dark, a thin line of contact. */
export function shadowOf(canvas: Canvas, width: number): string {
  return (
    canvas.ellipse(round(MID + width * 0.2), FLOOR + 6, round(width * 0.72), 26, {
      fill: "#1d2a2b",
      opacity: 0.17,
      blur: 18,
    }) +
    canvas.ellipse(round(MID + width * 0.06), FLOOR + 5, round(width * 0.52), 11, {
      fill: "#16201f",
      opacity: 0.34,
      blur: 7,
    }) +
    canvas.ellipse(MID, FLOOR + 3, round(width * 0.47), 4.5, { fill: "#0c1413", opacity: 0.4, blur: 2 })
  );
}

/** A pack with its shadow, its foot at `x`, `y`. */
export function standing(canvas: Canvas, shape: Shape, at: { x: number; y: number; scale: number }): string {
  return moved(
    `translate(${round(at.x)} ${round(at.y)}) scale(${at.scale}) translate(${-MID} ${-FLOOR})`,
    shadowOf(canvas, shape.width) + shape.svg,
  );
}
