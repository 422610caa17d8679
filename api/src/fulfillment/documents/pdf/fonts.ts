import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";

const brandingDir = join(import.meta.dirname, "../../../branding");

/** The fonts of the design system, as files. PDF files have the glyphs that they use. */
export const fontFiles = {
  regular: readFileSync(join(brandingDir, "golos-text-regular.ttf")),
  bold: readFileSync(join(brandingDir, "golos-text-semibold.ttf")),
  display: readFileSync(join(brandingDir, "ysabeau-office-bold.ttf")),
} as const;

export type FontName = keyof typeof fontFiles;

const fonts = Object.fromEntries(
  Object.entries(fontFiles).map(([name, file]) => [name, create(file) as Font]),
) as Record<FontName, Font>;

/** A text with characters that no font of the documents has. */
export class UndrawableTextError extends Error {
  override name = "UndrawableTextError";
  readonly text: string;
  readonly characters: string;

  constructor(text: string, characters: string) {
    super(`no font has ${characters}`);
    this.text = text;
    this.characters = characters;
  }
}

/**
 * Checks that a font can draw a text; a missing glyph would be left blank.
 * @throws UndrawableTextError
 */
export function checkText(text: string, font: FontName): void {
  const missing = [...new Set(text)].filter(
    (character) => character !== "\n" && !fonts[font].hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
  if (missing.length > 0) throw new UndrawableTextError(text, missing.join(""));
}
