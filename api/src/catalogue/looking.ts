import type { Currency } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { shownIn, type Shown } from "./shown.ts";

/** Who looks, in what language and currency, at what moment. */
export type Looking = { locale: Locale; currency: string; now: Date };

/** How many products like another one are shown. */
export const SIMILAR = 12;

export async function looking(db: Db, { currency, now }: Looking): Promise<{ currency: Currency; shown: Shown }> {
  const held = await currencyByCode(db, currency);
  return { currency: held, shown: await shownIn(db, held, now) };
}
