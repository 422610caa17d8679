import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../src/platform/config.ts";
import { type Db, withTransaction } from "../src/platform/db/database.ts";
import type { Connection } from "../src/platform/db/connection-pool.ts";
import { type Job, setUpJobQueues } from "../src/platform/jobs/job-queue.ts";
import { createEmailJob } from "../src/platform/mail/mailer.ts";
import { queueEmail } from "../src/platform/mail/email-queue.ts";
import { openSmtpServer } from "./smtp-server.ts";

export type WorkerInput = { connection: Connection; config: Config };

/** The email job with one template, whose subject contains the number of the email. */
export const stressTestJob: Job = {
  ...createEmailJob({
    numbered: async (_store, { params }) => {
      const text = `Email ${String(params["number"])}`;
      return { subject: text, text, html: `<p>${text}</p>` };
    },
  }),
  expiresSeconds: 2,
};

/** Failed emails are retried after a second or two instead of a day. */
const RETRY_OPTIONS = { retryDelay: 1 };

/** The delivered emails: for each number, the Message-IDs of all copies. */
export type DeliveredEmails = ReadonlyMap<string, readonly string[]>;

/**
 * Queues `count` emails and delivers them to a server that rejects every third one once, with a worker that is killed
 * twice and restarted each time. Ends when all emails are marked as sent.
 * @param deadlineMs the time limit; emails unsent by then are missing in the result
 * @returns `rejectedCount`: the number of emails that the server rejected once; `seconds`: the time from the first
 * worker's start to the last email
 */
export async function deliverDuringCrashes(
  { db, connection, config }: { db: Db; connection: Connection; config: Config },
  { count, deadlineMs }: { count: number; deadlineMs: number },
): Promise<{ delivered: DeliveredEmails; rejectedCount: number; killCount: number; seconds: number }> {
  await setUpJobQueues(db, [stressTestJob], RETRY_OPTIONS);
  await withTransaction(db, async (db) => {
    for (let number = 1; number <= count; number++)
      await queueEmail(db, {
        recipient: `reader-${number}@example.test`,
        locale: "ru-RU",
        template: "numbered",
        params: { number },
        dedupKey: `numbered:${number}`,
      });
  });

  const rejectedOnce = new Set<string>();
  const killThresholds = [Math.floor(count / 4), Math.floor(count / 2)];
  let killCount = 0;
  let worker: ChildProcess | undefined;
  const server = await openSmtpServer((email) => {
    // Kills the worker while the response to an email is pending.
    if (killCount < killThresholds.length && server.receivedEmails.length >= (killThresholds[killCount] ?? 0)) {
      killCount += 1;
      worker?.kill("SIGKILL");
    }
    const number = getEmailNumber(email);
    if (Number(number) % 3 !== 0 || rejectedOnce.has(number)) return false;
    rejectedOnce.add(number);
    return true;
  });
  const input: WorkerInput = { connection, config: { ...config, smtpUrl: `smtp://127.0.0.1:${server.port}` } };
  const deadline = AbortSignal.timeout(deadlineMs);
  const startedAt = performance.now();
  const allSent = waitUntilAllSent(db, deadline);
  try {
    for (;;) {
      worker = await startWorker(input);
      const exited = once(worker, "exit");
      const hasExited = await Promise.race([allSent.then(() => false), exited.then(() => true)]);
      if (hasExited) continue;
      worker.kill("SIGKILL");
      await exited;
      break;
    }
  } finally {
    await server.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const delivered = new Map<string, string[]>();
  for (const email of server.receivedEmails) {
    const number = getEmailNumber(email);
    delivered.set(number, [...(delivered.get(number) ?? []), /^Message-ID: (.*)$/im.exec(email)?.[1] ?? ""]);
  }
  return { delivered, rejectedCount: rejectedOnce.size, killCount, seconds };
}

function getEmailNumber(email: string): string {
  return /^Subject: Email (\d+)/m.exec(email)?.[1] ?? "";
}

async function startWorker(input: WorkerInput): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL("email-worker-process.ts", import.meta.url)), {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  worker.send(input);
  await once(worker, "message");
  return worker;
}

/** Polls until no email is unsent or the time is over. */
async function waitUntilAllSent(db: Db, deadline: AbortSignal): Promise<void> {
  const POLL_INTERVAL_MS = 100;
  for (;;) {
    const unsent = await db.selectFrom("emails").select("id").where("sent_at", "is", null).limit(1).executeTakeFirst();
    if (!unsent || deadline.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
