import purposes from "../data/purposes.json" with { type: "json" };
import usage from "../data/usage.json" with { type: "json" };
import { capitalize, formatSizeEn, formatSizeRu, lowercaseFirst } from "./names.ts";
import type { Product } from "./product.ts";
import { type Random, createRandom } from "../random.ts";
import type { Active, Bilingual, Gender, ProductType } from "./source-tables.ts";

/** A text in Russian and in English. */
type TextPair = readonly string[];
type Purpose = {
  for: TextPair;
  effect: TextPair;
  /** What must be said about every product of the group. */
  note?: TextPair;
  /** Sentences of which each product gets some. */
  feel: TextPair[];
};

const purposeByGroup = purposes as unknown as Record<string, Purpose>;
const usageTexts = usage as unknown as Record<"compositions" | "types" | "groups", Record<string, TextPair>>;

const createdByGender: Record<Gender, string> = { m: "создан", f: "создана", n: "создано", pl: "созданы" };
const enrichedByGender: Record<Gender, string> = { m: "обогащён", f: "обогащена", n: "обогащено", pl: "обогащены" };

/** Benefits of active ingredients for groups where the default text, which is about skin, does not fit. */
const benefitOverrides: Record<string, Record<string, TextPair>> = {
  hair: {
    ceramide: ["укрепляет волос по всей длине", "strengthens hair along its length"],
    collagen: ["возвращает волосам упругость", "brings back elasticity"],
    honey: ["питает и смягчает волосы", "nourishes and softens hair"],
    zinc: ["поддерживает кожу головы свежей", "keeps the scalp fresh"],
    silk: ["делает волосы гладкими", "makes hair smooth"],
  },
  oral: {
    bamboo: ["бережно очищает эмаль", "cleans enamel gently"],
    licorice: ["успокаивает дёсны", "calms the gums"],
    sodaa: ["смягчает налёт", "softens plaque"],
  },
  hand: {
    yuzu: ["смягчает и освежает ароматом", "softens with a fresh scent"],
    horse: ["питает огрубевшую кожу", "nourishes rough skin"],
  },
  bath: { matcha: ["тонизирует", "invigorates"] },
  odor: { bamboo: ["впитывает запахи и влагу", "absorbs smells and moisture"] },
  food: { ha: ["дополняет ежедневный уход изнутри", "supports daily care from within"] },
};

/**
 * Builds the description in both languages: three HTML paragraphs with purpose, feel and directions for use.
 * @throws Error if the source tables have no text for the type or its group
 */
export function buildDescription(seed: number, product: Product): Bilingual {
  const random = createRandom(seed, "description", product.id);
  const { type } = product.parts;
  const purpose = purposeByGroup[type.group];
  if (!purpose) throw new Error(`no description for the group ${type.group}`);
  const feel = [...random.sample(purpose.feel, purpose.note ? 3 : 4), ...(purpose.note ? [purpose.note] : [])];
  const usageText =
    usageTexts.types[type.id] ?? usageTexts.compositions[type.composition] ?? usageTexts.groups[type.group];
  if (!usageText) throw new Error(`no directions for use for ${type.id}`);
  return {
    ru: renderParagraphs(
      buildIntroRu(product, purpose, random),
      `${joinTexts(feel, 0)} ${buildAudienceRu(product)}`,
      `Способ применения: ${lowercaseFirst(usageText[0] ?? "")} ${formatAmountRu(product)}`,
    ),
    en: renderParagraphs(
      buildIntroEn(product, purpose),
      `${joinTexts(feel, 1)} ${buildAudienceEn(product)}`,
      `How to use: ${lowercaseFirst(usageText[1] ?? "")} ${formatAmountEn(product)}`,
    ),
  };
}

function buildIntroRu({ parts }: Product, purpose: Purpose, random: Random): string {
  const { type, brand, series, active } = parts;
  const lineName = [brand.name, series?.name].filter(Boolean).join(" ");
  const opening =
    active && random.chance(0.3)
      ? `${capitalize(type.ru)} ${lineName} ${enrichedByGender[type.g]} ${active.ru.replace(/^со? /, "")}.`
      : `${lineName} — ${type.ru}${active ? ` ${active.ru}` : ""}.`;
  const benefit = active
    ? `${capitalize(getBenefit(active, type)[0] ?? "")}: ${purpose.effect[0]}.`
    : `${capitalize(purpose.effect[0] ?? "")}.`;
  const purposeSentence = `${capitalize(type.ru)} ${createdByGender[type.g]} для ${purpose.for[0]}.`;
  return `${opening} ${benefit} ${purposeSentence}`;
}

function buildIntroEn({ parts }: Product, purpose: Purpose): string {
  const { type, brand, series, adjective, active } = parts;
  const lineName = [brand.name, series?.name].filter(Boolean).join(" ");
  const opening = `${lineName}: ${[adjective?.en, type.en, active?.en].filter(Boolean).join(" ")}.`;
  const benefit = active
    ? `${capitalize(getBenefit(active, type)[1] ?? "")}: ${purpose.effect[1]}.`
    : `${capitalize(purpose.effect[1] ?? "")}.`;
  return `${opening} ${benefit} Made for ${purpose.for[1]}.`;
}

function getBenefit(active: Active, type: ProductType): TextPair {
  const group = type.id === "men_sh" || type.group === "haircolor" ? "hair" : type.group;
  return benefitOverrides[group]?.[active.id] ?? [active.benefit_ru, active.benefit_en];
}

function buildAudienceRu({ parts: { type, audience } }: Product): string {
  if (!audience) return "";
  if (audience.ru.startsWith("с ")) return `Можно использовать ${audience.ru}.`;
  return `${type.g === "pl" ? "Подойдут" : "Подойдёт"} ${audience.ru}.`;
}

function buildAudienceEn({ parts: { audience } }: Product): string {
  if (!audience) return "";
  return `Suitable ${audience.en}.`;
}

function formatAmountRu({ parts: { type }, size, kind }: Product): string {
  if (kind === "size" || kind === "refill") return "Объём или количество выберите на странице товара. ";
  if (type.unit === "шт" || type.unit === "пара")
    return size === 1 ? "" : `В упаковке ${formatSizeRu(size, type.unit)}. `;
  return `${type.unit === "г" ? "Вес" : "Объём"} ${formatSizeRu(size, type.unit)}. `;
}

function formatAmountEn({ parts: { type }, size, kind }: Product): string {
  if (kind === "size" || kind === "refill") return "Choose the size on the product page. ";
  if (type.unit === "шт" || type.unit === "пара")
    return size === 1 ? "" : `The pack holds ${formatSizeEn(size, type.unit)}. `;
  return `${type.unit === "г" ? "Weight" : "Volume"} ${formatSizeEn(size, type.unit)}. `;
}

function joinTexts(pairs: TextPair[], localeIndex: 0 | 1): string {
  return pairs.map((pair) => pair[localeIndex]).join(" ");
}

function renderParagraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${text.trim()}</p>`).join("");
}
