import { code128, type DrawingContext } from "bwip-js/node";

/** A bar of a barcode: its left edge and its width in modules. */
type Bar = Readonly<{ left: number; width: number }>;

type Barcode = Readonly<{ bars: readonly Bar[]; width: number }>;

/**
 * Encodes a text as a Code 128 barcode without quiet zones.
 * @param text printable ASCII
 */
export function encodeCode128(text: string): Barcode {
  const bars: Bar[] = [];
  let width = 0;
  const drawing: DrawingContext<Barcode> = {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (imageWidth) => (width = imageWidth),
    // bwip-js rounds the center of a line up to a whole module.
    line: (center, _top, _x, _bottom, barWidth) =>
      void bars.push({ left: Math.floor(center - barWidth / 2), width: barWidth }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => ({ bars, width }),
  };
  return code128({ bcid: "code128", text }, drawing);
}
