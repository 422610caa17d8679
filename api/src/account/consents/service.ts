import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { verifySignedToken, createSignedToken } from "../../platform/crypto/signing.ts";
import { countAttempt } from "../rate-limits.ts";
import { hasConsent, listActiveConsents, withdrawConsentById, withdrawConsentByEmail } from "./sql.ts";
import type { ClientInfo } from "../client-info.ts";
import { type ConsentState, type WithdrawablePurpose, listedPurposes } from "./schema.ts";
import { refusals } from "../schema.ts";
import { lockCustomer } from "../sql.ts";
import { setConsent, recordConsent } from "./record-consents.ts";

const RECEIPT_PURPOSE = "consent.analytics";

/** Kinds of email that a recipient can unsubscribe from. */
export type EmailPurpose = "newsletter" | "reminders";

/** Returns the state of every consent that the profile shows. */
export async function listConsents(db: Db, customerId: number): Promise<ConsentState[]> {
  const activeConsents = await listActiveConsents(db, customerId);
  return listedPurposes.map((purpose) => {
    const consent = activeConsents.find((active) => active.purpose === purpose);
    return {
      purpose,
      given: consent !== undefined,
      given_at: consent?.givenAt.toISOString() ?? null,
      version: consent?.version ?? null,
      source_form: consent?.sourceForm ?? null,
    };
  });
}

/**
 * Gives or withdraws one consent of a customer. Does nothing if it already has that state. Concurrent calls create one
 * row.
 */
export async function updateConsent(
  db: Db,
  customer: { id: number; email: string },
  { purpose, given }: { purpose: WithdrawablePurpose; given: boolean },
  sourceForm: string,
  clientInfo: ClientInfo,
): Promise<void> {
  await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    await setConsent(db, customer, { purpose, given }, sourceForm, clientInfo);
  });
}

/**
 * Records whether a visitor consents to third-party analytics. A guest gets a receipt that they can withdraw the
 * consent with; nothing is stored if they never consented. Refuses `too_many_requests`.
 */
export async function recordAnalyticsConsent(
  db: Db,
  customer: { id: number; email: string } | null,
  { given, receipt }: { given: boolean; receipt: string },
  clientInfo: ClientInfo,
): Promise<{ receipt: string | null }> {
  await countAttempt(db, "consent_per_ip_address", clientInfo.ip, clientInfo.now);
  if (!given) {
    const id = await verifySignedToken(db, RECEIPT_PURPOSE, receipt);
    if (id !== null) await withdrawConsentById(db, Number(id), "analytics", clientInfo.now);
    if (customer) await updateConsent(db, customer, { purpose: "analytics", given }, "bar", clientInfo);
    return { receipt: null };
  }
  const id = await recordConsent(db, customer ?? { id: null, email: null }, "analytics", "bar", clientInfo);
  return { receipt: await createSignedToken(db, RECEIPT_PURPOSE, String(id)) };
}

/** Whether emails of a kind may be sent to an address: the recipient consented, and the address is confirmed. */
export async function canSendEmail(db: Db, purpose: EmailPurpose, email: string): Promise<boolean> {
  return hasConsent(db, email, purpose);
}

/** Creates the token of the unsubscribe link for one kind of email. It does not expire and allows nothing else. */
export async function createUnsubscribeToken(db: Db, purpose: EmailPurpose, email: string): Promise<string> {
  return createSignedToken(db, "unsubscribe", `${purpose} ${email}`);
}

/** Stops one kind of email to the token's address. Idempotent. Refuses `link_broken`, `too_many_requests`. */
export async function unsubscribe(db: Db, token: string, clientInfo: ClientInfo): Promise<{ purpose: EmailPurpose }> {
  const { purpose, email } = await verifyUnsubscribeToken(db, token, clientInfo);
  await withTransaction(db, (db) => withdrawConsentByEmail(db, email, purpose, clientInfo.now));
  return { purpose };
}

/**
 * Returns which kind of email to which address a token unsubscribes from; nothing changes. Refuses `link_broken`,
 * `too_many_requests`.
 */
export async function verifyUnsubscribeToken(
  db: Db,
  token: string,
  { ip, now }: ClientInfo,
): Promise<{ purpose: EmailPurpose; email: string }> {
  const payload = await verifySignedToken(db, "unsubscribe", token);
  if (payload === null) {
    await countAttempt(db, "email_link_per_ip_address", ip, now);
    throw refuse(refusals, "link_broken");
  }
  const [purpose, email] = payload.split(" ") as [EmailPurpose, string];
  return { purpose, email };
}
