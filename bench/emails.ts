import { join } from "node:path";
import { readConfig } from "../api/src/platform/config.ts";
import { deliverDuringCrashes } from "../api/test/email-delivery-stress.ts";
import { openAppContext } from "../server/src/app-context.ts";
import type { Report } from "./measure.ts";

const DEADLINE_MS = 30 * 60 * 1000;

/**
 * Sends emails through a server that rejects a third of them once, with a worker that is killed twice, and reports what
 * was delivered and how fast.
 */
export async function measureEmails(folder: string, count: number, report: Report): Promise<void> {
  const { app, connection, close } = await openAppContext(readConfig({ DATA_DIR: join(folder, "emails") }));
  try {
    const { delivered, rejectedCount, killCount, seconds } = await deliverDuringCrashes(
      { db: app.db, connection, config: app.config },
      { count, deadlineMs: DEADLINE_MS },
    );
    const copyCounts = [...delivered.values()].map((ids) => ids.length);
    const copyCount = copyCounts.reduce((total, one) => total + one, 0);
    const differingCopies = [...delivered.values()].filter((ids) => new Set(ids).size > 1).length;
    const undelivered = count - delivered.size;
    const label = `${count} emails, ${rejectedCount} rejected once, ${killCount} workers killed`;
    report(label, undelivered === 0 && differingCopies === 0 ? "passed" : "failed", "passed");
    report("lost", String(undelivered), "0");
    report("duplicates with another Message-ID", String(differingCopies), "0");
    report("duplicates with the same Message-ID (after a kill)", String(copyCount - delivered.size));
    report("time until the last was sent", `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} per second`);
  } finally {
    await close();
  }
}
