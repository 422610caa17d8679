import type { Canvas } from "./canvas.ts";
import { bottle, dropper, mist, pump } from "./forms-bottles.ts";
import { bundle } from "./forms-bundle.ts";
import { box, eyedrop, mask } from "./forms-cartons.ts";
import { can, jug, pack, spray } from "./forms-household.ts";
import { compact, jar, stick, supp, tin, tube } from "./forms-jars.ts";
import { bag, refill, sachet, soap } from "./forms-soft.ts";
import { getPalette } from "./palettes.ts";
import type { Form, FullSeed } from "./seed.ts";
import type { DrawForm, Shape } from "./shape.ts";

const drawByForm: Record<Form, DrawForm> = {
  bottle,
  dropper,
  pump,
  mist,
  spray,
  tube,
  jar,
  compact,
  stick,
  can,
  tin,
  supp,
  eyedrop,
  box,
  mask,
  sachet,
  bag,
  refill,
  soap,
  jug,
  pack,
  bundle,
};

/** Draws the pack without background and shadow. */
export function drawPack(canvas: Canvas, seed: FullSeed): Shape {
  return drawByForm[seed.form ?? "bottle"](canvas, seed, getPalette(seed));
}
