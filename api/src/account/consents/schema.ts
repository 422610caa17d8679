import { z } from "zod";
import { email, agree } from "../schema.ts";

/** Purposes whose consent can be withdrawn separately; an account requires the one for personal data. */
export const withdrawablePurpose = z.enum(["newsletter", "reminders", "analytics"]);
export type WithdrawablePurpose = z.infer<typeof withdrawablePurpose>;

export const listedPurposes = ["personal_data", "newsletter", "reminders", "analytics"] as const;

export const consentState = z
  .object({
    purpose: z.enum(listedPurposes),
    given: z.boolean(),
    given_at: z.iso.datetime().nullable(),
    /** The document that the person agreed to, such as `privacy-policy/ru-RU/3`. */
    version: z.string().nullable(),
    source_form: z.string().nullable(),
  })
  .meta({ id: "ConsentState" });
export type ConsentState = z.infer<typeof consentState>;

export const consentList = z.object({ items: z.array(consentState) }).meta({ id: "ConsentList" });
export const consentRequest = z.object({ given: z.boolean("required") }).meta({ id: "ConsentRequest" });

export const analyticsRequest = z
  .object({
    given: z.boolean("required"),
    /** What a guest got when they consented. */
    receipt: z.string().max(200, "invalid").default(""),
  })
  .meta({ id: "AnalyticsRequest" });
export const analyticsResponse = z.object({ receipt: z.string().nullable() }).meta({ id: "AnalyticsAnswer" });

export const newsletterRequest = z.object({ email, agree }).meta({ id: "NewsletterRequest" });
