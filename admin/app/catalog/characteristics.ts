import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";

export type Characteristic = ProductDetail["fields"]["characteristics"][number];

/** The texts of a characteristic, in the order in which the API sends them. */
const keys = ["name_en", "name_ru", "value_en", "value_ru"] as const satisfies readonly (keyof Characteristic)[];

export const emptyCharacteristic: Characteristic = { name_en: "", name_ru: "", value_en: "", value_ru: "" };

/** Parses the characteristics in the form of a product; none if the text is something else. */
export function parseCharacteristics(text: string): Characteristic[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(toCharacteristic) : [];
  } catch {
    return [];
  }
}

/** Returns the text that stands for characteristics in the form; empty ones are left out. */
export function formatCharacteristics(list: readonly Characteristic[]): string {
  const filled = list.map(toCharacteristic).filter((one) => keys.some((key) => one[key].trim() !== ""));
  return filled.length === 0 ? "" : JSON.stringify(filled);
}

/** Returns the characteristics in a form as a short text in both languages: `Объём: 50 мл / Volume: 50 ml`. */
export function describeCharacteristics(text: string): string {
  const list = parseCharacteristics(text);
  const russian = list.map(({ name_ru, value_ru }) => [name_ru, value_ru].join(": "));
  const english = list.map(({ name_en, value_en }) => [name_en, value_en].join(": "));
  return [russian, english].map((texts) => texts.join("; ")).join(" / ");
}

function toCharacteristic(value: unknown): Characteristic {
  const texts = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const getText = (key: string) => (typeof texts[key] === "string" ? texts[key] : "");
  return {
    ...{ name_en: getText("name_en"), name_ru: getText("name_ru") },
    ...{ value_en: getText("value_en"), value_ru: getText("value_ru") },
  };
}
