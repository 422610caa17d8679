import { findExceededExportLimit, findExportLimits } from "../customs/rules.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { ShippableGoods } from "../platform/shipping-terms.ts";
import { findCarriageRefusal, packSinglePiece } from "./carried-goods.ts";
import { listCountries } from "./service.ts";
import { getRoutes } from "./shipping-methods.ts";

/** A country with the methods that go there; `refusal` says why a method does not carry a piece, null if it does. */
export type CountryCarriage = {
  country: string;
  name: string;
  methods: { code: string; name: string; refusal: string | null }[];
};

/**
 * Lists for every country of the store which methods carry one piece of a product there, and why others do not: for
 * staff, who see all reasons, unlike shoppers (`shipping-quote.ts`).
 * @param options.priceRubMinor price of the piece in kopecks, for export limits
 */
export async function listCarriage(
  db: Db,
  goods: ShippableGoods,
  { locale, priceRubMinor, now }: { locale: Locale; priceRubMinor: number; now: Date },
): Promise<CountryCarriage[]> {
  const [countries, routes] = await Promise.all([listCountries(db, locale), getRoutes(db)]);
  const piece = packSinglePiece(goods);
  const isRussian = locale === "ru-RU";
  const carriage = countries.map(async ({ code: country, name }): Promise<CountryCarriage> => {
    const limits = await findExportLimits(db, country, now);
    const exceeded = findExceededExportLimit(limits, piece.hsCode, priceRubMinor);
    const limit = exceeded ? `${exceeded.limit.toLocaleString(locale)} ${exceeded.currency.sign}` : "";
    const methods = routes.filter((route) => route.country === country);
    return {
      country,
      name,
      methods: methods.map((route) => {
        const note = isRussian ? route.note_ru : route.note_en;
        const refusal = exceeded ? "export_limit" : findCarriageRefusal(route, piece);
        const reason = refusal === null ? null : formatMessage(locale, `cannot_send_${refusal}`, { limit });
        return {
          code: route.code,
          name: isRussian ? route.name_ru : route.name_en,
          refusal: route.active ? reason : note || formatMessage(locale, "cannot_send_country", {}),
        };
      }),
    };
  });
  return (await Promise.all(carriage)).filter(({ methods }) => methods.length > 0);
}
