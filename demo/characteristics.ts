import { sizeEn, sizeRu } from "./names.ts";
import type { Product } from "./product.ts";
import { type Dice, dice } from "./random.ts";
import type { Bilingual } from "./tables.ts";

export type Characteristic = { name_ru: string; name_en: string; value_ru: string; value_en: string };

const countries: [Bilingual, number][] = [
  [{ ru: "Япония", en: "Japan" }, 94],
  [{ ru: "Южная Корея", en: "South Korea" }, 2],
  [{ ru: "Китай", en: "China" }, 2],
  [{ ru: "Вьетнам", en: "Vietnam" }, 1],
  [{ ru: "Таиланд", en: "Thailand" }, 1],
];

const skin = new Set(["cleanse", "face", "eye", "makeup", "sun", "body", "hand", "wash"]);
const cosmetics = new Set([
  ...skin,
  "lipcare",
  "lips",
  "lashes",
  "hair",
  "styling",
  "haircolor",
  "bath",
  "deo",
  "foot",
  "baby",
  "men",
  "shave",
  "nail",
]);
const edible = new Set(["food", "petfood"]);
const solid = new Set(["tool", "tableware", "kitchen", "home", "babyware", "oraltool", "nail", "support", "sleep"]);

const textures: Record<string, Bilingual> = {
  gel: { ru: "гель", en: "gel" },
  cream: { ru: "крем", en: "cream" },
  emulsion: { ru: "эмульсия", en: "emulsion" },
  oil_cleanser: { ru: "масло", en: "oil" },
  hair_oil: { ru: "масло", en: "oil" },
  foam: { ru: "пена", en: "foam" },
  shampoo: { ru: "гель", en: "gel" },
  lotion: { ru: "лосьон", en: "lotion" },
  balm: { ru: "бальзам", en: "balm" },
  conditioner: { ru: "бальзам", en: "balm" },
  powder: { ru: "пудра", en: "powder" },
  enzyme_powder: { ru: "пудра", en: "powder" },
  stick: { ru: "стик", en: "stick" },
  serum: { ru: "сыворотка", en: "serum" },
  sun: { ru: "молочко", en: "milk" },
  foundation: { ru: "крем", en: "cream" },
};

/**
 * What a shopper compares by, in both languages. Brand, usages and gross weight are fields of the product itself and
 * stand beside these on its page.
 */
export function characteristicsOf(seed: number, product: Product, composition: string): Characteristic[] {
  const by = dice(seed, "characteristics", product.id);
  const { parts, size, kind, tagSlugs } = product;
  const { type, audience } = parts;
  const list: Characteristic[] = [];
  const put = (nameRu: string, nameEn: string, value: Bilingual | string) => {
    const { ru, en } = typeof value === "string" ? { ru: value, en: value } : value;
    list.push({ name_ru: nameRu, name_en: nameEn, value_ru: ru, value_en: en });
  };
  const isCosmetic = cosmetics.has(type.group);

  put("Страна производства", "Country of manufacture", by.weigh(countries));
  if (parts.series) put("Серия", "Series", parts.series.name);
  if (kind !== "size" && kind !== "refill") {
    const name = { мл: ["Объём", "Volume"], г: ["Вес", "Weight"], л: ["Объём", "Volume"] }[type.unit] ?? [
      "Количество",
      "Count",
    ];
    put(name[0] ?? "", name[1] ?? "", { ru: sizeRu(size, type.unit), en: sizeEn(size, type.unit) });
  }
  if (skin.has(type.group))
    put("Тип кожи", "Skin type", audienceOf(audience, "для ", "кожи", { ru: "все типы", en: "all types" }));
  if (type.group === "hair")
    put("Тип волос", "Hair type", audienceOf(audience, "для ", "волос", { ru: "все типы", en: "all types" }));
  if (isCosmetic) put("Возраст", "Age", ageOf(product));
  if (["face", "eye", "cleanse"].includes(type.group)) put("Время применения", "Time of use", timeOf(product, by));
  const texture = textures[type.composition];
  if (isCosmetic && texture) put("Текстура", "Texture", texture);
  if (type.group === "sun" && kind !== "spf")
    put("SPF / PA", "SPF / PA", by.pick(["SPF30 PA+++", "SPF50 PA++++", "SPF50+ PA++++"]));
  if (["cleanse", "face", "baby"].includes(type.group)) put("pH", "pH", phOf(by));
  if (composition.startsWith("Active: "))
    put("Лечебно-профилактическое средство (иякубугайхин)", "Quasi-drug", { ru: "да", en: "yes" });
  const without = freeFrom(tagSlugs);
  if (without) put("Не содержит", "Free from", without);
  if (type.hazard === "alcohol_le24") put("Содержание спирта", "Alcohol content", `${by.int(3, 20)} %`);
  if (type.hazard === "alcohol_24_60") put("Содержание спирта", "Alcohol content", `${by.int(26, 48)} %`);
  if (solid.has(type.group)) {
    const dimensions = `${by.int(8, 32)} × ${by.int(5, 22)} × ${by.int(2, 14)}`;
    put("Размер", "Size", { ru: `${dimensions} см`, en: `${dimensions} cm` });
  }
  if (type.group === "kitchen" && type.id !== "knife") {
    put("Температура", "Temperature range", "−20…120 °C");
    put("Посудомойка", "Dishwasher", by.chance(0.7) ? { ru: "да", en: "yes" } : { ru: "нет", en: "no" });
  }
  if (type.id === "bowl") put("СВЧ", "Microwave", by.chance(0.6) ? { ru: "да", en: "yes" } : { ru: "нет", en: "no" });
  shelfLife(product, by, isCosmetic).forEach(([nameRu, nameEn, value]) => put(nameRu, nameEn, value));
  return list;
}

