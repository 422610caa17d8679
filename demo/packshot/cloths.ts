import { Canvas } from "./canvas.ts";
import { mixColors } from "./colors.ts";
import { createPatternFill, type Wagara } from "./wagara.ts";

/** A furoshiki cloth: its colors and its pattern. */
export type Cloth = {
  readonly bg: string;
  readonly mid: string;
  readonly deep: string;
  /** Color of text on the cloth. */
  readonly ink: string;
  readonly wagara: Wagara;
};

export const cloths = {
  sakura: { bg: "#F4E4E1", mid: "#E9C9C4", deep: "#B4696B", ink: "#5A2B30", wagara: "asanoha" },
  fuji: { bg: "#E8E5EE", mid: "#CFC8DE", deep: "#75689A", ink: "#352C4F", wagara: "tatewaku" },
  shiro: { bg: "#ECEDE8", mid: "#D9DCD3", deep: "#7D8579", ink: "#2B322C", wagara: "shippo" },
  wakaba: { bg: "#E4ECDD", mid: "#C6D8B8", deep: "#5F8250", ink: "#26381F", wagara: "kikko" },
  mizu: { bg: "#DFEAEE", mid: "#BDD5DE", deep: "#4C7F94", ink: "#1B3945", wagara: "seigaiha" },
  asagi: { bg: "#DCEAE6", mid: "#B2D2CB", deep: "#3E8078", ink: "#163B37", wagara: "seigaiha" },
  tamago: { bg: "#F5EBCF", mid: "#EAD59B", deep: "#A97C23", ink: "#4A3710", wagara: "mizutama" },
  matcha: { bg: "#E6E9D3", mid: "#C9D0A2", deep: "#6F7A3A", ink: "#30361A", wagara: "yagasuri" },
  kaki: { bg: "#F4E1D3", mid: "#E8BF9F", deep: "#B4622F", ink: "#51290F", wagara: "uroko" },
  tokiwa: { bg: "#D5E3DA", mid: "#A5C4B2", deep: "#1F5B46", ink: "#0F2F24", wagara: "karakusa" },
} as const satisfies Record<string, Cloth>;

export type ClothName = keyof typeof cloths;

/** Draws a flat piece of cloth with its pattern as SVG. */
export function drawClothSwatch(name: ClothName, width = 320, height = 320): string {
  const cloth = cloths[name];
  const canvas = new Canvas({ name, w: width, h: height });
  const pattern = createPatternFill(canvas, cloth.wagara, {
    color: mixColors(cloth.mid, cloth.deep, 0.6),
    size: 48,
    width: 1.4,
    opacity: 0.7,
  });
  return canvas.picture(
    width,
    height,
    canvas.rect(0, 0, width, height, { fill: cloth.mid }) + canvas.rect(0, 0, width, height, { fill: pattern }),
  );
}
