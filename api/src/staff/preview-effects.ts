import { sql } from "kysely";
import { maskPersonalValue } from "../platform/audit/personal-values.ts";
import type { Tx } from "../platform/db/database.ts";
import type { PreviewEffects } from "./audit/admin-schema.ts";

/** What an action has added to its transaction. */
type AddedRows = Omit<PreviewEffects, "requires_approval">;

/** The highest ids before the change; rows that it adds have higher ones. */
type LastIds = { audit_entries: number; emails: number; loyalty_entries: number; gift_card_entries: number };

/** True for rows that this transaction has added. */
const isOwnRow = sql<boolean>`xmin = pg_current_xact_id()::xid`;

/** Runs `work` in a transaction and returns what it has added to the transaction. */
export async function collectEffects<T>(tx: Tx, work: () => Promise<T>): Promise<{ value: T; effects: AddedRows }> {
  const lastIds = await getLastIds(tx);
  const value = await work();
  return { value, effects: await readEffects(tx, lastIds) };
}

async function getLastIds(tx: Tx): Promise<LastIds> {
  const { rows } = await sql<LastIds>`select
    coalesce((select max(id) from audit_entries), 0) as audit_entries,
    coalesce((select max(id) from emails), 0) as emails,
    coalesce((select max(id) from loyalty_entries), 0) as loyalty_entries,
    coalesce((select max(id) from gift_card_entries), 0) as gift_card_entries`.execute(tx);
  const [lastIds] = rows;
  if (!lastIds) throw new Error("a query without a table returned no row");
  return lastIds;
}

async function readEffects(tx: Tx, lastIds: LastIds): Promise<AddedRows> {
  const entries = await tx
    .selectFrom("audit_entries")
    .select(["action", "subject_kind", "subject_id", "changes"])
    .where("id", ">", lastIds.audit_entries)
    .where(isOwnRow)
    .orderBy("id")
    .execute();
  const emails = await tx
    .selectFrom("emails")
    .select(["template", "locale", "recipient"])
    .where("id", ">", lastIds.emails)
    .where(isOwnRow)
    .orderBy("id")
    .execute();
  const refunds = await tx
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    // Also what points and gift card get back without money.
    .select((eb) => eb.fn<number>("greatest", ["refunds.amount_minor", "refunds.value_minor"]).as("amount_minor"))
    .select(["payments.currency", "refunds.reason"])
    .where(sql<boolean>`refunds.xmin = pg_current_xact_id()::xid`)
    .orderBy("refunds.id")
    .execute();
  const loyaltyEntries = await tx
    .selectFrom("loyalty_entries")
    .select(["delta", "kind"])
    .where("id", ">", lastIds.loyalty_entries)
    .where(isOwnRow)
    .orderBy("id")
    .execute();
  const giftCardEntries = await tx
    .selectFrom("gift_card_entries")
    .select("delta_minor")
    .where("id", ">", lastIds.gift_card_entries)
    .where(isOwnRow)
    .orderBy("id")
    .execute();
  return {
    entries: entries.map((entry) => ({ ...entry, changes: entry.changes as AddedRows["entries"][0]["changes"] })),
    emails: emails.map(({ recipient, ...email }) => ({ ...email, recipient: maskPersonalValue("email", recipient) })),
    refunds,
    loyalty_entries: loyaltyEntries,
    gift_card_entries: giftCardEntries,
  };
}
