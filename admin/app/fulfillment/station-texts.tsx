import { createContext, use } from "react";
import { createMessageStore, type Translator } from "@furoshiki/design-system/i18n/messages.ts";
import english from "./messages/en-US.json";
import japanese from "./messages/ja-JP.json";
import russian from "./messages/ru-RU.json";

/** The languages of the packing station, which is used in Japan. All its texts are loaded, so that it needs no connection. */
export const stationLanguages = ["ru-RU", "en-US", "ja-JP"] as const;
export type StationLanguage = (typeof stationLanguages)[number];

export type StationMessageKey = keyof typeof russian;

const { addMessages, getTranslator } = createMessageStore<StationMessageKey, StationLanguage>();
addMessages("ru-RU", russian);
addMessages("en-US", english);
addMessages("ja-JP", japanese);

/** The texts of the packing station in one language. */
export type StationTexts = Readonly<{
  language: StationLanguage;
  t: Translator<StationMessageKey>;
  /** Formats grams in kilograms: `0,86 кг`. */
  formatWeight: (grams: number) => string;
  /** Chooses a text of the catalog; there are no Japanese ones. */
  choose: (russianText: string, englishText: string) => string;
}>;

/** Returns the texts of a language. */
export function getStationTexts(language: StationLanguage): StationTexts {
  const t = getTranslator(language);
  const kilograms = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    language,
    t,
    formatWeight: (grams) => t("weight_kg", { weight: kilograms.format(grams / 1000) }),
    choose: (russianText, englishText) => (language === "ru-RU" ? russianText : englishText),
  };
}

export const StationTextsContext = createContext<StationTexts | null>(null);

/** Returns the texts of the packing station in its language. */
export function useStationTexts(): StationTexts {
  const texts = use(StationTextsContext);
  if (!texts) throw new Error("useStationTexts outside of the packing station");
  return texts;
}

const COOKIE = "packing_language";
const YEAR_SECONDS = 365 * 86_400;

/** Reads the language that was chosen at this device from a Cookie header; null if none was. */
export function readStationLanguage(cookieHeader: string | null): StationLanguage | null {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookieHeader ?? "")?.[1];
  return stationLanguages.find((language) => language === value) ?? null;
}

/** Keeps the language of this device. Without a request, so that it also works without a connection. */
export function saveStationLanguage(language: StationLanguage): void {
  document.cookie = `${COOKIE}=${language}; path=/admin; max-age=${YEAR_SECONDS}; samesite=lax`;
}