/** Months that cosmetics keep after opening; null for what does not spoil. */
export function monthsOpened(seed: number, product: Product): number | null {
  return cosmetics.has(product.parts.type.group) ? dice(seed, "opened", product.id).pick([6, 9, 12, 12, 18, 24]) : null;
}

function audienceOf(audience: Bilingual | null, prefix: string, tail: string, all: Bilingual): Bilingual {
  if (!audience?.ru.endsWith(` ${tail}`) || audience.ru.includes("всех")) return all;
  const ru = audience.ru.slice(prefix.length, -tail.length - 1);
  // «сухой кожи» becomes «сухая», «сухих волос» «сухие».
  const nominative =
    tail === "кожи" ? ru.replace(/ой$/, "ая").replace(/ей$/, "яя") : ru.replace(/ых$/, "ые").replace(/их$/, "ие");
  return { ru: nominative, en: audience.en.replace(/^for /, "").replace(/ (skin|hair)$/, "") };
}

function ageOf({ parts: { type, audience } }: Product): Bilingual | string {
  if (audience?.ru === "с рождения" || type.group === "baby") return { ru: "с рождения", en: "from birth" };
  if (["serum_age", "cream_night", "eye_cream"].includes(type.id)) return "30+";
  return ["makeup", "haircolor"].includes(type.group) ? "18+" : { ru: "без ограничений", en: "any age" };
}

function timeOf({ parts: { type } }: Product, by: Dice): Bilingual {
  if (/night|sleep/.test(type.id)) return { ru: "вечер", en: "evening" };
  if (type.id === "cream_day") return { ru: "утро", en: "morning" };
  if (["peel", "clay", "peel_off", "sheet", "eye_patch"].includes(type.id))
    return { ru: "по необходимости", en: "when needed" };
  return by.chance(0.8) ? { ru: "утро и вечер", en: "morning and evening" } : { ru: "вечер", en: "evening" };
}

function phOf(by: Dice): Bilingual {
  const value = (by.int(45, 70) / 10).toFixed(1);
  return { ru: value.replace(".", ","), en: value };
}

const promises: Record<string, Bilingual> = {
  "bez-parabenov": { ru: "парабены", en: "parabens" },
  "bez-sulfatov": { ru: "сульфаты", en: "sulfates" },
  "bez-spirta": { ru: "спирт", en: "alcohol" },
  "bez-otdushek": { ru: "отдушки", en: "fragrance" },
};

function freeFrom(tagSlugs: string[]): Bilingual | null {
  const kept = tagSlugs.map((slug) => promises[slug]).filter((one) => one !== undefined);
  return kept.length === 0
    ? null
    : { ru: kept.map((one) => one.ru).join(", "), en: kept.map((one) => one.en).join(", ") };
}

/** Japan asks for a printed date only below three years, so most cosmetics carry a lot code. */
function shelfLife({ parts: { type } }: Product, by: Dice, isCosmetic: boolean): [string, string, Bilingual][] {
  const months = edible.has(type.group) ? by.pick([18, 24]) : isCosmetic || type.group === "diaper" ? 36 : null;
  if (months === null) return [];
  const row: [string, string, Bilingual] = [
    "Срок годности",
    "Shelf life",
    { ru: `${months} мес.`, en: `${months} months` },
  ];
  if (!isCosmetic) return [row];
  return [
    row,
    ["Срок на упаковке", "Date printed", { ru: "лот-код, дата по запросу", en: "lot code, date on request" }],
  ];
}
