import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openSmtpServer } from "../../../test/smtp-server.ts";
import { withTransaction } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { emailSender, shopName } from "../store-profile/settings.ts";
import { setUpJobQueues } from "../jobs/job-queue.ts";
import { emailSweepJob } from "./jobs.ts";
import { type EmailTemplate, createEmailJob } from "./mailer.ts";
import { queueEmail } from "./email-queue.ts";
import { updateSetting } from "../settings/settings.ts";

const shop = await openTestShop();
const { db, app } = shop;
const outbox = join(app.config.dataDir, "outbox");

const welcome: EmailTemplate = async (_app, { locale, params }) => ({
  subject: locale === "ru-RU" ? "Здравствуйте" : "Hello",
  text: `Для ${String(params["name"])}`,
  html: `<p>Для <b>${String(params["name"])}</b></p>`,
});
const nothing: EmailTemplate = async () => null;
const job = createEmailJob({ welcome, nothing });
await setUpJobQueues(db, [job]);

const email = { recipient: "a@example.com", locale: "ru-RU" as const, template: "welcome", params: { name: "Аня" } };

beforeEach(() => rmSync(outbox, { recursive: true, force: true }));

async function listEmails() {
  return db.selectFrom("emails").select(["id", "sent_at", "attempts", "last_error"]).orderBy("id").execute();
}

async function send(emailId: number, context: AppContext = app): Promise<void> {
  await job.work(context, { emailId });
}

function readOutbox(): string[] {
  return readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "utf8"));
}

it("writes an email as an .eml file with text and HTML", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  await send(1);
  const [eml = ""] = readOutbox();
  expect(eml).toContain("To: a@example.com");
  expect(eml).toMatch(/From: .+ <shop@shop.test>/);
  expect(eml).toMatch(/Message-ID: <[0-9a-f]{32}@shop[.]test>/);
  expect(eml).toContain("Content-Type: text/html; charset=utf-8");
  expect(await listEmails()).toMatchObject([{ sent_at: shop.clock.now(), attempts: 1, last_error: null }]);
});

it("uses the sender name and address of the store", async () => {
  await updateSetting(db, shopName, { "ru-RU": "Leaf", "en-US": "Leaf" });
  await updateSetting(db, emailSender, "orders@leaf.example");
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  await send(1);
  expect(readOutbox()[0]).toContain("From: Leaf <orders@leaf.example>");
});

it("enqueues the same email once, and not in a transaction that is rolled back", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  const rolledBack = withTransaction(db, async (db) => {
    await queueEmail(db, { ...email, dedupKey: "welcome:2" });
    throw new Error("undone");
  });
  await expect(rolledBack).rejects.toThrow("undone");
  expect(await listEmails()).toHaveLength(1);
});

it("sends an email once, however many workers try", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  const { port, receivedEmails, close } = await openSmtpServer();
  const config = { ...app.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  await Promise.all(Array.from({ length: 5 }, () => send(1, { ...app, config })));
  await send(1, { ...app, config });
  await close();
  expect(receivedEmails).toHaveLength(1);
  expect(receivedEmails[0]).toContain("To: a@example.com");
  expect(await listEmails()).toMatchObject([{ attempts: 1 }]);
});

it("does not send an email unencrypted to a mail server on another machine, unless allowed", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  const { port, receivedEmails, close } = await openSmtpServer();
  // 0.0.0.0 is not treated as a local address.
  const sendWithOptions = (options: string) =>
    send(1, { ...app, config: { ...app.config, smtpUrl: `smtp://0.0.0.0:${port}${options}` } });
  await expect(sendWithOptions("")).rejects.toThrow("STARTTLS");
  expect(receivedEmails).toEqual([]);
  expect(await listEmails()).toMatchObject([{ sent_at: null, last_error: expect.stringContaining("STARTTLS") }]);
  await sendWithOptions("?ignoreTLS=true");
  await close();
  expect(receivedEmails).toHaveLength(1);
});

it("records the error of an email that could not be sent, and sends it on the next try", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  writeFileSync(outbox, "a file where the folder should be");
  await expect(send(1)).rejects.toThrow("EEXIST");
  expect(await listEmails()).toMatchObject([
    { sent_at: null, attempts: 1, last_error: expect.stringContaining("EEXIST") },
  ]);
  rmSync(outbox);
  await send(1);
  expect(readOutbox()).toHaveLength(1);
  expect(await listEmails()).toMatchObject([{ sent_at: shop.clock.now(), attempts: 2, last_error: null }]);
});

it("leaves the address out of the error that is logged when a mail server rejects an email", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  const { port, close } = await openSmtpServer(() => true);
  const config = { ...app.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  const error = await send(1, { ...app, config }).then(
    () => null,
    (reason: Error) => reason,
  );
  await close();
  expect(error?.message).toMatch(/451 <\*\*\*>: try again later/);
  expect(error?.stack).toContain("/node_modules/nodemailer/");
  expect(error?.stack).not.toContain("a@example.com");
  expect(await listEmails()).toMatchObject([{ last_error: expect.stringContaining("<a@example.com>") }]);
});

it("sends nothing if the template returns null, and fails if there is no template", async () => {
  await queueEmail(db, { ...email, template: "nothing", dedupKey: "nothing:1" });
  await queueEmail(db, { ...email, template: "unknown", dedupKey: "unknown:1" });
  await send(1);
  await expect(send(2)).rejects.toThrow("no email template is named unknown");
  expect(await listEmails()).toMatchObject([{ sent_at: shop.clock.now() }, { sent_at: null }]);
});

it("adds the headers for one-click unsubscribe", async () => {
  const href = "http://shop.test/user/unsubscribe?token=abc.def";
  const job = createEmailJob({
    welcome: async () => ({ subject: "s", text: "t", html: "<p>t</p>", unsubscribeUrl: href }),
  });
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  await job.work(app, { emailId: 1 });
  expect(readOutbox()[0]).toContain(`List-Unsubscribe: <${href}>`);
  expect(readOutbox()[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

it("erases the recipient after a month, and still sends the email only once", async () => {
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  await send(1);
  shop.clock.advance(30 * 24 * 60 * 60 * 1000);
  await emailSweepJob.work(app, {});
  expect(await db.selectFrom("emails").select("recipient").execute()).toEqual([{ recipient: "a@example.com" }]);
  shop.clock.advance(1);
  await emailSweepJob.work(app, {});
  await queueEmail(db, { ...email, dedupKey: "welcome:1" });
  expect(await db.selectFrom("emails").select(["recipient", "params"]).execute()).toEqual([
    { recipient: "", params: {} },
  ]);
});
