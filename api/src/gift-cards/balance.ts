import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { findGiftCardDetails } from "./purchases/purchase-sql.ts";
import { type GiftCard, findGiftCardByCode } from "./sql.ts";
import { getGiftCardState } from "./gift-card-state.ts";
import { parseCode } from "./codes/codes.ts";
import { countCodeAttempt, type CodeAttemptContext } from "./codes/code-attempts.ts";
import { type GiftCardBalance, type PrintableGiftCard, refusals } from "./schema.ts";

type PriceContext = { currency: string; now: Date };

/**
 * Returns the balance of a gift card. An unknown code counts as a failed attempt, like a wrong code in the cart. Must
 * not be called inside a transaction.
 * @throws refusals `certificate_mistyped`, `certificate_unknown`, `too_many_requests`
 */
export async function getGiftCardBalance(
  db: Db,
  typedCode: string,
  context: PriceContext & CodeAttemptContext,
): Promise<GiftCardBalance> {
  const parsed = parseCode(typedCode);
  if (parsed.kind === "mistyped") throw refuse(refusals, "certificate_mistyped");
  const attempt = await countCodeAttempt(db, context);
  const giftCard = parsed.kind === "gift_card" ? await findGiftCardByCode(db, parsed.code) : undefined;
  if (!giftCard) throw refuse(refusals, "certificate_unknown");
  await attempt.undo();
  return serializeBalance(giftCard, await getCurrency(db, context.currency), context.now);
}

/**
 * Returns a purchased gift card for printing; its key grants access.
 * @throws refusal `certificate_not_found`
 */
export async function getPrintableGiftCard(db: Db, key: string, context: PriceContext): Promise<PrintableGiftCard> {
  const giftCard = /^[A-Za-z0-9_-]{32,100}$/.test(key) ? await findGiftCardDetails(db, { key }) : undefined;
  if (!giftCard) throw refuse(refusals, "certificate_not_found");
  const { code, recipient_name, sender_name, message, design } = giftCard;
  const currency = await getCurrency(db, context.currency);
  return {
    ...serializeBalance(giftCard, currency, context.now),
    code,
    recipient_name,
    sender_name,
    message,
    picture: design,
  };
}

function serializeBalance(giftCard: GiftCard, currency: Currency, now: Date): GiftCardBalance {
  const toDisplayAmount = (rubMinor: number) => toMajorUnits(convertFromRub(rubMinor, currency), currency);
  return {
    iso_code: currency.code,
    sign: currency.sign,
    amount: toDisplayAmount(giftCard.amount_minor),
    balance: toDisplayAmount(giftCard.balance_minor),
    state: getGiftCardState(giftCard, now),
    expires_at: giftCard.expires_at?.toISOString() ?? null,
  };
}
