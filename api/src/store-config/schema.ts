import { z } from "zod";
import { socialLink } from "../content/schema.ts";
import { destination } from "../delivery/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

/** A contact of the shop: kind, number or address, and label. The list is data and can be changed by the shop. */
export const contact = z.object({
  kind: z.enum(["whatsapp", "email", "address", "company"]),
  value: z.string(),
  label: z.string(),
});

const menuEntry = z.object({ text: z.string(), to: z.string() });

/** The place of dispatch in the grammatical forms that texts need: "from Moscow", "in Moscow", "in Russia". */
const dispatch = z.object({
  city: z.string(),
  from_city: z.string(),
  in_city: z.string(),
  country: z.string(),
  from_country: z.string(),
  in_country: z.string(),
  of_country: z.string(),
});

const shop = z.object({
  name: z.string(),
  /** Title of the home page. */
  title: z.string(),
  description: z.string().nullable(),
  tagline: z.string().nullable(),
  support_hours: z.object({ text: z.string(), short: z.string() }).nullable(),
  dispatch: dispatch.nullable(),
  /** The sender on the parcel label, in Latin letters. */
  sender: z.string(),
  legal: z.object({ name: z.string(), address: z.string(), inn: z.string(), ogrn: z.string() }).nullable(),
  /** Paths of the brand files: square logo, wordmark, emblem after the name, and icons. */
  files: z.object({
    logo: z.string().nullable(),
    wordmark: z.string().nullable(),
    emblem: z.string().nullable(),
    favicon: z.string(),
    "apple-touch-icon": z.string(),
    "icon-192": z.string(),
    "icon-512": z.string(),
    "icon-maskable-512": z.string(),
  }),
});

export const storeConfig = z
  .object({
    locale: z.enum(["ru-RU", "en-US"]),
    default_currency: isoCode,
    features: z.object({ showCurrency: z.boolean(), bonuses: z.boolean(), demo: z.boolean(), offline: z.boolean() }),
    /** The store profile in the language of the request. */
    shop,
    menus: z.object({
      header: z.array(menuEntry.extend({ accent: z.boolean().optional() })),
      /** In a column with `sign_in`, guests are asked to sign in first. */
      footer: z.array(z.object({ title: z.string(), entries: z.array(menuEntry), sign_in: z.boolean().optional() })),
      small_print: z.array(menuEntry),
    }),
    /** The slugs of the info pages available in the language of the request. */
    info_pages: z.array(z.string()),
    /** The slugs of the info pages available only in the other language. */
    info_pages_elsewhere: z.array(z.string()),
    /** Null if the shop has none. */
    whatsapp: z.object({ phone: z.string(), label: z.string(), url: z.url() }).nullable(),
    contacts: z.array(contact),
    social: z.array(socialLink),
    analytics: z.object({
      metrica: z.string().nullable(),
      tag_manager: z.string().nullable(),
      /** Whether visitors are asked for consent before analytics or `widgets` are loaded. */
      ask_consent: z.boolean(),
    }),
    chat_widget_id: z.string().nullable(),
    /** The configured chat and engagement widgets with their scripts and the hosts they connect to. */
    widgets: z.array(z.object({ kind: z.enum(["chat", "engagement"]), script: z.url(), hosts: z.array(z.string()) })),
    /** The style of the map of pickup points for MapLibre, and the origins that it loads from; null if there is no map. */
    pickup_map: z.object({ style: z.url(), hosts: z.array(z.string()) }).nullable(),
    /** Base URL of the icon service; null if the built-in icons are used. */
    icon_service: z.url().nullable(),
    limits: z.object({
      qty: z.int(),
      commercial_qty: z.int(),
      question_min: z.int(),
      question_max: z.int(),
      order_max: amount,
      /** Number of days after delivery within which unopened goods can be returned. */
      return_days: z.int(),
    }),
    /**
     * The duty-free limit of the main destination country in the request's currency; null if there is none or it is
     * unknown.
     */
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
    /** The country of the `delivery-country` header; null without one, or if the store does not know it. */
    destination: destination.nullable(),
    /** Percentage of the parcels to the destination that arrived in time lately; null if too few are known. */
    on_time_percent: z.int().nullable(),
    /** The percentage of paid goods that an order returns in loyalty points; null where points are not offered. */
    loyalty_percent: z.int().nullable(),
    payment_test_mode: z.boolean(),
  })
  .meta({ id: "FrontConfig" });
export type StoreConfig = z.infer<typeof storeConfig>;
