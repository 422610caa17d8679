import type { I18n } from "./use-i18n.tsx";

/** Formats a weight in grams: `420 г`, from a kilogram on `1,1 кг`. */
export function formatWeight({ t, format }: Pick<I18n, "t" | "format">, grams: number): string {
  return grams < 1000
    ? t("orders.grams", { weight: format.number(grams) })
    : t("orders.kilograms", { weight: format.decimal(grams / 1000) });
}
