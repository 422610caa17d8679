import { mixColors, pickReadableInk } from "./colors.ts";

/** The colors of a pack, `#rrggbb`. */
export type Palette = {
  readonly body: string;
  /** Secondary color of the body. */
  readonly alt: string;
  readonly cap: string;
  /** Color of the print. */
  readonly ink: string;
  /** Accent color: foil, rings, discs. */
  readonly acc: string;
};

export const palettes = {
  shironeri: { body: "#FAF9F5", alt: "#E7E6DE", cap: "#F2F1EB", ink: "#2E3330", acc: "#8C9288" },
  sumi: { body: "#2C302F", alt: "#444947", cap: "#1F2222", ink: "#F1EEE6", acc: "#B89B62" },
  sakura: { body: "#F6DEDB", alt: "#E8B9B6", cap: "#FBF5F2", ink: "#7A2F3C", acc: "#C25E6C" },
  beni: { body: "#B8323F", alt: "#8E2030", cap: "#F4EEE6", ink: "#FFF6EF", acc: "#E9C48A" },
  ai: { body: "#24426B", alt: "#172C4B", cap: "#E9E7E1", ink: "#F3F1EA", acc: "#9FB9D6" },
  mizu: { body: "#D9EAF0", alt: "#9CC6D6", cap: "#FFFFFF", ink: "#1C5069", acc: "#3C8FB0" },
  asagi: { body: "#BFE0DA", alt: "#4FA197", cap: "#F8FAF8", ink: "#0E4B46", acc: "#1E7F77" },
  tokiwa: { body: "#1F5B46", alt: "#143F31", cap: "#E8E3D4", ink: "#F4F1E6", acc: "#C7B377" },
  wakaba: { body: "#DCE9C9", alt: "#92B56B", cap: "#FAFBF5", ink: "#2F5123", acc: "#6B9A3F" },
  matcha: { body: "#A9B56A", alt: "#6F7C35", cap: "#F0EEDD", ink: "#252B10", acc: "#F2EFD6" },
  yamabuki: { body: "#F1B93B", alt: "#D9952A", cap: "#FFFFFF", ink: "#4B2E05", acc: "#FFF3D2" },
  tamago: { body: "#F8EBC4", alt: "#EDCF7D", cap: "#FFFDF6", ink: "#6A4708", acc: "#D49A1E" },
  kaki: { body: "#E88A4C", alt: "#CC6427", cap: "#FBF2E8", ink: "#FFF8F0", acc: "#FFE3B8" },
  fuji: { body: "#D9D1E8", alt: "#A394C7", cap: "#F8F6FB", ink: "#43356B", acc: "#7B67B0" },
  murasaki: { body: "#5B4580", alt: "#402F60", cap: "#D8CBB2", ink: "#F5EFFA", acc: "#CDB88A" },
  hai: { body: "#C9CCC7", alt: "#A3A8A2", cap: "#ECEDEA", ink: "#282D2B", acc: "#5D6A64" },
  kinari: { body: "#EFE6D3", alt: "#D9C7A3", cap: "#F8F4EA", ink: "#4A3B22", acc: "#A17C3F" },
  cha: { body: "#6B4A33", alt: "#4C3222", cap: "#E9DCC6", ink: "#F8EFE2", acc: "#D2A86B" },
  momo: { body: "#F7C9BC", alt: "#EE9C8C", cap: "#FFF7F3", ink: "#8A2E2A", acc: "#DE6B5D" },
  kohaku: { body: "#B56A22", alt: "#7E430F", cap: "#26221E", ink: "#FBF3E4", acc: "#E9B872" },
  sora: { body: "#5E9BC4", alt: "#2F6E9E", cap: "#FFFFFF", ink: "#F8FCFF", acc: "#D6ECF8" },
  hisui: { body: "#7DB89B", alt: "#3F8366", cap: "#F5F8F4", ink: "#0E3B2A", acc: "#DDEFE3" },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

/** Returns the colors of a pack: its palette, or colors derived from the shade of the content. */
export function getPalette({ palette: name, shade }: { palette: PaletteName; shade?: string | undefined }): Palette {
  const palette: Palette = palettes[name];
  if (shade === undefined) return palette;
  return {
    body: shade,
    alt: mixColors(shade, "#000000", 0.18),
    cap: palette.cap,
    ink: pickReadableInk(shade, "#2b2f2d", "#fbf8f2"),
    acc: mixColors(shade, "#ffffff", 0.55),
  };
}
