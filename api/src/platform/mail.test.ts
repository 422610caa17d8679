import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openMailServer } from "../../test/mail-server.ts";
import { withTransaction } from "./db.ts";
import type { House } from "./http.ts";
import { prepareJobs } from "./jobs.ts";
import { mailSweep } from "./mail-jobs.ts";
import { type LetterWriter, mailJob, queueMail } from "./mail.ts";

const shop = await openTestShop();
const { db, house } = shop;
const outbox = join(house.config.dataDir, "outbox");

const welcome: LetterWriter = async (_house, { locale, params }) => ({
  subject: locale === "ru-RU" ? "Здравствуйте" : "Hello",
  text: `Для ${String(params["name"])}`,
  html: `<p>Для <b>${String(params["name"])}</b></p>`,
});
const nothing: LetterWriter = async () => null;
const job = mailJob({ welcome, nothing });
await prepareJobs(db, [job]);

const letter = { recipient: "a@example.com", locale: "ru-RU" as const, template: "welcome", params: { name: "Аня" } };

beforeEach(() => rmSync(outbox, { recursive: true, force: true }));

async function mails() {
  return db.selectFrom("mails").select(["id", "sent_at", "attempts", "last_error"]).orderBy("id").execute();
}

async function send(mailId: number, at: House = house): Promise<void> {
  await job.work(at, { mailId });
}

function letters(): string[] {
  return readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "utf8"));
}

it("writes a letter as an .eml file, with its text and its HTML", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  await send(1);
  const [eml = ""] = letters();
  expect(eml).toContain("To: a@example.com");
  expect(eml).toContain("From: Furoshiki <shop@shop.test>");
  expect(eml).toMatch(/Message-ID: <[0-9a-f]{32}@shop[.]test>/);
  expect(eml).toContain("Content-Type: text/html; charset=utf-8");
  expect(await mails()).toMatchObject([{ sent_at: shop.clock.now(), attempts: 1, last_error: null }]);
});

it("queues the same letter once, and not at all with a transaction that is undone", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  const undone = withTransaction(db, async (db) => {
    await queueMail(db, { ...letter, dedupKey: "welcome:2" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await mails()).toHaveLength(1);
});

it("sends a letter once, however many workers are at it", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  const { port, received, close } = await openMailServer();
  const config = { ...house.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  await Promise.all(Array.from({ length: 5 }, () => send(1, { ...house, config })));
  await send(1, { ...house, config });
  await close();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("To: a@example.com");
  expect(await mails()).toMatchObject([{ attempts: 1 }]);
});

it("does not send a letter in plain text to a mail server on another machine, unless that is allowed", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  const { port, received, close } = await openMailServer();
  // This address of the test's mail server is not one of the local ones.
  const sendAt = (options: string) =>
    send(1, { ...house, config: { ...house.config, smtpUrl: `smtp://0.0.0.0:${port}${options}` } });
  await expect(sendAt("")).rejects.toThrow("STARTTLS");
  expect(received).toEqual([]);
  expect(await mails()).toMatchObject([{ sent_at: null, last_error: expect.stringContaining("STARTTLS") }]);
  await sendAt("?ignoreTLS=true");
  await close();
  expect(received).toHaveLength(1);
});

it("keeps the complaint of a letter that could not be sent, and sends it the next time", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  writeFileSync(outbox, "a file where the folder should be");
  await expect(send(1)).rejects.toThrow("EEXIST");
  expect(await mails()).toMatchObject([{ sent_at: null, attempts: 1, last_error: expect.stringContaining("EEXIST") }]);
  rmSync(outbox);
  await send(1);
  expect(letters()).toHaveLength(1);
  expect(await mails()).toMatchObject([{ sent_at: shop.clock.now(), attempts: 2, last_error: null }]);
});

it("sends nothing where its writer has nothing to say, and refuses a letter nobody can write", async () => {
  await queueMail(db, { ...letter, template: "nothing", dedupKey: "nothing:1" });
  await queueMail(db, { ...letter, template: "unknown", dedupKey: "unknown:1" });
  await send(1);
  await expect(send(2)).rejects.toThrow("no letter is called unknown");
  expect(await mails()).toMatchObject([{ sent_at: shop.clock.now() }, { sent_at: null }]);
});

it("offers the way out by one click where a letter has one", async () => {
  const href = "http://shop.test/user/unsubscribe?token=abc.def";
  const job = mailJob({
    welcome: async () => ({ subject: "s", text: "t", html: "<p>t</p>", unsubscribe: href }),
  });
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  await job.work(house, { mailId: 1 });
  expect(letters()[0]).toContain(`List-Unsubscribe: <${href}>`);
  expect(letters()[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

it("forgets after a month to whom a letter went, and still sends it once", async () => {
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  await send(1);
  shop.clock.advance(30 * 24 * 60 * 60 * 1000);
  await mailSweep.work(house, {});
  expect(await db.selectFrom("mails").select("recipient").execute()).toEqual([{ recipient: "a@example.com" }]);
  shop.clock.advance(1);
  await mailSweep.work(house, {});
  await queueMail(db, { ...letter, dedupKey: "welcome:1" });
  expect(await db.selectFrom("mails").select(["recipient", "params"]).execute()).toEqual([
    { recipient: "", params: {} },
  ]);
});
