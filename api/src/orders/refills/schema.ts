import { z } from "zod";
import { picture } from "../../content/schema.ts";

/** An item of a delivered order with the days for which it lasts if it is used every day. */
const refill = z.object({
  product_id: z.int(),
  option_id: z.int(),
  name: z.string(),
  option_name: z.string(),
  image: picture.nullable(),
  /** How long all its pieces last, in days. */
  days: z.int(),
  /** The day on which it is used up: the day of delivery plus `days`. */
  ends_on: z.iso.date(),
  /** The day of the reminder; null if that has passed already. */
  remind_on: z.iso.date().nullable(),
  /** Whether the customer has asked for the reminder. */
  is_reminded: z.boolean(),
});
export type Refill = z.infer<typeof refill>;

export const orderRefills = z.object({ items: z.array(refill) }).meta({ id: "OrderRefills" });
export type OrderRefills = z.infer<typeof orderRefills>;

export const refillReminder = z
  .strictObject({
    product_id: z.int().min(1).max(2_147_483_647),
    /** 0 if the product has no options. */
    option_id: z.int().min(0).max(2_147_483_647).default(0),
  })
  .meta({ id: "RefillReminder" });

export const refusals = { refill_not_found: 404, refill_too_late: 409 } as const;
