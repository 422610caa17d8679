import type { ClothName } from "./cloths.ts";
import type { PaletteName } from "./palettes.ts";

/** The shape of a pack: see the functions of the same names in `forms-*.ts`. */
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

/** Layout of the label: see the functions in `labels-*.ts`. `low` to `pack` are for one form each (jars, sticks, masks, soap, compacts, diapers). */
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

/** Everything that determines the picture of a pack. Printed text must be in the glyph set: see `text-outlines.ts`. */
export type Seed = {
  form: Form;
  palette: PaletteName;
  /** `#rrggbb`: color of the content, also used for the pack (lipsticks, foundations, hair dyes). */
  shade?: string;
  /** Background of the picture, and the pattern of a bundle. */
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
  /** Selects the variant of the shape; the same key gives the same picture. */
  key: string;
  /** Accessible name; without it the picture is decorative. */
  title?: string;
};

/** A pack in a tile or a banner. */
export type Placed = {
  seed: Partial<Seed>;
  /** Center, as a share of the width. */
  x: number;
  /** Floor, as a share of the height. */
  base: number;
  /** At 1, a pack of 1,000 units fills the height. */
  scale: number;
};

/** A seed with all defaults applied. */
export type FullSeed = Required<Omit<Seed, "form" | "title" | "shade">> &
  Pick<Seed, "title" | "shade"> & { form?: Form };

/** Applies the defaults: a white bottle of lotion. */
export function completeSeed(seed: Partial<Seed>): FullSeed {
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
