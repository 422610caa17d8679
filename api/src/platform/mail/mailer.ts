import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SpanKind } from "@opentelemetry/api";
import type { Config } from "../config.ts";
import { withTransaction } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { getEmailSender } from "../store-profile/store-profile.ts";
import { type Job, createJob } from "../jobs/job-queue.ts";
import { withSpan } from "../observability/tracing.ts";
import type { Locale } from "../i18n/locale.ts";
import { findUnsentEmail, lockUnsentEmail, recordEmailFailure, markEmailSent } from "./sql.ts";
import { emailQueue } from "./email-queue.ts";

export type Email = {
  subject: string;
  text: string;
  html: string;
  /** The URL for one-click unsubscribe (RFC 8058), for emails that the recipient can opt out of. */
  unsubscribeUrl?: string;
  /** True if the recipient is erased as soon as the email has been sent. */
  shouldEraseRecipient?: boolean;
};

/**
 * Renders an email when it is sent, so that secrets (a password reset link) are stored nowhere else.
 * @returns null if there is no longer anything to send
 */
export type EmailTemplate = (
  app: AppContext,
  queuedEmail: {
    recipient: string;
    locale: Locale;
    params: Record<string, unknown>;
    storeName: string;
    /** The link to unsubscribe, for emails that the recipient can opt out of. */
    unsubscribe?: { name: string; href: string };
  },
) => Promise<Email | null>;

type EmailTemplates = Readonly<Record<string, EmailTemplate>>;

/** Seconds after which an email of a process that was killed is sent by another one. */
const EXPIRATION_SECONDS = 60;

/**
 * Creates the job that sends emails.
 * @param templates the email templates by name
 */
export function createEmailJob(templates: EmailTemplates): Job {
  const transports = new WeakMap<Config, Transport>();
  const job = createJob(emailQueue, async (app, { emailId }) => {
    const transport = transports.get(app.config) ?? (await createEmailTransport(app.config));
    transports.set(app.config, transport);
    await sendEmail(app, emailId, templates, transport);
  });
  return { ...job, expiresSeconds: EXPIRATION_SECONDS, isLowPriority: true };
}

/**
 * Sends one email. Its row is locked while it is being sent and is marked as sent when the lock is released, so two
 * workers never send it both. If it is sent again after a crash, it has the same Message-ID, so that mail servers can
 * detect the duplicate.
 */
async function sendEmail(
  app: AppContext,
  emailId: number,
  templates: EmailTemplates,
  transport: Transport,
): Promise<void> {
  const { db, clock, config } = app;
  const queuedEmail = await findUnsentEmail(db, emailId);
  if (!queuedEmail) return;
  const template = templates[queuedEmail.template];
  if (!template) throw new Error(`no email template is named ${queuedEmail.template}`);
  // Rendered before the row is locked, since a template may need a connection of its own.
  const from = await getEmailSender(db, config, queuedEmail.locale);
  const email = await template(app, { ...queuedEmail, storeName: from.name });
  try {
    await withTransaction(db, async (tx) => {
      if (!(await lockUnsentEmail(tx, emailId))) return;
      if (email)
        await transport({ ...email, from, to: queuedEmail.recipient, id: getMessageId(queuedEmail.dedupKey, config) });
      await markEmailSent(tx, emailId, clock.now(), email?.shouldEraseRecipient);
    });
  } catch (error) {
    await recordEmailFailure(db, emailId, error instanceof Error ? error.message : String(error));
    throw maskAddresses(error);
  }
}

/** Returns an error for the log, which has no personal data: mail servers repeat the address of the recipient. */
function maskAddresses(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const mask = (text: string) => text.replaceAll(/[^\s<>"':/]+@[^\s<>"':/]+/g, "***");
  const masked = Object.assign(new Error(mask(error.message)), "code" in error ? { code: error.code } : {});
  if (error.stack !== undefined) masked.stack = mask(error.stack);
  return masked;
}

type OutgoingEmail = Email & { from: { name: string; address: string }; to: string; id: string };

type Transport = (email: OutgoingEmail) => Promise<void>;

/** Timeouts in milliseconds; together they are shorter than the expiration of the job. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Creates the transport: the SMTP server of SMTP_URL, or .eml files in DATA_DIR/outbox. The library needs 5 MB of memory, so
 * it is loaded for the first email.
 */
async function createEmailTransport(config: Config): Promise<Transport> {
  const { createTransport } = await import("nodemailer");
  if (config.smtpUrl) {
    const smtp = createTransport({
      url: config.smtpUrl,
      requireTLS: requiresTls(config.smtpUrl),
      ...SMTP_TIMEOUTS,
    });
    const { hostname, port } = new URL(config.smtpUrl);
    const attributes = { "server.address": hostname, ...(port ? { "server.port": Number(port) } : {}) };
    return async (email) => {
      await withSpan("send email", { kind: SpanKind.CLIENT, attributes }, () => smtp.sendMail(toMimeMessage(email)));
    };
  }
  const outbox = join(config.dataDir, "outbox");
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (email) => {
    const { message } = await composer.sendMail(toMimeMessage(email));
    // Emails contain links that sign a customer in, so only this user may read them.
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const file = join(outbox, `${email.id.slice(1, email.id.indexOf("@"))}.eml`);
    // Written to a temporary file first, so that no incomplete email can be read.
    const temporaryFile = `${file}.${randomUUID()}.tmp`;
    await writeFile(temporaryFile, message, { mode: 0o600 });
    await rename(temporaryFile, file);
  };
}

/**
 * Returns whether the mail server must offer STARTTLS. It must if it is on another machine, since an attacker in the
 * network could otherwise remove the offer and read password reset links. `?ignoreTLS=true` allows plain text, for a
 * relay in a trusted network. `smtps:` is encrypted from the start.
 */
function requiresTls(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return !isLocal && searchParams.get("ignoreTLS") !== "true";
}

function toMimeMessage({ id, from, to, subject, text, html, unsubscribeUrl }: OutgoingEmail) {
  const headers = unsubscribeUrl && {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { from, to, subject, text, html, messageId: id, ...(headers ? { headers } : {}) };
}

function getMessageId(dedupKey: string, config: Config): string {
  const digest = createHash("sha256").update(dedupKey).digest("hex").slice(0, 32);
  return `<${digest}@${new URL(config.publicUrl).hostname}>`;
}
