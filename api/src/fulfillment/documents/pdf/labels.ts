import type { Currency } from "../../../money/currency.ts";
import { formatMoney } from "../../../money/format.ts";
import type { Locale } from "../../../platform/i18n/locale.ts";
import { formatMessage, type MessageParams } from "../../../platform/i18n/messages.ts";
import { formatStoreDate } from "../../../platform/i18n/store-dates.ts";
import type { RenderedDocument } from "../printed-document.ts";

/** The texts of a document in its languages. */
export type Labels = Readonly<{
  /** A label in the language of the order and in English: `Товар / Item`. */
  label: (key: string, params?: MessageParams) => string;
  /** A sentence in each language, on lines of their own. */
  sentences: (key: string, params?: MessageParams) => string;
  date: (iso: string) => string;
  money: (minor: number) => string;
  weight: (grams: number) => string;
}>;

/** Creates the texts of a document. */
export function createLabels({ locale, kind, content: { currency } }: RenderedDocument): Labels {
  const isEnglish = kind === "customs_data_sheet" || locale === "en-US";
  return createLabelsIn(isEnglish ? ["en-US"] : [locale, "en-US"], currency);
}

/** Creates texts in languages; dates and amounts are in the first one. */
export function createLabelsIn(
  locales: readonly [Locale, ...Locale[]],
  currency: RenderedDocument["content"]["currency"],
): Labels {
  const [own] = locales;
  const format = (separator: string) => (key: string, params?: MessageParams) =>
    locales.map((one) => formatMessage(one, `document_${key}`, params)).join(separator);
  const moneyFormat: Pick<Currency, "sign" | "minorDigits" | "roundingDigits"> = currency;
  return {
    label: format(" / "),
    sentences: format("\n"),
    date: (iso) => formatStoreDate(new Date(iso), own, { includeYear: true }),
    money: (minor) => (minor < 0 ? "−" : "") + formatMoney(Math.abs(minor), moneyFormat, own),
    weight: (grams) => formatMessage(own, "document_weight_g", { weight: grams }),
  };
}
