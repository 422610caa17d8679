import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Config } from "./config.ts";
import { type Db, withTransaction } from "./db.ts";
import type { House } from "./http.ts";
import { type Job, jobFor, type Queue, queueJob } from "./jobs.ts";
import type { Locale } from "./locale.ts";
import {
  findUnsentMail,
  lockUnsentMail,
  noteFailedMail,
  noteSentMail,
  type QueuedMail,
  queueMailRow,
} from "./mail-sql.ts";

export type Letter = {
  subject: string;
  text: string;
  html: string;
  /** Of a letter that its reader may refuse for the future: where he does, by one click (RFC 8058). */
  unsubscribe?: string;
  /** Nothing follows it: whom it went to is forgotten as soon as it is out. */
  isLast?: boolean;
};

/**
 * Writes a letter as it is sent, so that what must stay secret (a reset link) stands nowhere but in it.
 * Null: there is nothing to send any more.
 */
export type LetterWriter = (
  house: House,
  mail: { recipient: string; locale: Locale; params: Record<string, unknown> },
) => Promise<Letter | null>;

type Writers = Readonly<Record<string, LetterWriter>>;

export const mailQueue: Queue<{ mailId: number }> = {
  name: "mail.send",
  payload: z.object({ mailId: z.int().positive() }),
};

/** Leaves a letter to be sent with the caller's own writes: given a transaction, it is undone with it. */
export async function queueMail(db: Db, mail: QueuedMail): Promise<void> {
  const mailId = await queueMailRow(db, mail);
  if (mailId !== null) await queueJob(db, mailQueue, { mailId });
}

/** A letter of a process that was killed is taken up again after this time. */
const EXPIRES_SECONDS = 60;

/** The job that sends letters. @param writers by template. */
export function mailJob(writers: Writers): Job {
  const transports = new WeakMap<Config, Transport>();
  const job = jobFor(mailQueue, async (house, { mailId }) => {
    const transport = transports.get(house.config) ?? transportOf(house.config);
    transports.set(house.config, transport);
    await sendMail(house, mailId, writers, transport);
  });
  return { ...job, expiresSeconds: EXPIRES_SECONDS, givesWay: true };
}

/**
 * Sends one letter. Its row is locked while it goes out and is marked with the same commit, so two workers never send
 * it both; sent again after a crash in between, it carries the same Message-ID, by which mail servers know it.
 */
async function sendMail(house: House, mailId: number, writers: Writers, transport: Transport): Promise<void> {
  const { db, clock, config } = house;
  const mail = await findUnsentMail(db, mailId);
  if (!mail) return;
  const writer = writers[mail.template];
  if (!writer) throw new Error(`no letter is called ${mail.template}`);
  // Written before the lock is taken: a writer may need a connection of its own.
  const letter = await writer(house, mail);
  try {
    await withTransaction(db, async (db) => {
      if (!(await lockUnsentMail(db, mailId))) return;
      if (letter) await transport({ ...letter, to: mail.recipient, id: messageId(mail.dedupKey, config) });
      await noteSentMail(db, mailId, clock.now(), letter?.isLast);
    });
  } catch (error) {
    await noteFailedMail(db, mailId, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

type Transport = (letter: Letter & { to: string; id: string }) => Promise<void>;

/** A mail server that says nothing is given up before the letter's job is taken from this process. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** SMTP_URL, or .eml files in DATA_DIR/outbox, which mail programs open. */
function transportOf(config: Config): Transport {
  const from = `Furoshiki <shop@${new URL(config.publicUrl).hostname}>`;
  if (config.smtpUrl) {
    const smtp = createTransport(
      { url: config.smtpUrl, requireTLS: requiresTls(config.smtpUrl), ...PATIENCE },
      { from },
    );
    return async (letter) => {
      await smtp.sendMail(messageOf(letter));
    };
  }
  const outbox = join(config.dataDir, "outbox");
  const composer = createTransport({ streamTransport: true, buffer: true }, { from });
  return async (letter) => {
    const { message } = await composer.sendMail(messageOf(letter));
    // Links in letters sign a customer in: they are for this user alone.
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const file = join(outbox, `${letter.id.slice(1, letter.id.indexOf("@"))}.eml`);
    // Whoever watches the folder sees whole letters only.
    const half = `${file}.${randomUUID()}.tmp`;
    await writeFile(half, message, { mode: 0o600 });
    await rename(half, file);
  };
}

/**
 * A mail server on another machine must offer STARTTLS: somebody between could take the offer away and read the reset
 * links. `?ignoreTLS=true` allows plain text, for a relay in a trusted network. `smtps:` encrypts from the start.
 */
function requiresTls(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return !isLocal && searchParams.get("ignoreTLS") !== "true";
}

function messageOf({ id, to, subject, text, html, unsubscribe }: Letter & { to: string; id: string }) {
  const headers = unsubscribe && {
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { to, subject, text, html, messageId: id, ...(headers ? { headers } : {}) };
}

function messageId(dedupKey: string, config: Config): string {
  const digest = createHash("sha256").update(dedupKey).digest("hex").slice(0, 32);
  return `<${digest}@${new URL(config.publicUrl).hostname}>`;
}
