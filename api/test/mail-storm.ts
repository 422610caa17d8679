import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../src/platform/config.ts";
import { type Connection, type Db, withTransaction } from "../src/platform/db.ts";
import { type Job, prepareJobs } from "../src/platform/jobs.ts";
import { mailJob, queueMail } from "../src/platform/mail.ts";
import { openMailServer } from "./mail-server.ts";

export type WorkerErrand = { connection: Connection; config: Config };

/** Letters that say their number, and nothing of a shop. */
export const stormJob: Job = {
  ...mailJob({
    storm: async (_house, { params }) => {
      const text = `letter ${String(params["number"])}`;
      return { subject: text, text, html: `<p>${text}</p>` };
    },
  }),
  expiresSeconds: 2,
};

/** Nobody waits for a day in a test: failed letters rest a second or two. */
const PACE = { retryDelay: 1 };

/** What arrived of a storm: for each letter, the Message-IDs of every copy of it. */
export type Arrived = ReadonlyMap<string, readonly string[]>;

/**
 * Queues `count` letters and has them sent to a mail server that turns every third away when it first comes, by a worker
 * that is killed twice on the way and begun again each time. Ends when the shop holds all of them for sent.
 * @param deadlineMs after which what is missing is given up, and the caller sees it missing.
 * @returns also the seconds from the first worker's start to the last letter.
 */
export async function sendThroughStorm(
  { db, connection, config }: { db: Db; connection: Connection; config: Config },
  { count, deadlineMs }: { count: number; deadlineMs: number },
): Promise<{ arrived: Arrived; refused: number; kills: number; seconds: number }> {
  await prepareJobs(db, [stormJob], PACE);
  await withTransaction(db, async (db) => {
    for (let number = 1; number <= count; number++)
      await queueMail(db, {
        recipient: `reader-${number}@example.test`,
        locale: "ru-RU",
        template: "storm",
        params: { number },
        dedupKey: `storm:${number}`,
      });
  });

  const turnedAway = new Set<string>();
  const kills = [Math.floor(count / 4), Math.floor(count / 2)];
  let killed = 0;
  let worker: ChildProcess | undefined;
  const server = await openMailServer((letter) => {
    // In the middle of a letter that is not answered yet.
    if (killed < kills.length && server.received.length >= (kills[killed] ?? 0)) {
      killed += 1;
      worker?.kill("SIGKILL");
    }
    const number = numberOf(letter);
    if (Number(number) % 3 !== 0 || turnedAway.has(number)) return false;
    turnedAway.add(number);
    return true;
  });
  const errand: WorkerErrand = { connection, config: { ...config, smtpUrl: `smtp://127.0.0.1:${server.port}` } };
  const deadline = AbortSignal.timeout(deadlineMs);
  const begun = performance.now();
  const finished = allSent(db, deadline);
  try {
    for (;;) {
      worker = await startWorker(errand);
      const ended = once(worker, "exit");
      const isDone = await Promise.race([finished, ended.then(() => null)]);
      if (isDone === null) continue;
      worker.kill("SIGKILL");
      await ended;
      break;
    }
  } finally {
    await server.close();
  }
  const seconds = (performance.now() - begun) / 1000;
  const arrived = new Map<string, string[]>();
  for (const letter of server.received) {
    const number = numberOf(letter);
    arrived.set(number, [...(arrived.get(number) ?? []), /^Message-ID: (.*)$/im.exec(letter)?.[1] ?? ""]);
  }
  return { arrived, refused: turnedAway.size, kills: killed, seconds };
}

function numberOf(letter: string): string {
  return /^Subject: letter (\d+)/m.exec(letter)?.[1] ?? "";
}

async function startWorker(errand: WorkerErrand): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL("mail-worker-process.ts", import.meta.url)), {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  worker.send(errand);
  await once(worker, "message");
  return worker;
}

/** Looks again and again, as an operator would, until no letter waits or the time is over. */
async function allSent(db: Db, deadline: AbortSignal): Promise<boolean> {
  const LOOK_EVERY_MS = 100;
  for (;;) {
    const waiting = await db.selectFrom("mails").select("id").where("sent_at", "is", null).limit(1).executeTakeFirst();
    if (!waiting) return true;
    if (deadline.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
