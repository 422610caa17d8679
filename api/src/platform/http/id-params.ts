import { z } from "zod";

/** Path parameters with an id: a positive integer that fits PostgreSQL's `integer`. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, "invalid")
    .transform(Number)
    .refine((id) => id <= 2_147_483_647, "invalid"),
});
