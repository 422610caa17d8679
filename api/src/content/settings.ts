import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** Feature flags and contacts, which the storefront gets from `frontConfig`. All can change without a release. */
export const showCurrency = setting("features.show_currency", z.boolean(), true);
const whatsapp = z.object({ kind: z.literal("whatsapp"), value: z.string().regex(/^\d{7,15}$/), label: z.string() });
const contact = z.object({ kind: z.enum(["email", "address", "company"]), value: z.string(), label: z.string() });
/** Contact channels by kind, number or address, and label: at most one WhatsApp, which the header shows. */
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

/** The shop's pages on other platforms: a messenger, a social network, a blog, video sites, a channel. */
export const social = setting<z.infer<typeof socialList>>("contacts.social", socialList, []);

// Ids are checked for their format, so that a setting can never inject a script (docs/domain/analytics.md).
const nullableId = (pattern: RegExp) => z.string().regex(pattern).nullable();
export const metricaId = setting<string | null>("analytics.metrica", nullableId(/^\d{5,10}$/), null);
export const tagManagerId = setting<string | null>("analytics.tag_manager", nullableId(/^GTM-[A-Z0-9]+$/), null);
/** Whether visitors are asked for consent before any of the above is loaded, by language. */
export const askConsentRu = setting("analytics.ask_consent_ru", z.boolean(), true);
export const askConsentEn = setting("analytics.ask_consent_en", z.boolean(), true);

const widgetId = nullableId(/^[A-Za-z0-9-]{4,64}$/);
/**
 * The source of a widget: the URL of its script with the placeholder `{id}`, and the other hosts that it connects to.
 */
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
/** The customer-engagement widget; the shop sets its source together with its id. */
export const engagementId = setting<string | null>("engagement.widget_id", widgetId, null);
export const engagementSource = setting<WidgetSource | null>("engagement.widget_source", widgetSource.nullable(), null);
/** The id of an icon set of the icon service for the social links; null for the built-in icons. */
export const iconServiceId = setting<string | null>("icons.service_id", nullableId(/^[a-z0-9-]{2,40}$/), null);
export const isDemo = setting("shop.demo", z.boolean(), false);
/** Whether the service worker caches visited pages for offline use; if off, browsers unregister it. */
export const isOfflineEnabled = setting("pwa.offline", z.boolean(), true);

/**
 * Number of days after receipt in which unopened goods can be returned; shown in texts and in structured data
 * (docs/domain/returns.md).
 */
export const returnDays = setting("returns.days", z.number().int().min(0).max(365), 7);

const questionLength = z.number().int().min(1).max(5000);
export const questionMin = setting("questions.min_length", questionLength, 10);
export const questionMax = setting("questions.max_length", questionLength, 1000);
