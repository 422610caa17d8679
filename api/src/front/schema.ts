import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

/** A way to reach the shop. Channels are data: kind, number or address, label (spec §1). */
export const contact = z.object({
  kind: z.enum(["whatsapp", "email", "address", "company"]),
  value: z.string(),
  label: z.string(),
});

export const frontConfig = z
  .object({
    locale: z.enum(["ru-RU", "en-US"]),
    default_currency: isoCode,
    features: z.object({ showCurrency: z.boolean(), bonuses: z.boolean(), demo: z.boolean(), offline: z.boolean() }),
    whatsapp: z.object({ phone: z.string(), label: z.string(), url: z.url() }),
    contacts: z.array(contact),
    social: z.array(
      z.object({
        kind: z.enum(["messenger", "network", "blog", "video", "shorts", "channel"]),
        label: z.string(),
        href: z.url(),
      }),
    ),
    analytics: z.object({
      metrica: z.string().nullable(),
      tag_manager: z.string().nullable(),
      /** Visitors are asked before anything of these or of `widgets` is loaded. */
      ask_consent: z.boolean(),
    }),
    chat_widget_id: z.string().nullable(),
    /** The chat and engagement widgets that are set up: the script of each and the hosts it talks to. */
    widgets: z.array(z.object({ kind: z.enum(["chat", "engagement"]), script: z.url(), hosts: z.array(z.string()) })),
    /** Base address of the icon service, null where the built-in icons are used. */
    icon_service: z.url().nullable(),
    limits: z.object({
      qty: z.int(),
      commercial_qty: z.int(),
      question_min: z.int(),
      question_max: z.int(),
      order_max: amount,
      /** So many days after they came, goods may come back unopened. */
      return_days: z.int(),
    }),
    /** The duty-free limit of the country most parcels go to, in the currency asked for; null if it has none or it is unknown. */
    duty: z
      .object({
        country: z.string(),
        limit: amount.nullable(),
        iso_code: isoCode,
        sign: z.string(),
        weight_g: z.int().nullable(),
        percent: z.number(),
        valid_from: z.iso.date(),
      })
      .nullable(),
    delivery: z.object({ flat: amount, free_from: amount, iso_code: isoCode, sign: z.string() }),
    payment_test_mode: z.boolean(),
  })
  .meta({ id: "FrontConfig" });
export type FrontConfig = z.infer<typeof frontConfig>;
