import { z } from "zod";
import { setting } from "../../platform/settings/settings.ts";
import { socialLink } from "../schema.ts";
import { nullableServiceId } from "../third-party/service-id.ts";

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

const socialList = z.array(socialLink);

/** The shop's pages on other platforms: a messenger, a social network, a blog, video sites, a channel. */
export const social = setting<z.infer<typeof socialList>>("contacts.social", socialList, []);

/** The id of an icon set of the icon service for the social links; null for the built-in icons. */
export const iconServiceId = setting<string | null>("icons.service_id", nullableServiceId(/^[a-z0-9-]{2,40}$/), null);
