import { getShades } from "./options.ts";
import { chooseByHash } from "../packshot/random.ts";
import { cloths, type ClothName } from "../packshot/cloths.ts";
import { drawPackshot, drawScaleView, type View } from "../packshot/packshot.ts";
import { drawReviewPhoto, type Setting } from "../packshot/review-photo.ts";
import type { PaletteName } from "../packshot/palettes.ts";
import type { Form, Layout, Seed } from "../packshot/seed.ts";
import type { Product, Variant } from "./product.ts";
import { type Brand, getCategory, getThemeColor, type ProductType, type Series } from "./source-tables.ts";

/** A picture to be drawn. Pictures with the same `key` are identical and shared between products. */
export type Picture = { key: string; draw: () => string };
/** A picture in the gallery of a product: of one option, or of the product as a whole. */
export type ProductPicture = Picture & { optionId: number | null };

/** What distinguishes the versions of a product of one series and type. */
type PackVersion = Pick<Product["parts"], "active" | "adjective" | "audience">;

/** Layouts that are possible for a form; one of them is chosen by a hash. */
type Layouts = readonly [Layout, ...Layout[]];

/** Layouts with little print, for cosmetics. */
const quietLayouts: Partial<Record<Form, Layouts>> = {
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
/** Layouts with much print, for drugstore goods. */
const boldLayouts: Partial<Record<Form, Layouts>> = {
  bottle: ["drug", "wave", "band"],
  pump: ["drug", "wave", "disc"],
  tube: ["drug", "band", "wave"],
  box: ["drug", "band", "tategaki"],
  sachet: ["drug", "disc", "band"],
  bag: ["drug", "band", "wave"],
  can: ["disc", "minimal"],
  supp: ["drug", "band", "clinic"],
};
/** Layouts of forms that do not use the quiet or bold layouts. */
const fixedLayouts: Partial<Record<Form, Layouts>> = {
  compact: ["round"],
  stick: ["slim"],
  soap: ["soap"],
  mask: ["wide"],
  pack: ["pack"],
  bundle: ["none"],
  jug: ["drug", "wave", "band"],
  spray: ["drug", "band"],
};
/** Groups whose packs have bold layouts. */
const boldGroups = new Set([
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
/** Groups with a texture view (a smear of the product). */
const smearGroups = new Set([
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
/** Colors that stand for an active ingredient. */
const activePalettes: Record<string, readonly PaletteName[]> = {
  ha: ["mizu", "sora"],
  ceramide: ["kinari", "shironeri"],
  collagen: ["sakura", "momo"],
  placenta: ["momo"],
  vitc: ["yamabuki", "kaki"],
  niacin: ["shironeri", "mizu"],
  retinol: ["kohaku", "murasaki"],
  arbutin: ["shironeri"],
  tranex: ["fuji"],
  rice: ["kinari"],
  ricebran: ["kinari", "tamago"],
  sake: ["hai"],
  soy: ["tamago"],
  camellia: ["beni"],
  greentea: ["wakaba"],
  matcha: ["matcha"],
  sakura: ["sakura"],
  yuzu: ["yamabuki"],
  hinoki: ["cha"],
  bamboo: ["sumi"],
  konjac: ["hai"],
  seaweed: ["asagi"],
  pearl: ["shironeri", "fuji"],
  silk: ["kinari"],
  honey: ["tamago", "kohaku"],
  royal: ["yamabuki"],
  propolis: ["kohaku"],
  shea: ["kinari", "cha"],
  argan: ["kohaku"],
  horse: ["kinari"],
  squalane: ["mizu"],
  aloe: ["wakaba", "hisui"],
  hato: ["wakaba"],
  loquat: ["kaki"],
  peach: ["momo"],
  licorice: ["cha"],
  centella: ["hisui"],
  tea_tree: ["hisui", "tokiwa"],
  menthol: ["sora", "mizu"],
  salicyl: ["sora"],
  aha: ["fuji"],
  enzyme: ["tamago"],
  clay: ["hai"],
  volcanic: ["sumi", "hai"],
  q10: ["murasaki"],
  astax: ["beni"],
  peptide: ["fuji", "murasaki"],
  zinc: ["hai"],
  ginseng: ["kaki"],
  gingerr: ["kaki"],
  citric: ["yamabuki"],
  sodaa: ["sora"],
  orangeoil: ["kaki"],
  chicken: ["tamago"],
  tuna: ["ai"],
  sasami: ["momo"],
};
/** Forms whose size follows from their content. */
const roundForms = new Set<Form>(["bottle", "pump", "dropper", "mist", "spray", "tube", "jar", "jug", "can"]);
/** Longest side of a pack without known sides, in millimeters. */
const DEFAULT_LENGTH_MM = 150;
const bundlePalettes = ["tokiwa", "ai", "beni", "murasaki", "matcha", "kaki"] as const;

/**
 * Builds the seed of a pack. Its design depends on brand, series and type; its colors also on the version, so that
 * the versions of a product differ as they do on a shelf.
 * @param volume the content as printed on the label, such as `150 мл`
 */
export function buildPackSeed(
  brand: Brand,
  series: Series | null,
  type: ProductType,
  volume: string,
  version: PackVersion | null = null,
): Seed {
  const lineName = `${brand.name}/${series?.name ?? ""}`;
  const form = type.form as Form;
  const cloth = getThemeColor(getCategory(type.category)) as ClothName;
  const layouts =
    fixedLayouts[form] ??
    (boldGroups.has(type.group) ? (boldLayouts[form] ?? quietLayouts[form]) : quietLayouts[form]) ??
    (["minimal"] as const);
  const lineColors = brand.palettes as [PaletteName, ...PaletteName[]];
  const linePalette = chooseByHash(lineColors, lineName);
  return {
    form,
    palette:
      form === "bundle"
        ? chooseByHash(bundlePalettes, lineName + type.id)
        : choosePalette(linePalette, lineColors, version),
    cloth,
    layout: chooseByHash(layouts, `${lineName}/${form}`),
    brand: [brand.name.toUpperCase(), brand.ja, brand.seal],
    jp: type.jp,
    sub: type.sub,
    en: (series?.name ?? type.en).toUpperCase().replaceAll("-", " "),
    volume,
    key: `${lineName}/${type.id}`,
  };
}

/** Returns the palette of a version: a color of its active ingredient, or one of its brand. */
function choosePalette(
  linePalette: PaletteName,
  lineColors: readonly [PaletteName, ...PaletteName[]],
  version: PackVersion | null,
): PaletteName {
  if (!version) return linePalette;
  const { active, adjective, audience } = version;
  const name = [active?.id, adjective?.en, audience?.en].filter(Boolean).join("/");
  return name === "" ? linePalette : chooseByHash([...lineColors, ...(activePalettes[active?.id ?? ""] ?? [])], name);
}

/** Builds the seed of the product without regard to its options. */
function buildProductSeed(product: Product): Seed {
  const { brand, series, type } = product.parts;
  return {
    ...buildPackSeed(brand, series, type, formatVolume(type, product.size), product.parts),
    ...getFixedShade(product),
  };
}

/** Builds the seed of the first variant. */
function buildMainSeed(product: Product): Seed {
  const [first] = product.variants;
  const seed = buildProductSeed(product);
  return first ? getVariantSeed(seed, product, first) : seed;
}

/** Plans the pictures of a product in gallery order; the first is shown on product cards. */
export function planPictures(product: Product): ProductPicture[] {
  const { type } = product.parts;
  const seed = buildProductSeed(product);
  const hasColorOptions = product.kind === "shade" || product.kind === "color" || product.kind === "scent";
  const fronts = hasColorOptions
    ? product.variants.map((variant) => ({
        ...createView(getVariantSeed(seed, product, variant), "front"),
        optionId: variant.optionId,
      }))
    : planFrontsBySize(seed, product);
  const mainSeed = buildMainSeed(product);
  const otherViews: View[] =
    type.form === "bundle"
      ? ["detail"]
      : [
          ...(hasCarton(type) ? ["carton" as const] : []),
          ...(smearGroups.has(type.group) ? ["texture" as const] : []),
          "detail",
        ];
  const views = [...otherViews.map((one) => createView(mainSeed, one)), createScaleView(mainSeed, product)];
  return [...fronts, ...views.map((one) => ({ ...one, optionId: null }))];
}

/** Returns a shade for makeup without shade options. */
function getFixedShade({ kind, slug, parts: { type } }: Product): { shade?: string } {
  const set = type.options.find((option) => option.startsWith("shade:"))?.slice("shade:".length);
  if (kind !== null || set === undefined) return {};
  const [first, ...others] = getShades(type, set).map((shade) => shade.hex);
  return first ? { shade: chooseByHash([first, ...others], slug) } : {};
}

/** Plans the front views. If sizes are options, each has its own picture with its volume on the label. */
function planFrontsBySize(seed: Seed, { kind, variants, parts: { type } }: Product): ProductPicture[] {
  if (kind !== "size" && kind !== "refill") return [{ ...createView(seed, "front"), optionId: null }];
  return variants.map(({ optionId, choice }) => {
    const volume = choice ? formatVolume(type, choice.size) : (seed.volume ?? "");
    const pack: Seed = choice?.refill ? { ...seed, volume, form: "refill", layout: "wave" } : { ...seed, volume };
    return { ...createView(pack, "front"), optionId };
  });
}

/** Returns the seed of a variant, with the shade of its swatch. White scents keep the color of the pack. */
function getVariantSeed(seed: Seed, product: Product, { choice }: Variant): Seed {
  return choice?.swatch && (product.kind !== "scent" || choice.swatch !== "#FFFFFF")
    ? { ...seed, shade: choice.swatch }
    : seed;
}

/** Returns whether a type is sold in a carton, which then has its own view. */
function hasCarton({ form, group }: ProductType): boolean {
  return (
    ["dropper", "jar", "tube", "bottle", "mist", "stick", "compact"].includes(form) &&
    group !== "clean" &&
    group !== "oral"
  );
}

/** Creates a view. The texture view does not depend on the label, so products share it. */
function createView(seed: Seed, viewName: View): Picture {
  const { palette, shade, cloth } = seed;
  const visibleSeed: Partial<Seed> =
    viewName === "texture" ? { palette, ...(shade ? { shade } : {}), ...(cloth ? { cloth } : {}), key: "smear" } : seed;
  return {
    key: `${viewName} ${JSON.stringify(visibleSeed)}`,
    draw: () => drawPackshot(visibleSeed, { view: viewName }),
  };
}

/** Creates the view beside a coin. */
function createScaleView(seed: Seed, { size: content, variants, parts: { type } }: Product): Picture {
  const isRound = roundForms.has(seed.form) && (type.unit === "мл" || type.unit === "г");
  const size = isRound ? { contentMl: content } : { lengthMm: variants[0]?.sizeMm[0] ?? DEFAULT_LENGTH_MM };
  return { key: `scale ${JSON.stringify({ seed, size })}`, draw: () => drawScaleView(seed, size) };
}

/** Plans a photo of a product as a customer takes it; there are a few different ones of each product. */
export function planReviewPhoto(product: Product, index: number): Picture {
  const seed = buildMainSeed(product);
  const name = `${product.slug}/${index}`;
  const setting: Setting = {
    cloth: chooseByHash(Object.keys(cloths) as [ClothName, ...ClothName[]], name),
    turn: chooseByHash([-24, -14, -6, 8, 17, 28], `${name} turn`),
    scale: chooseByHash([0.82, 0.94, 1.06], `${name} scale`),
    light: chooseByHash(["day", "lamp"], `${name} light`),
  };
  return { key: `review ${JSON.stringify({ seed, setting })}`, draw: () => drawReviewPhoto(seed, setting) };
}

/** Formats the content for the label. Tablets, sachets and pairs have Japanese counters; a single piece has no text. */
function formatVolume(type: ProductType, size: number): string {
  if (type.unit === "пара") return `${size}膳`;
  if (type.unit === "л") return `${size} L`;
  if (type.unit !== "шт") return `${size} ${type.unit}`;
  if (size === 1) return "";
  if (type.composition === "tablet") return `${size}粒`;
  return type.id === "aojiru" ? `${size}包` : `${size} шт`;
}
