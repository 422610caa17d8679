import { z } from "zod";
import { email, typedPassword } from "../schema.ts";

export const emailChangeRequest = z
  .object({ email, current_password: typedPassword })
  .meta({ id: "EmailChangeRequest" });

export const emailConfirmed = z
  .object({
    /** `waiting`: one of the two addresses has confirmed the change; `changed`: both have. */
    state: z.enum(["confirmed", "waiting", "changed"]),
  })
  .meta({ id: "EmailConfirmed" });
export type EmailConfirmed = z.infer<typeof emailConfirmed>;
