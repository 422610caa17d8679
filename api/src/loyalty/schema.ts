import { z } from "zod";

export const loyaltyEntryKinds = [
  ...["earned", "spent", "returned", "expired", "taken_back", "granted", "welcome", "birthday", "review"],
] as const;
export const loyaltyEntryKind = z.enum(loyaltyEntryKinds);
export type LoyaltyEntryKind = z.infer<typeof loyaltyEntryKind>;

export const loyaltyAccount = z
  .object({
    /** Whole points, one ruble each. */
    balance: z.int(),
    /** Newest first. */
    items: z.array(
      z.object({
        date: z.iso.datetime(),
        /** Credit (positive) or debit (negative). */
        amount: z.int(),
        kind: loyaltyEntryKind,
        reason: z.string(),
        order_id: z.int().optional(),
        expires_at: z.iso.datetime().optional(),
        /** The balance after this entry. */
        balance: z.int(),
      }),
    ),
    /** The points that expire next. */
    ends_next: z.object({ amount: z.int(), at: z.iso.datetime() }).nullable(),
    /** Points that orders on their way will earn on delivery. */
    coming: z.array(z.object({ amount: z.int(), order_id: z.int() })),
    rules: z.object({ earn_percent: z.int(), pay_percent: z.int(), life_days: z.int() }),
  })
  .meta({ id: "BonusAccount" });
export type LoyaltyAccount = z.infer<typeof loyaltyAccount>;

export const refusals = {
  /** The loyalty program exists in Russian only. */
  bonus_not_offered: 404,
  bonus_none: 422,
} as const;
