import { sql } from "kysely";
import { type Db, getSqlState, type Tx, withTransaction } from "../db/database.ts";
import { refuse } from "../http/errors.ts";
import { refusals } from "./schema.ts";

const LOCK_NOT_AVAILABLE = "55P03";
const RETRY_AFTER_SECONDS = 1;

/** Carries the result of a preview out of its transaction and rolls it back. */
class PreviewResult<T> extends Error {
  readonly value: T;

  constructor(value: T) {
    super("preview");
    this.value = value;
  }
}

/**
 * Runs `work` in a transaction that is rolled back, and returns its result. Functions registered with `afterCommit` are
 * not called. It waits for locks for at most 200 ms, so that those who wait for the locks of the preview do not either.
 * @throws Refusal `preview_busy` if a row is locked for longer
 */
export async function runPreview<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await withTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '200ms'`.execute(tx);
      throw new PreviewResult(await work(tx));
    });
  } catch (error) {
    if (error instanceof PreviewResult) return error.value as T;
    if (getSqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw refuse(refusals, "preview_busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
