import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** Feature flags and contacts: what the storefront is told by frontConfig. All may change without a release. */
export const showCurrency = setting("features.show_currency", z.boolean(), true);
const whatsapp = z.object({ kind: z.literal("whatsapp"), value: z.string().regex(/^\d{7,15}$/), label: z.string() });
const contact = z.object({ kind: z.enum(["email", "address", "company"]), value: z.string(), label: z.string() });
/** Channels by kind, number or address, and name: at most one WhatsApp, which the header shows (spec §1). */
const contactList = z
  .array(z.union([whatsapp, contact]))
  .max(12)
  .refine((list) => list.filter(({ kind }) => kind === "whatsapp").length < 2, "there may be one WhatsApp");
export type ContactList = z.infer<typeof contactList>;

export const contactsRu = setting<ContactList>("contacts.list_ru", contactList, []);
export const contactsEn = setting<ContactList>("contacts.list_en", contactList, []);

const socialList = z.array(
  z.object({
    kind: z.enum(["messenger", "network", "blog", "video", "shorts", "channel"]),
    label: z.string(),
    href: z.url(),
  }),
);

/** Pages of the shop elsewhere: a messenger, a social network, a blog platform, video sites, a channel (spec §1). */
export const social = setting<z.infer<typeof socialList>>("contacts.social", socialList, []);

// Ids are checked for form, so that a setting can never carry a script (domain: analytics).
const id = (pattern: RegExp) => z.string().regex(pattern).nullable();
export const metricaId = setting<string | null>("analytics.metrica", id(/^\d{5,10}$/), null);
export const tagManagerId = setting<string | null>("analytics.tag_manager", id(/^GTM-[A-Z0-9]+$/), null);
/** Whether visitors of a language are asked before anything of the above is loaded. */
export const askConsentRu = setting("analytics.ask_consent_ru", z.boolean(), true);
export const askConsentEn = setting("analytics.ask_consent_en", z.boolean(), true);

const widgetId = id(/^[A-Za-z0-9-]{4,64}$/);
/** Where a widget comes from: the address of its script with `{id}` in it, and what it talks to besides. */
const widgetSource = z.object({
  script: z.string().regex(/^https:\/\/[a-z0-9.-]+\/[\w./?=&-]*\{id\}[\w./?=&-]*$/),
  hosts: z.array(z.string().regex(/^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/)).max(12),
});
export type WidgetSource = z.infer<typeof widgetSource>;

export const chatWidgetId = setting<string | null>("chat.widget_id", widgetId, null);
export const chatWidgetSource = setting<WidgetSource>("chat.widget_source", widgetSource, {
  script: "https://code.jivo.ru/widget/{id}",
  hosts: ["https://*.jivo.ru", "wss://*.jivo.ru", "https://*.jivosite.com", "wss://*.jivosite.com"],
});
/** The customer-engagement widget; which one it is, the shop says together with its id. */
export const engagementId = setting<string | null>("engagement.widget_id", widgetId, null);
export const engagementSource = setting<WidgetSource | null>("engagement.widget_source", widgetSource.nullable(), null);
/** A set of marks at the icon service, for the shop's pages elsewhere; null: the built-in icons. */
export const iconServiceId = setting<string | null>("icons.service_id", id(/^[a-z0-9-]{2,40}$/), null);
export const isDemo = setting("shop.demo", z.boolean(), false);
/** Browsers keep the pages that were seen for when there is no network; off, they take the service worker away. */
export const isOfflineKept = setting("pwa.offline", z.boolean(), true);

/** For so many days after receipt unopened goods may be given back: what texts and search engines are told. */
export const returnDays = setting("returns.days", z.number().int().min(0).max(365), 7);

const questionLength = z.number().int().min(1).max(5000);
export const questionMin = setting("questions.min_length", questionLength, 10);
export const questionMax = setting("questions.max_length", questionLength, 1000);
