import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** The statement that removes the timeout until the end of the transaction. */
export const DISABLE_STATEMENT_TIMEOUT = "set local statement_timeout = 0";

/** Removes the statement timeout for the rest of a transaction, for bulk work that takes longer than a request may. */
export async function disableStatementTimeout(tx: Tx): Promise<void> {
  await sql.raw(DISABLE_STATEMENT_TIMEOUT).execute(tx);
}
