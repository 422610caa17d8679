import type { Canvas } from "./canvas.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";

/** A drawn pack, centered on the floor line, with the width of its base and its height in picture units. */
export type Shape = { width: number; height: number; svg: string };

/** Draws a pack of one form in the colors of a palette. */
export type DrawForm = (canvas: Canvas, seed: FullSeed, palette: Palette) => Shape;
