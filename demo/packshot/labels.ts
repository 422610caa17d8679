import type { Box } from "./bounds.ts";
import type { Canvas } from "./canvas.ts";
import type { PrintLabel } from "./label-text.ts";
import { band, drug, sun, wagara, wave } from "./labels-drugstore.ts";
import { botanical, clinic, disc, kanji, minimal, side, tategaki } from "./labels-skincare.ts";
import { low, lowdisc, diapers, roundLid, slim, soapBand, wide } from "./labels-small.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed, Layout } from "./seed.ts";

const layouts: Record<Layout, PrintLabel> = {
  none: () => "",
  minimal,
  tategaki,
  disc,
  band,
  drug,
  sun,
  botanical,
  wagara,
  side,
  clinic,
  wave,
  kanji,
  low,
  lowdisc,
  slim,
  wide,
  soap: soapBand,
  round: roundLid,
  pack: diapers,
};

/** Draws the label of the seed in an area. `ground` is the color under it, by default the color of the body. */
export function drawLabel(canvas: Canvas, seed: FullSeed, palette: Palette, area: Box, ground = palette.body): string {
  return layouts[seed.layout]({ canvas, seed, palette, area, ground });
}
