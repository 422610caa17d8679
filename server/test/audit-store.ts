import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Db } from "../../api/src/platform/db/database.ts";

const execute = promisify(execFile);
const EMAIL_TIMEOUT_MS = 120_000;

/** Waits until the worker has sent every email. @returns how many it has not sent in two minutes */
export async function waitForEmails(db: Db): Promise<number> {
  const until = Date.now() + EMAIL_TIMEOUT_MS;
  for (;;) {
    const unsent = await db.selectFrom("emails").select("id").where("sent_at", "is", null).execute();
    if (unsent.length === 0 || Date.now() > until) return unsent.length;
    await sleep(500);
  }
}

/** Returns the confirmed orders that are stored, with their status. */
export async function findStoredOrders(db: Db, ids: readonly number[]): Promise<{ id: number; status: string }[]> {
  return db
    .selectFrom("orders")
    .select(["id", "status"])
    .where("id", "in", [...ids, 0])
    .execute();
}

/** What `audit` has compared, and what differs: `name of the check: how often`. */
export type AuditResult = { checkCount: number; differences: string[]; output: string };

/** Runs the command `audit`. */
export async function auditStore(env: Record<string, string>): Promise<AuditResult> {
  const { stdout: output } = await execute(process.execPath, ["cli/src/main.ts", "audit", "--json"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...env },
  }).catch((error: unknown) => error as { stdout: string });
  const checks = JSON.parse(output) as { check: string; count: number }[];
  const differences = checks.filter(({ count }) => count > 0).map(({ check, count }) => `${check}: ${count}`);
  return { checkCount: checks.length, differences, output };
}
