import { z } from "zod";

export const bonusKinds = [
  ...["earned", "spent", "returned", "expired", "taken_back", "granted", "welcome", "birthday", "review"],
] as const;
export const bonusKind = z.enum(bonusKinds);
export type BonusKind = z.infer<typeof bonusKind>;

export const bonusAccount = z
  .object({
    /** Whole bonuses, one rouble each. */
    balance: z.int(),
    /** The newest first. */
    items: z.array(
      z.object({
        date: z.iso.datetime(),
        /** What came (above zero) or went. */
        amount: z.int(),
        kind: bonusKind,
        reason: z.string(),
        order_id: z.int().optional(),
        expires_at: z.iso.datetime().optional(),
        /** What stood on the account afterwards. */
        balance: z.int(),
      }),
    ),
    /** What ends first of what is there. */
    ends_next: z.object({ amount: z.int(), at: z.iso.datetime() }).nullable(),
    /** What orders on their way will bring when they are delivered. */
    coming: z.array(z.object({ amount: z.int(), order_id: z.int() })),
    rules: z.object({ earn_percent: z.int(), pay_percent: z.int(), life_days: z.int() }),
  })
  .meta({ id: "BonusAccount" });
export type BonusAccount = z.infer<typeof bonusAccount>;

export const refusals = {
  /** Bonuses are spoken of in Russian only. */
  bonus_not_offered: 404,
  bonus_none: 422,
} as const;
