import type { Db, Tx } from "../../platform/db/database.ts";
import { insertConsents, listActiveConsents, type Purpose, withdrawConsent } from "./sql.ts";
import type { ClientInfo } from "../client-info.ts";
import type { WithdrawablePurpose } from "./schema.ts";

/** Longest user agent that is stored with a consent, in characters; the rest is cut off. */
const CONSENT_USER_AGENT_MAX = 500;

type ConsentSubject = { id: number | null; email: string | null };

/**
 * Records a consent together with the current version of its document.
 * @returns the id of the new row.
 */
export async function recordConsent(
  db: Db,
  subject: ConsentSubject,
  purpose: Purpose,
  sourceForm: string,
  clientInfo: ClientInfo,
): Promise<number> {
  const [id = 0] = await recordConsents(db, subject, [purpose], sourceForm, clientInfo);
  return id;
}

/** Records the consents of one form, a row for each purpose. @returns the ids of the new rows. */
export async function recordConsents(
  db: Db,
  { id, email }: ConsentSubject,
  purposes: readonly Purpose[],
  sourceForm: string,
  { ip, userAgent, locale, now }: ClientInfo,
): Promise<number[]> {
  const common = {
    customerId: id,
    email,
    givenAt: now,
    ip,
    userAgent: userAgent.slice(0, CONSENT_USER_AGENT_MAX),
    sourceForm,
    locale,
  };
  return insertConsents(
    db,
    purposes.map((purpose) => ({ ...common, purpose })),
  );
}

/** Does what `updateConsent` does, inside a transaction that already holds the lock on the customer's row. */
export async function setConsent(
  db: Tx,
  customer: { id: number; email: string },
  { purpose, given }: { purpose: WithdrawablePurpose; given: boolean },
  sourceForm: string,
  clientInfo: ClientInfo,
): Promise<void> {
  if (!given) return withdrawConsent(db, customer.id, purpose, clientInfo.now);
  const hasActiveConsent = (await listActiveConsents(db, customer.id)).some((one) => one.purpose === purpose);
  if (!hasActiveConsent) await recordConsent(db, customer, purpose, sourceForm, clientInfo);
}
