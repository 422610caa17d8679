import { z } from "zod";

/** An id in a path: a positive integer that the database's own integers can hold. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, "invalid")
    .transform(Number)
    .refine((id) => id <= 2_147_483_647, "invalid"),
});
