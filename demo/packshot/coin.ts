import type { Canvas } from "./canvas.ts";
import { CENTER_X, FLOOR_Y, lightStop, shadeStop } from "./lighting.ts";
import type { Shape } from "./shape.ts";
import { renderLine } from "./text-outlines.ts";

/** Diameter of a 500-yen coin in millimeters. */
export const COIN_DIAMETER_MM = 26.5;

/** Draws a 500-yen coin that stands on the floor line, as a measure beside a pack. */
export function drawCoin(canvas: Canvas, diameter: number): Shape {
  const radius = diameter / 2;
  const centerY = FLOOR_Y - radius;
  const light = canvas.radial([lightStop(0, 0.5), lightStop(0.5, 0.05), shadeStop(1, 0.3)], 0.36, 0.3, 0.8);
  const drawDisc = (share: number, fill: string) => canvas.circle(CENTER_X, centerY, radius * share, { fill });
  return {
    width: diameter * 0.8,
    height: diameter,
    svg:
      drawDisc(1, "#A98B4A") +
      drawDisc(0.94, "#C9AE6C") +
      drawDisc(0.74, "#D3D1C8") +
      renderLine(canvas, "500", {
        face: "b",
        size: radius * 0.62,
        x: CENTER_X,
        y: centerY + radius * 0.22,
        anchor: "middle",
        fill: "#7D7B72",
      }) +
      canvas.circle(CENTER_X, centerY, radius, { fill: light }),
  };
}
