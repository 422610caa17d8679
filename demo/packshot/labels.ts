import type { Box } from "./bounds.ts";
import type { Canvas } from "./canvas.ts";
import type { PrintLabel } from "./label-pen.ts";
import { band, drug, sun, wagara, wave } from "./labels-loud.ts";
import { botanical, clinic, disc, kanji, minimal, side, tategaki } from "./labels-quiet.ts";
import { low, lowdisc, nappies, roundLid, slim, soapBand, wide } from "./labels-small.ts";
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
  pack: nappies,
};

/** The seed's label on an area; the ground is the body's colour where nothing else is said. */
export function labelOn(canvas: Canvas, seed: FullSeed, palette: Palette, area: Box, ground = palette.body): string {
  return layouts[seed.layout]({ canvas, seed, palette, area, ground });
}
