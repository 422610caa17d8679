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
    features: z.object({ showCurrency: z.boolean(), bonuses: z.boolean(), demo: z.boolean() }),
    whatsapp: z.object({ phone: z.string(), url: z.url() }),
    contacts: z.array(contact),
    social: z.array(
      z.object({
        kind: z.enum(["messenger", "network", "blog", "video", "shorts", "channel"]),
        label: z.string(),
        href: z.url(),
      }),
    ),
    analytics: z.object({ metrica: z.string().nullable(), tag_manager: z.string().nullable() }),
    chat_widget_id: z.string().nullable(),
    limits: z.object({
      qty: z.int(),
      commercial_qty: z.int(),
      question_min: z.int(),
      question_max: z.int(),
      order_max: amount,
    }),
    delivery: z.object({ flat: amount, free_from: amount, iso_code: isoCode, sign: z.string() }),
    payment_test_mode: z.boolean(),
  })
  .meta({ id: "FrontConfig" });
export type FrontConfig = z.infer<typeof frontConfig>;

/** An original picture; its sizes are at `/media/{key}-{width}.{avif|webp|jpg}`. */
export const picture = z
  .object({
    key: z.string(),
    src: z.string(),
    srcset: z.string(),
    srcset_avif: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
  })
  .meta({ id: "Picture" });
export type Picture = z.infer<typeof picture>;

export const banner = z
  .object({
    id: z.int(),
    place: z.enum(["hero", "side", "wide"]),
    kicker: z.string(),
    title: z.string(),
    text: z.string(),
    action: z.string(),
    href: z.string(),
    cloth: z.string(),
    wide: picture,
    narrow: picture,
  })
  .meta({ id: "Banner" });
export type Banner = z.infer<typeof banner>;

export const page = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    html: z.string(),
    version: z.string(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Page" });
export type Page = z.infer<typeof page>;
