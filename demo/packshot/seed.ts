import type { ClothName } from "./cloths.ts";
import type { PaletteName } from "./palettes.ts";

/** The shape of a pack. */
export type Form =
  | "bottle"
  | "dropper"
  | "pump"
  | "mist"
  | "spray"
  | "tube"
  | "jar"
  | "compact"
  | "stick"
  | "can"
  | "tin"
  | "supp"
  | "eyedrop"
  | "box"
  | "mask"
  | "sachet"
  | "bag"
  | "refill"
  | "soap"
  | "jug"
  | "pack"
  | "bundle";

/** How the label is set. `low` to `pack` belong to one form each (jars, sticks, masks, soap, compacts, nappies). */
export type Layout =
  | "minimal"
  | "tategaki"
  | "disc"
  | "band"
  | "drug"
  | "sun"
  | "botanical"
  | "wagara"
  | "side"
  | "clinic"
  | "wave"
  | "kanji"
  | "low"
  | "lowdisc"
  | "slim"
  | "wide"
  | "soap"
  | "round"
  | "pack"
  | "none";

/** Everything a pack's picture is made of. What is printed must be in the glyph set: see `lettering.ts`. */
export type Seed = {
  form: Form;
  palette: PaletteName;
  /** `#rrggbb`: what is inside shows its own colour, and the pack takes it on (lipsticks, foundations, hair dyes). */
  shade?: string;
  /** The backdrop, and the pattern of a bundle. */
  cloth?: ClothName;
  layout?: Layout;
  brand: readonly [latin: string, japanese: string, seal: string];
  /** The large Japanese word. */
  jp: string;
  /** The small Japanese line. */
  sub?: string;
  en?: string;
  /** "150 мл", "50 г", "30 шт"; set as 150mL, 50g, 30枚入. */
  volume?: string;
  /** Chooses the variant of the shape; the same key gives the same picture. */
  key: string;
  /** What a screen reader says; without it the picture is decoration. */
  title?: string;
};

/** A pack in a tile or a banner. */
export type Placed = {
  seed: Partial<Seed>;
  /** Centre, 0 to 1 of the width. */
  x: number;
  /** Floor, 0 to 1 of the height. */
  base: number;
  /** At 1 a pack 1000 units high fills the height. */
  scale: number;
};

/** A seed with nothing left open. */
export type FullSeed = Required<Omit<Seed, "form" | "title" | "shade">> &
  Pick<Seed, "title" | "shade"> & { form?: Form };

/** The seed with every gap filled: a white bottle of lotion. */
export function filled(seed: Partial<Seed>): FullSeed {
  return {
    palette: "shironeri",
    cloth: "shiro",
    layout: "minimal",
    brand: ["SHIRATSUKI", "白月", "白"],
    jp: "化粧水",
    sub: "",
    en: "LOTION",
    volume: "150 мл",
    key: "k",
    ...seed,
  };
}
