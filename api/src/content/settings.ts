import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** Feature flags and contacts: what the storefront is told by frontConfig. All may change without a release. */
export const showCurrency = setting("features.show_currency", z.boolean(), true);
const whatsapp = z.object({ kind: z.literal("whatsapp"), value: z.string().regex(/^\d{7,15}$/), label: z.string() });
const contact = z.object({ kind: z.enum(["email", "address", "company"]), value: z.string(), label: z.string() });
/** A channel's kind, number or address, and name. The first is WhatsApp: the way to the shop's people (spec §1). */
const contactList = z.tuple([whatsapp], contact);
export type ContactList = z.infer<typeof contactList>;

export const contactsRu = setting<ContactList>("contacts.list_ru", contactList, [
  { kind: "whatsapp", value: "79000000010", label: "WhatsApp" },
  { kind: "company", value: "Furoshiki, демонстрационный магазин", label: "Продавец" },
  { kind: "address", value: "Япония, Осака (демонстрационный адрес)", label: "Адрес" },
  { kind: "email", value: "hello@example.com", label: "Почта" },
]);
export const contactsEn = setting<ContactList>("contacts.list_en", contactList, [
  { kind: "whatsapp", value: "15550100010", label: "WhatsApp" },
  { kind: "company", value: "Furoshiki, a demonstration store", label: "Seller" },
  { kind: "address", value: "Osaka, Japan (demonstration address)", label: "Address" },
  { kind: "email", value: "hello@example.com", label: "Email" },
]);

const socialList = z.array(
  z.object({
    kind: z.enum(["messenger", "network", "blog", "video", "shorts", "channel"]),
    label: z.string(),
    href: z.url(),
  }),
);

/** A messenger, a social network, a blog platform, two video sites and a video channel (spec §1). */
export const social = setting("contacts.social", socialList, [
  { kind: "messenger" as const, label: "Telegram", href: "https://t.me/example" },
  { kind: "network" as const, label: "VK", href: "https://vk.com/example" },
  { kind: "blog" as const, label: "Dzen", href: "https://dzen.ru/example" },
  { kind: "video" as const, label: "YouTube", href: "https://www.youtube.com/@example" },
  { kind: "shorts" as const, label: "Rutube", href: "https://rutube.ru/channel/example" },
  { kind: "channel" as const, label: "VK Video", href: "https://vkvideo.ru/@example" },
]);

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
