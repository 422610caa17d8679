import { z } from "zod";

/** A record that a person has open. */
export const presenceRequest = z
  .strictObject({ kind: z.enum(["order", "product"]), id: z.string().regex(/^[1-9]\d{0,14}$/, "invalid") })
  .meta({ id: "PresenceRequest" });
export type PresenceSubject = z.infer<typeof presenceRequest>;

/** The other persons who have the record open. */
export const presence = z
  .object({ items: z.array(z.object({ id: z.int(), name: z.string() })) })
  .meta({ id: "Presence" });
export type Presence = z.infer<typeof presence>;
