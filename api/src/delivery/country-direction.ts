import type { Locale } from "../platform/i18n/locale.ts";

type CountryNames = { name_ru: string; name_en: string };

/** Countries whose Russian name takes "на": islands. */
const withNa = /^(Кипр|Мальта|Филиппины|Шри-Ланка|Куба|Ямайка|Маврикий|Мальдивы)$/u;
/** A first sound before which "в" becomes "во". */
const withVo = /^[ВФ][бвгджзклмнпрстфхцчшщ]|^Вьет/u;
const withArticle = /^(United|Netherlands|Philippines|Maldives|Dominican|Czech Republic)/;
const accusativeEndings: readonly [RegExp, string][] = [
  [/ая$/u, "ую"],
  [/я$/u, "ю"],
  [/а$/u, "у"],
];

/** Formats where a parcel goes, for the middle of a sentence: "в Россию", "на Кипр", "to the United States". */
export function formatCountryDirection({ name_ru, name_en }: CountryNames, locale: Locale): string {
  if (locale === "en-US") return `to ${withArticle.test(name_en) ? "the " : ""}${name_en}`;
  const preposition = withNa.test(name_ru) ? "на" : withVo.test(name_ru) ? "во" : "в";
  return `${preposition} ${name_ru.split(" ").map(toAccusative).join(" ")}`;
}

/** Declines a word of the Russian name of a country; abbreviations stay as they are. */
function toAccusative(word: string): string {
  const ending = accusativeEndings.find(([pattern]) => pattern.test(word));
  return ending ? word.replace(...ending) : word;
}
