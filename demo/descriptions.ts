import purposes from "./data/purposes.json" with { type: "json" };
import usage from "./data/usage.json" with { type: "json" };
import { capitalised, sizeEn, sizeRu } from "./names.ts";
import type { Product } from "./product.ts";
import { type Dice, dice } from "./random.ts";
import type { Active, Bilingual, Gender, ProductType } from "./tables.ts";

type Pair = readonly string[];
type Purpose = { for: Pair; effect: Pair; feel: Pair[] };

const purposeOf = purposes as unknown as Record<string, Purpose>;
const uses = usage as unknown as Record<"compositions" | "types" | "groups", Record<string, Pair>>;

const created: Record<Gender, string> = { m: "создан", f: "создана", n: "создано", pl: "созданы" };
const enriched: Record<Gender, string> = { m: "обогащён", f: "обогащена", n: "обогащено", pl: "обогащены" };

/** Said otherwise where the usual benefit speaks of skin and the goods are for something else. */
const benefitsElsewhere: Record<string, Record<string, Pair>> = {
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
  bath: { matcha: ["тонизирует", "invigorates"] },
  odor: { bamboo: ["впитывает запахи и влагу", "absorbs smells and moisture"] },
  food: { ha: ["дополняет ежедневный уход изнутри", "supports daily care from within"] },
};

/** Three paragraphs of clean HTML in each language: what it is, how it feels, how to use it. */
export function describe(seed: number, product: Product): Bilingual {
  const by = dice(seed, "description", product.id);
  const { type } = product.parts;
  const purpose = purposeOf[type.group];
  if (!purpose) throw new Error(`no description for the group ${type.group}`);
  const feel = by.draw(purpose.feel, 3);
  const use = uses.types[type.id] ?? uses.compositions[type.composition] ?? uses.groups[type.group];
  if (!use) throw new Error(`no way of use for ${type.id}`);
  return {
    ru: paragraphs(
      whatRu(product, purpose, by),
      `${joined(feel, 0)} ${forWhomRu(product)}`,
      `Способ применения: ${lowered(use[0])} ${holdsRu(product)}`,
    ),
    en: paragraphs(
      whatEn(product, purpose),
      `${joined(feel, 1)} ${forWhomEn(product)}`,
      `How to use: ${lowered(use[1])} ${holdsEn(product)}`,
    ),
  };
}

function whatRu({ parts }: Product, purpose: Purpose, by: Dice): string {
  const { type, brand, series, active } = parts;
  const line = [brand.name, series?.name].filter(Boolean).join(" ");
  const opening =
    active && by.chance(0.3)
      ? `${capitalised(type.ru)} ${line} ${enriched[type.g]} ${active.ru.replace(/^со? /, "")}.`
      : `${line} — ${type.ru}${active ? ` ${active.ru}` : ""}.`;
  const benefit = active
    ? `${capitalised(benefitOf(active, type)[0] ?? "")}: ${purpose.effect[0]}.`
    : `${capitalised(purpose.effect[0] ?? "")}.`;
  const made = `${capitalised(type.ru)} ${created[type.g]} для ${purpose.for[0]}.`;
  return `${opening} ${benefit} ${made} Линия бренда — «${brand.line_ru}».`;
}

function whatEn({ parts }: Product, purpose: Purpose): string {
  const { type, brand, series, adjective, active } = parts;
  const line = [brand.name, series?.name].filter(Boolean).join(" ");
  const opening = `${line}: ${[adjective?.en, type.en, active?.en].filter(Boolean).join(" ")}.`;
  const benefit = active
    ? `${capitalised(benefitOf(active, type)[1] ?? "")}: ${purpose.effect[1]}.`
    : `${capitalised(purpose.effect[1] ?? "")}.`;
  return `${opening} ${benefit} Made for ${purpose.for[1]}. The brand's line: ${lowered(brand.line_en)}.`;
}

function benefitOf(active: Active, type: ProductType): Pair {
  const group = type.id === "men_sh" || type.group === "haircolor" ? "hair" : type.group;
  return benefitsElsewhere[group]?.[active.id] ?? [active.benefit_ru, active.benefit_en];
}

function forWhomRu({ parts: { type, audience } }: Product): string {
  if (!audience)
    return type.g === "pl"
      ? "Хорошо подходят для первого знакомства с брендом."
      : "Хорошо подходит для первого знакомства с брендом.";
  if (audience.ru.startsWith("с ")) return `Можно использовать ${audience.ru}.`;
  return `${type.g === "pl" ? "Подойдут" : "Подойдёт"} ${audience.ru}.`;
}

function forWhomEn({ parts: { audience } }: Product): string {
  if (!audience) return "A good first step to get to know the brand.";
  return `Suitable ${audience.en}.`;
}

function holdsRu({ parts: { type }, size, kind }: Product): string {
  return `${amountRu(type, size, kind)}Инструкция на упаковке японская, её перевод приведён здесь.`;
}

function holdsEn({ parts: { type }, size, kind }: Product): string {
  return `${amountEn(type, size, kind)}The leaflet is in Japanese; this page translates it.`;
}

function amountRu(type: ProductType, size: number, kind: string | null): string {
  if (kind === "size" || kind === "refill") return "Объём или количество выберите на странице товара. ";
  if (type.unit === "шт" || type.unit === "пара") return size === 1 ? "" : `В упаковке ${sizeRu(size, type.unit)}. `;
  return `${type.unit === "г" ? "Вес" : "Объём"} ${sizeRu(size, type.unit)}. `;
}

function amountEn(type: ProductType, size: number, kind: string | null): string {
  if (kind === "size" || kind === "refill") return "Choose the size on the product page. ";
  if (type.unit === "шт" || type.unit === "пара")
    return size === 1 ? "" : `The pack holds ${sizeEn(size, type.unit)}. `;
  return `${type.unit === "г" ? "Weight" : "Volume"} ${sizeEn(size, type.unit)}. `;
}

function joined(pairs: Pair[], at: 0 | 1): string {
  return pairs.map((pair) => pair[at]).join(" ");
}

function lowered(text = ""): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${text.trim()}</p>`).join("");
}
