import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { readSigned, signText } from "../platform/signing.ts";
import { countAttempt } from "./attempts.ts";
import {
  insertConsents,
  isAgreed,
  liveConsents,
  type Purpose,
  withdrawById,
  withdrawByEmail,
  withdrawConsent,
} from "./consent-sql.ts";
import type { Origin } from "./origin.ts";
import { type ConsentState, refusals, type WithdrawablePurpose, shownPurposes } from "./schema.ts";
import { lockCustomer } from "./sql.ts";

const USER_AGENT_MAX = 500;
const RECEIPT = "consent.analytics";

/** Letters that somebody may refuse for the future. */
export type LetterPurpose = "newsletter" | "reminders";

type ConsentGiver = { id: number | null; email: string | null };

/**
 * Records a consent with the document that it is given to, as it is now.
 * @returns the id of the row.
 */
export async function giveConsent(
  db: Db,
  giver: ConsentGiver,
  purpose: Purpose,
  sourceForm: string,
  origin: Origin,
): Promise<number> {
  const [id = 0] = await giveConsents(db, giver, [purpose], sourceForm, origin);
  return id;
}

/** Records the consents that one form asked for, each as a row of its own. @returns the ids of the rows. */
export async function giveConsents(
  db: Db,
  { id, email }: ConsentGiver,
  purposes: readonly Purpose[],
  sourceForm: string,
  { ip, userAgent, locale, now }: Origin,
): Promise<number[]> {
  const given = {
    customerId: id,
    email,
    at: now,
    ip,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    sourceForm,
    locale,
  };
  return insertConsents(
    db,
    purposes.map((purpose) => ({ ...given, purpose })),
  );
}

/** What a customer has agreed to, purpose by purpose. */
export async function listConsents(db: Db, customerId: number): Promise<ConsentState[]> {
  const live = await liveConsents(db, customerId);
  return shownPurposes.map((purpose) => {
    const found = live.find((one) => one.purpose === purpose);
    return {
      purpose,
      given: found !== undefined,
      given_at: found?.givenAt.toISOString() ?? null,
      version: found?.version ?? null,
      source_form: found?.sourceForm ?? null,
    };
  });
}

/** Gives or withdraws one consent of a customer; what is so already stays as it is. Two tabs at once leave one row. */
export async function changeConsent(
  db: Db,
  customer: { id: number; email: string },
  { purpose, given }: { purpose: WithdrawablePurpose; given: boolean },
  sourceForm: string,
  origin: Origin,
): Promise<void> {
  await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    await settleConsent(db, customer, { purpose, given }, sourceForm, origin);
  });
}

/** The same within a transaction that holds the customer's row. */
export async function settleConsent(
  db: Tx,
  customer: { id: number; email: string },
  { purpose, given }: { purpose: WithdrawablePurpose; given: boolean },
  sourceForm: string,
  origin: Origin,
): Promise<void> {
  if (!given) return withdrawConsent(db, customer.id, purpose, origin.now);
  const isGiven = (await liveConsents(db, customer.id)).some((one) => one.purpose === purpose);
  if (!isGiven) await giveConsent(db, customer, purpose, sourceForm, origin);
}

/**
 * Writes down what a visitor said to the services of others. Who is not signed in gets a receipt, by which he can
 * withdraw; nothing is kept of a visitor who never agreed. Refuses `too_many_requests`.
 */
export async function recordAnalytics(
  db: Db,
  customer: { id: number; email: string } | null,
  { given, receipt }: { given: boolean; receipt: string },
  origin: Origin,
): Promise<{ receipt: string | null }> {
  await countAttempt(db, "consent_per_address", origin.ip, origin.now);
  if (!given) {
    const id = await readSigned(db, RECEIPT, receipt);
    if (id !== null) await withdrawById(db, Number(id), "analytics", origin.now);
    if (customer) await changeConsent(db, customer, { purpose: "analytics", given }, "bar", origin);
    return { receipt: null };
  }
  const id = await giveConsent(db, customer ?? { id: null, email: null }, "analytics", "bar", origin);
  return { receipt: await signText(db, RECEIPT, String(id)) };
}

/** Whether letters of a kind may go to an address: somebody agreed, and the address is known to be his. */
export async function mayWrite(db: Db, purpose: LetterPurpose, email: string): Promise<boolean> {
  return isAgreed(db, email, purpose);
}

/** The token by which the reader of a letter refuses more of its kind; it works for good, and for this alone. */
export async function unsubscribeToken(db: Db, purpose: LetterPurpose, email: string): Promise<string> {
  return signText(db, "unsubscribe", `${purpose} ${email}`);
}

/** No more letters of this kind to this address, also the second time. Refuses `link_broken`, `too_many_requests`. */
export async function unsubscribe(db: Db, token: string, { ip, now }: Origin): Promise<{ purpose: LetterPurpose }> {
  const text = await readSigned(db, "unsubscribe", token);
  if (text === null) {
    await countAttempt(db, "reset_link_per_address", ip, now);
    throw refuse(refusals, "link_broken");
  }
  const [purpose, email] = text.split(" ") as [LetterPurpose, string];
  await withTransaction(db, (db) => withdrawByEmail(db, email, purpose, now));
  return { purpose };
}
