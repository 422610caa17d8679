import type { Canvas } from "./canvas.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";

/** A drawn pack: it stands on the floor in the middle of the picture; how wide its foot and how high it is. */
export type Shape = { width: number; height: number; svg: string };

export type DrawForm = (canvas: Canvas, seed: FullSeed, palette: Palette) => Shape;
