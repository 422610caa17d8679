import { listAvailableGifts, listGiftTiers } from "../../promotions/gifts/gift-tiers.ts";
import { GUEST_CUSTOMER_ID, type PromoCode } from "../../promotions/promo-codes/promo-code.ts";
import { findEnteredCode } from "../../promotions/promo-codes/code-entry.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { CartAdjustments } from "./calculate-adjustments.ts";

/** The adjustments of a shopper who has no cart yet. */
export const noAdjustments: CartAdjustments = {
  ...{
    customerId: GUEST_CUSTOMER_ID,
    promoCode: null,
    promo: null,
    giftCard: null,
    points: null,
    shouldUsePoints: false,
  },
  ...{ giftTiers: [], chosenGiftIds: [], gifts: new Map() },
};

/**
 * Loads the adjustments of a guest: the entered code and the chosen gifts. Must not be called inside a transaction,
 * because it counts failed promo code attempts.
 * @param entered a code that has just been looked up (a row) is not looked up again
 */
export async function loadGuestAdjustments(
  db: Db,
  entered: { promo: string | PromoCode | null; presents?: readonly number[] | undefined },
  { ipAddress, now, locale }: { ipAddress: string; now: Date; locale: Locale },
): Promise<CartAdjustments> {
  const { promo: promoInput, presents: giftIds } = entered;
  if (promoInput === null && !giftIds) return noAdjustments;
  const foundPromo =
    typeof promoInput === "string"
      ? await findEnteredCode(db, promoInput, { customerId: GUEST_CUSTOMER_ID, ipAddress, now })
      : promoInput;
  const promo = foundPromo === "unchecked" ? null : (foundPromo ?? null);
  const giftTiers = giftIds ? await listGiftTiers(db) : [];
  return {
    ...noAdjustments,
    promoCode: promo?.code ?? (typeof promoInput === "string" ? promoInput : null),
    promo,
    isUnchecked: foundPromo === "unchecked",
    giftTiers,
    chosenGiftIds: [...(giftIds ?? [])],
    gifts: await listAvailableGifts(db, { giftTiers, promo }, locale),
  };
}
