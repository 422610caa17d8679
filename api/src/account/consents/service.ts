import { type Db, withTransaction } from "../../platform/db/database.ts";
import { verifySignedToken, createSignedToken } from "../../platform/crypto/signing.ts";
import { countAttempt } from "../rate-limits.ts";
import { listActiveConsents, withdrawConsentById } from "./sql.ts";
import type { ClientInfo } from "../client-info.ts";
import { type ConsentState, type WithdrawablePurpose, listedPurposes } from "./schema.ts";
import { lockCustomer } from "../sql.ts";
import { setConsent, recordConsent } from "./record-consents.ts";

const RECEIPT_PURPOSE = "consent.analytics";

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
