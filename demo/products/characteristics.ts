import { formatSizeEn, formatSizeRu } from "./names.ts";
import type { Product } from "./product.ts";
import { type Random, createRandom } from "../random.ts";
import type { Bilingual } from "./source-tables.ts";

/** A characteristic as products store it. */
export type Characteristic = { name_ru: string; name_en: string; value_ru: string; value_en: string };

/** Adds a characteristic; a value that is the same in both languages is a string. */
type AddCharacteristic = (nameRu: string, nameEn: string, value: Bilingual | string) => void;

const yes: Bilingual = { ru: "да", en: "yes" };
const no: Bilingual = { ru: "нет", en: "no" };
const allTypes: Bilingual = { ru: "все типы", en: "all types" };

const countryWeights: [Bilingual, number][] = [
  [{ ru: "Япония", en: "Japan" }, 94],
  [{ ru: "Южная Корея", en: "South Korea" }, 2],
  [{ ru: "Китай", en: "China" }, 2],
  [{ ru: "Вьетнам", en: "Vietnam" }, 1],
  [{ ru: "Таиланд", en: "Thailand" }, 1],
];

const skinCareGroups = new Set(["cleanse", "face", "eye", "makeup", "sun", "body", "hand", "wash"]);
const cosmeticGroups = new Set([
  ...skinCareGroups,
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
const edibleGroups = new Set(["food", "petfood"]);
const solidGroups = new Set([
  "tool",
  "tableware",
  "kitchen",
  "home",
  "babyware",
  "oraltool",
  "nail",
  "support",
  "sleep",
]);

const textureByComposition: Record<string, Bilingual> = {
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
 * Builds the characteristics shown in a product comparison, in both languages. Brand, concerns and gross weight are
 * fields of the product itself.
 */
export function buildCharacteristics(seed: number, product: Product, composition: string): Characteristic[] {
  const random = createRandom(seed, "characteristics", product.id);
  const { parts, size, kind, tagSlugs } = product;
  const { type } = parts;
  const characteristics: Characteristic[] = [];
  const addCharacteristic: AddCharacteristic = (nameRu, nameEn, value) => {
    const { ru, en } = typeof value === "string" ? { ru: value, en: value } : value;
    characteristics.push({ name_ru: nameRu, name_en: nameEn, value_ru: ru, value_en: en });
  };
  const isCosmetic = cosmeticGroups.has(type.group);

  addCharacteristic("Страна производства", "Country of manufacture", random.pickWeighted(countryWeights));
  if (kind !== "size" && kind !== "refill") {
    const name = { мл: ["Объём", "Volume"], г: ["Вес", "Weight"], л: ["Объём", "Volume"] }[type.unit] ?? [
      "Количество",
      "Count",
    ];
    addCharacteristic(name[0] ?? "", name[1] ?? "", {
      ru: formatSizeRu(size, type.unit),
      en: formatSizeEn(size, type.unit),
    });
  }
  addCareCharacteristics(product, random, addCharacteristic);
  if (composition.startsWith("Active: "))
    addCharacteristic("Лечебно-профилактическое средство (иякубугайхин)", "Quasi-drug", yes);
  const absentIngredients = formatFreeFrom(tagSlugs);
  if (absentIngredients) addCharacteristic("Не содержит", "Free from", absentIngredients);
  if (type.hazard === "alcohol_le24")
    addCharacteristic("Содержание спирта", "Alcohol content", `${random.int(3, 20)}\u00a0%`);
  if (type.hazard === "alcohol_24_60")
    addCharacteristic("Содержание спирта", "Alcohol content", `${random.int(26, 48)}\u00a0%`);
  addHouseholdCharacteristics(product, random, addCharacteristic);
  buildShelfLife(product, random, isCosmetic).forEach(([nameRu, nameEn, value]) =>
    addCharacteristic(nameRu, nameEn, value),
  );
  return characteristics;
}

/** Adds the characteristics of skin and hair care and other cosmetics. */
function addCareCharacteristics(product: Product, random: Random, addCharacteristic: AddCharacteristic): void {
  const { type, audience } = product.parts;
  const isCosmetic = cosmeticGroups.has(type.group);
  if (skinCareGroups.has(type.group))
    addCharacteristic("Тип кожи", "Skin type", formatAudience(audience, "для ", "кожи", allTypes));
  if (type.group === "hair")
    addCharacteristic("Тип волос", "Hair type", formatAudience(audience, "для ", "волос", allTypes));
  if (isCosmetic) addCharacteristic("Возраст", "Age", getAge(product));
  if (["face", "eye", "cleanse"].includes(type.group))
    addCharacteristic("Время применения", "Time of use", drawTimeOfUse(product, random));
  const texture = textureByComposition[type.composition];
  if (isCosmetic && texture) addCharacteristic("Текстура", "Texture", texture);
  if (type.group === "sun" && product.kind !== "spf")
    addCharacteristic("SPF / PA", "SPF / PA", random.pick(["SPF30 PA+++", "SPF50 PA++++", "SPF50+ PA++++"]));
  if (["cleanse", "face", "baby"].includes(type.group)) addCharacteristic("pH", "pH", drawPh(random));
}

/** Adds the characteristics of solid goods: dimensions, and what tableware and kitchenware withstand. */
function addHouseholdCharacteristics(
  { parts: { type } }: Product,
  random: Random,
  addCharacteristic: AddCharacteristic,
): void {
  if (solidGroups.has(type.group)) {
    const dimensions = `${random.int(8, 32)} × ${random.int(5, 22)} × ${random.int(2, 14)}`;
    addCharacteristic("Размер", "Size", { ru: `${dimensions} см`, en: `${dimensions} cm` });
  }
  if (type.group === "kitchen" && type.id !== "knife") {
    addCharacteristic("Температура", "Temperature range", "−20…120 °C");
    addCharacteristic("Посудомойка", "Dishwasher", random.chance(0.7) ? yes : no);
  }
  if (type.id === "bowl") addCharacteristic("СВЧ", "Microwave", random.chance(0.6) ? yes : no);
}

/** Returns the period after opening in months for cosmetics, otherwise null. */
export function drawMonthsOpened(seed: number, product: Product): number | null {
  return cosmeticGroups.has(product.parts.type.group)
    ? createRandom(seed, "opened", product.id).pick([6, 9, 12, 12, 18, 24])
    : null;
}

/** Returns the skin or hair types of an audience («сухая» for «для сухой кожи»), or `all` if it names none. */
function formatAudience(audience: Bilingual | null, prefix: string, noun: string, all: Bilingual): Bilingual {
  if (!audience?.ru.endsWith(` ${noun}`) || audience.ru.includes("всех")) return all;
  const ru = audience.ru.slice(prefix.length, -noun.length - 1);
  // Genitive to nominative: «сухой кожи» to «сухая», «сухих волос» to «сухие».
  const nominative =
    noun === "кожи" ? ru.replace(/ой$/, "ая").replace(/ей$/, "яя") : ru.replace(/ых$/, "ые").replace(/их$/, "ие");
  return { ru: nominative, en: audience.en.replace(/^for /, "").replace(/ (skin|hair)$/, "") };
}

function getAge({ parts: { type, audience } }: Product): Bilingual | string {
  if (audience?.ru === "с рождения" || type.group === "baby") return { ru: "с рождения", en: "from birth" };
  if (["serum_age", "cream_night", "eye_cream"].includes(type.id)) return "30+";
  return ["makeup", "haircolor"].includes(type.group) ? "18+" : { ru: "без ограничений", en: "any age" };
}

function drawTimeOfUse({ parts: { type } }: Product, random: Random): Bilingual {
  if (/night|sleep/.test(type.id)) return { ru: "вечер", en: "evening" };
  if (type.id === "cream_day") return { ru: "утро", en: "morning" };
  if (["peel", "clay", "peel_off", "sheet", "eye_patch"].includes(type.id))
    return { ru: "по необходимости", en: "when needed" };
  return random.chance(0.8) ? { ru: "утро и вечер", en: "morning and evening" } : { ru: "вечер", en: "evening" };
}

function drawPh(random: Random): Bilingual {
  const value = (random.int(45, 70) / 10).toFixed(1);
  return { ru: value.replace(".", ","), en: value };
}

/** The absent ingredients by tag. */
const absentIngredientsByTag: Record<string, Bilingual> = {
  "bez-parabenov": { ru: "парабены", en: "parabens" },
  "bez-sulfatov": { ru: "сульфаты", en: "sulfates" },
  "bez-spirta": { ru: "спирт", en: "alcohol" },
  "bez-otdushek": { ru: "отдушки", en: "fragrance" },
};

/** Returns the ingredients that a product does not contain according to its tags; null if there are none. */
function formatFreeFrom(tagSlugs: string[]): Bilingual | null {
  const ingredients = tagSlugs.map((slug) => absentIngredientsByTag[slug]).filter((one) => one !== undefined);
  return ingredients.length === 0
    ? null
    : { ru: ingredients.map((one) => one.ru).join(", "), en: ingredients.map((one) => one.en).join(", ") };
}

/**
 * Builds the characteristics about the shelf life, as [Russian name, English name, value]. In Japan a printed expiry
 * date is only required below three years, so most cosmetics have a lot code.
 */
function buildShelfLife(
  { parts: { type } }: Product,
  random: Random,
  isCosmetic: boolean,
): [string, string, Bilingual][] {
  const months = edibleGroups.has(type.group)
    ? random.pick([18, 24])
    : isCosmetic || type.group === "diaper"
      ? 36
      : null;
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
