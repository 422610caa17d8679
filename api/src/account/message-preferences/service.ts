import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { ClientInfo } from "../client-info.ts";
import { setConsent } from "../consents/record-consents.ts";
import { hasConsent, listActiveConsents } from "../consents/sql.ts";
import { lockCustomer } from "../sql.ts";
import {
  canChange,
  isConsentKind,
  type MessageChannel,
  type MessageKind,
  messageKinds,
  type MessagePreferences,
  type MessagePreferencesRequest,
  type OptionalEmailKind,
} from "./schema.ts";
import {
  getCustomerLocale,
  hasDisabledEmails,
  listStoredPreferences,
  setCustomerLocale,
  upsertPreference,
} from "./sql.ts";

/** Returns what is sent to a customer, by kind and channel. */
export async function listMessagePreferences(db: Db, customerId: number): Promise<MessagePreferences> {
  const stored = await listStoredPreferences(db, customerId);
  const consents = await listActiveConsents(db, customerId);
  const getState = (kind: MessageKind, channel: MessageChannel) => {
    const rule = messageKinds[kind][channel];
    if (rule === "consent") return consents.some(({ purpose }) => purpose === kind);
    const preference = stored.find((one) => one.kind === kind && one.channel === channel);
    return canChange(kind, channel) ? (preference?.is_enabled ?? rule === "on") : rule === "required";
  };
  const describe = (kind: MessageKind, channel: MessageChannel) => ({
    is_enabled: getState(kind, channel),
    can_change: canChange(kind, channel),
  });
  const items = (Object.keys(messageKinds) as MessageKind[]).map((kind) => ({
    kind,
    email: describe(kind, "email"),
    push: messageKinds[kind].push === "never" ? null : describe(kind, "push"),
  }));
  return { items, locale: await getCustomerLocale(db, customerId) };
}

/** Switches messages on or off, and sets their language. An email that needs a consent gives or withdraws it. */
export async function updateMessagePreferences(
  db: Db,
  customer: { id: number; email: string },
  { changes, locale }: MessagePreferencesRequest,
  clientInfo: ClientInfo,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockCustomer(tx, customer.id);
    for (const change of changes) {
      const { kind, channel, is_enabled: given } = change;
      if (channel === "email" && isConsentKind(kind))
        await setConsent(tx, customer, { purpose: kind, given }, "preferences", clientInfo);
      else await upsertPreference(tx, customer.id, change, clientInfo.now);
    }
    if (locale) await setCustomerLocale(tx, customer.id, locale);
  });
}

/**
 * Whether emails of a kind may be sent to an address: its owner has not switched them off or, if they need a consent,
 * has consented and confirmed the address.
 */
export async function canSendEmail(db: Db, kind: OptionalEmailKind, email: string): Promise<boolean> {
  return isConsentKind(kind) ? hasConsent(db, email, kind) : !(await hasDisabledEmails(db, email, kind));
}
