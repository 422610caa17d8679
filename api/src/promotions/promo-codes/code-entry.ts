import type { Db } from "../../platform/db/database.ts";
import { Refusal, refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { findGiftCardByCode, type GiftCard } from "../../gift-cards/service.ts";
import { getGiftCardRefusal } from "../../gift-cards/gift-card-state.ts";
import { parseCode } from "../../gift-cards/codes/codes.ts";
import { countCodeAttempt, type CodeAttemptContext } from "../../gift-cards/codes/code-attempts.ts";
import {
  type Goods,
  GUEST_CUSTOMER_ID,
  type PromoCode,
  findPromoRefusal,
  type CodeRefusalDetails,
  findCustomerRefusal,
} from "./promo-code.ts";
import { refusals } from "../schema.ts";
import { findPromoCode } from "./sql.ts";
import { createCodeRefusal } from "./code-refusals.ts";

/** Who enters a code (`GUEST_CUSTOMER_ID` for a guest), from which IP address, in which language and currency. */
export type CodeEntryContext = { customerId: number; ipAddress: string; locale: Locale; currency: string; now: Date };

export type EnteredCode = { promo: PromoCode } | { giftCard: GiftCard };

/**
 * Validates what was entered in the code field against the goods of the cart. Unknown codes and codes of other
 * customers count as failed attempts; after too many within ten minutes no code is checked. Must not be called inside a
 * transaction.
 * A gift card is not accepted from a guest: its code is as good as money and would be stored in the browser.
 * @throws every refusal of `refusals`, and `too_many_requests`
 */
export async function validateCode(
  db: Db,
  typedCode: string,
  goods: readonly Goods[],
  context: CodeEntryContext,
): Promise<EnteredCode> {
  const parsed = parseCode(typedCode);
  if (parsed.kind === "mistyped") throw refuse(refusals, "certificate_mistyped");
  if (parsed.kind === "gift_card" && context.customerId === GUEST_CUSTOMER_ID)
    throw refuse(refusals, "certificate_needs_sign_in");
  const attempt = await countCodeAttempt(db, toAttemptContext(context));
  if (parsed.kind === "gift_card") {
    const giftCard = await findGiftCardByCode(db, parsed.code);
    if (!giftCard) throw refuse(refusals, "certificate_unknown");
    await attempt.undo();
    const refusal = getGiftCardRefusal(giftCard, context.now);
    if (refusal) throw await createCodeRefusal(db, refusal, context);
    return { giftCard };
  }
  const promo = await findPromoCode(db, parsed.code, context.customerId);
  if (!promo) throw refuse(refusals, "promo_unknown");
  const refusal = findPromoRefusal(promo, goods, context);
  if (!isForAnotherCustomer(refusal)) await attempt.undo();
  if (refusal) throw await createCodeRefusal(db, refusal, context);
  return { promo };
}

/**
 * Finds a promo code that was entered before, for the current customer; attempts count as in `validateCode`. Must not
 * be called inside a transaction.
 * @returns undefined for an unknown code; "unchecked" after too many attempts
 */
export async function findEnteredCode(
  db: Db,
  code: string,
  context: Pick<CodeEntryContext, "customerId" | "ipAddress" | "now">,
): Promise<PromoCode | undefined | "unchecked"> {
  const parsed = parseCode(code);
  if (parsed.kind !== "promo_code") return undefined;
  try {
    const attempt = await countCodeAttempt(db, toAttemptContext(context));
    const promo = await findPromoCode(db, parsed.code, context.customerId);
    if (promo && !isForAnotherCustomer(findCustomerRefusal(promo, context))) await attempt.undo();
    return promo;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return "unchecked";
    throw error;
  }
}

function toAttemptContext({
  customerId,
  ipAddress,
  now,
}: Pick<CodeEntryContext, "customerId" | "ipAddress" | "now">): CodeAttemptContext {
  return { customerId: customerId === GUEST_CUSTOMER_ID ? null : customerId, ipAddress, now };
}

/** Whether the code belongs to another customer; an attempt to use it counts like that of an unknown code. */
function isForAnotherCustomer(refusal: CodeRefusalDetails | null): boolean {
  return refusal?.code === "promo_not_yours" || refusal?.code === "promo_needs_sign_in";
}
