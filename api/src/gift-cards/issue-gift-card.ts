import type { Db } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { insertGiftCard } from "./sql.ts";
import { generateGiftCardCode } from "./codes/codes.ts";
import { giftCardValidityDays } from "./settings.ts";

const DAY_MS = 86_400_000;

/**
 * Issues a gift card with a new code.
 * @param input.amountMinor face value in kopecks
 * @param input.orderId the order that paid for it
 * @returns its id, its code and its expiry date
 */
export async function issueGiftCard(
  db: Db,
  input: {
    amountMinor: number;
    recipient?: string;
    message?: string;
    orderId?: number;
    days?: number;
    /** The date from which its days are counted; defaults to now. */
    validFrom?: Date;
  },
  now: Date,
): Promise<{ id: number; code: string; expiresAt: Date }> {
  const days = input.days ?? (await getSetting(db, giftCardValidityDays));
  const expiresAt = new Date((input.validFrom ?? now).getTime() + days * DAY_MS);
  for (;;) {
    const code = generateGiftCardCode();
    const id = await insertGiftCard(db, {
      code,
      amount_minor: input.amountMinor,
      recipient: input.recipient ?? "",
      message: input.message ?? "",
      purchase_order_id: input.orderId ?? null,
      expires_at: expiresAt,
      created_at: now,
    });
    if (id !== undefined) return { id, code, expiresAt };
  }
}
