import { shadesOf } from "./options.ts";
import { choose } from "./packshot/chance.ts";
import type { ClothName } from "./packshot/cloths.ts";
import { packshot, type View } from "./packshot/packshot.ts";
import type { PaletteName } from "./packshot/palettes.ts";
import type { Form, Layout, Seed } from "./packshot/seed.ts";
import type { Product, Variant } from "./product.ts";
import { type Brand, categoryNamed, clothOf, type ProductType, type Series } from "./tables.ts";

/** One picture to be drawn. Two products whose pictures show the same share it: `key` says what is shown. */
export type Picture = { key: string; draw: () => string };
export type PlacedPicture = Picture & { optionId: number | null };

type Layouts = readonly [Layout, ...Layout[]];

const quiet: Partial<Record<Form, Layouts>> = {
  bottle: ["minimal", "tategaki", "disc", "botanical", "clinic", "side"],
  pump: ["minimal", "tategaki", "disc", "botanical", "side"],
  dropper: ["clinic", "minimal", "side"],
  mist: ["tategaki", "minimal", "disc"],
  tube: ["minimal", "disc", "botanical", "wave"],
  jar: ["low", "lowdisc"],
  box: ["tategaki", "wagara", "band", "kanji"],
  sachet: ["botanical", "disc", "wagara"],
  bag: ["wagara", "wave", "tategaki"],
  can: ["minimal", "disc", "tategaki"],
  supp: ["clinic", "drug", "band"],
};
const loud: Partial<Record<Form, Layouts>> = {
  bottle: ["drug", "wave", "band"],
  pump: ["drug", "wave", "disc"],
  tube: ["drug", "band", "wave"],
  box: ["drug", "band", "tategaki"],
  sachet: ["drug", "disc", "band"],
  bag: ["drug", "band", "wave"],
  can: ["disc", "minimal"],
  supp: ["drug", "band", "clinic"],
};
/** Forms that have one layout of their own. */
const own: Partial<Record<Form, Layouts>> = {
  compact: ["round"],
  stick: ["slim"],
  soap: ["soap"],
  mask: ["wide"],
  pack: ["pack"],
  bundle: ["none"],
  jug: ["drug", "wave", "band"],
  spray: ["drug", "band"],
};
const shouting = new Set([
  "laundry",
  "clean",
  "odor",
  "oral",
  "oraltool",
  "food",
  "patch",
  "hygiene",
  "baby",
  "sun",
  "petfood",
  "petcare",
  "deo",
]);
/** What has a substance that a smear can show. */
const smooth = new Set([
  "cleanse",
  "face",
  "eye",
  "sun",
  "lipcare",
  "makeup",
  "lips",
  "hair",
  "styling",
  "haircolor",
  "body",
  "wash",
  "hand",
  "baby",
  "men",
  "oral",
]);
const bundles = ["tokiwa", "ai", "beni", "murasaki", "matcha", "kaki"] as const;

/** What stands on a pack of a type at a brand: its look follows from the brand's line, not from the single product. */
export function packSeed(brand: Brand, series: Series | null, type: ProductType, volume: string): Seed {
  const line = `${brand.name}/${series?.name ?? ""}`;
  const form = type.form as Form;
  const cloth = clothOf(categoryNamed(type.category)) as ClothName;
  const layouts =
    own[form] ?? (shouting.has(type.group) ? (loud[form] ?? quiet[form]) : quiet[form]) ?? (["minimal"] as const);
  const [first, ...others] = brand.palettes as [PaletteName, ...PaletteName[]];
  return {
    form,
    palette: form === "bundle" ? choose(bundles, line + type.id) : choose([first, ...others], line),
    cloth,
    layout: choose(layouts, `${line}/${form}`),
    brand: [brand.name.toUpperCase(), brand.ja, brand.seal],
    jp: type.jp,
    sub: type.sub,
    en: (series?.name ?? type.en).toUpperCase().replaceAll("-", " "),
    volume,
    key: `${line}/${type.id}`,
  };
}

/** The pictures of a product in the order of its gallery; the first is the one on cards. */
export function picturesOf(product: Product): PlacedPicture[] {
  const { brand, series, type } = product.parts;
  const seed = { ...packSeed(brand, series, type, printed(type, product.size)), ...onlyShade(product) };
  const shaded = product.kind === "shade" || product.kind === "color" || product.kind === "scent";
  const first = product.variants[0];
  const fronts = shaded
    ? product.variants.map((variant) => ({
        ...view(seedOf(seed, product, variant), "front"),
        optionId: variant.optionId,
      }))
    : frontsBySize(seed, product);
  const main = first ? seedOf(seed, product, first) : seed;
  const more: View[] =
    type.form === "bundle"
      ? ["detail"]
      : [
          ...(hasCarton(type) ? ["carton" as const] : []),
          ...(smooth.has(type.group) ? ["texture" as const] : []),
          "detail",
        ];
  return [...fronts, ...more.map((one) => ({ ...view(main, one), optionId: null }))];
}

/** Makeup that comes in one colour shows it all the same. */
function onlyShade({ kind, slug, parts: { type } }: Product): { shade?: string } {
  const set = type.options.find((option) => option.startsWith("shade:"))?.slice("shade:".length);
  if (kind !== null || set === undefined) return {};
  const [first, ...others] = shadesOf(type, set).map((shade) => shade.hex);
  return first ? { shade: choose([first, ...others], slug) } : {};
}

/** Where sizes are the options, each has a picture with its own volume on the label. */
function frontsBySize(seed: Seed, { kind, variants, parts: { type } }: Product): PlacedPicture[] {
  if (kind !== "size" && kind !== "refill") return [{ ...view(seed, "front"), optionId: null }];
  return variants.map(({ optionId, choice }) => {
    const volume = choice ? printed(type, choice.size) : (seed.volume ?? "");
    const pack: Seed = choice?.refill ? { ...seed, volume, form: "refill", layout: "wave" } : { ...seed, volume };
    return { ...view(pack, "front"), optionId };
  });
}

/** Shades colour what is in the pack, colours and scents the pack; white stays white. */
function seedOf(seed: Seed, product: Product, { choice }: Variant): Seed {
  return choice?.swatch && (product.kind !== "scent" || choice.swatch !== "#FFFFFF")
    ? { ...seed, shade: choice.swatch }
    : seed;
}

function hasCarton({ form, group }: ProductType): boolean {
  return (
    ["dropper", "jar", "tube", "bottle", "mist", "stick", "compact"].includes(form) &&
    group !== "clean" &&
    group !== "oral"
  );
}

/** A smear shows the same whatever the label says. */
function view(seed: Seed, one: View): Picture {
  const { palette, shade, cloth } = seed;
  const shown: Partial<Seed> =
    one === "texture" ? { palette, ...(shade ? { shade } : {}), ...(cloth ? { cloth } : {}), key: "smear" } : seed;
  return { key: `${one} ${JSON.stringify(shown)}`, draw: () => packshot(shown, { view: one }) };
}

/** Tablets are counted in grains, sachets and pairs in their own words; one piece needs no telling. */
function printed(type: ProductType, size: number): string {
  if (type.unit === "пара") return `${size}膳`;
  if (type.unit === "л") return `${size} L`;
  if (type.unit !== "шт") return `${size} ${type.unit}`;
  if (size === 1) return "";
  if (type.composition === "tablet") return `${size}粒`;
  return type.id === "aojiru" ? `${size}包` : `${size} шт`;
}
