import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { withTransaction } from "../platform/db.ts";
import { type ACustomer, aCustomer, aSession, PASSWORD } from "./fixtures.ts";
import { mailJob } from "../platform/mail.ts";
import { letters } from "./letters.ts";
import { deleteSessions, passwordHashOf, replacePassword } from "./session-sql.ts";
import { openSession } from "./session.ts";

const shop = await openTestShop();
const NEW = "seven red plums";
const forgot = (email: string, headers: Record<string, string> = {}) =>
  shop.ask("POST", "/v1/forgot-password", { body: { email }, headers });
const reset = (token: string, password = NEW) =>
  shop.ask("POST", "/v1/reset-password", { body: { token, password, password_confirmation: password } });
const change = (customer: ACustomer, current: string, password = NEW) =>
  shop.ask("POST", "/v1/user/change-password", {
    token: customer.token,
    body: { current_password: current, password, password_confirmation: password },
  });
const isKnown = async (token: string) => (await shop.ask("GET", "/v1/user", { token })).status === 200;
const signsIn = async (email: string, password: string) =>
  (await shop.ask("POST", "/v1/login", { body: { email, password } })).status === 200;
const queued = () => shop.db.selectFrom("mails").select(["recipient", "locale", "template", "params"]).execute();
const minutes = (count: number) => shop.clock.advance(count * 60_000);

const write = (recipient: string, locale: "ru-RU" | "en-US" = "ru-RU") =>
  letters.password_reset(shop.house, { recipient, locale, params: {} });

/** The token in the letter that this customer gets. */
async function linkOf({ email }: ACustomer): Promise<string> {
  return /token=([\w-]{43})/.exec((await write(email))?.text ?? "")?.[1] ?? "";
}

describe("POST /v1/forgot-password", () => {
  it("answers the same for a known and an unknown email, having done the same", async () => {
    const { email } = await aCustomer(shop.db);
    const [known, unknown] = [await forgot(email), await forgot("nobody@example.test")];
    expect(known.status).toBe(200);
    expect(known.body.message).toMatch(/^Если этот адрес зарегистрирован/);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    const params = {};
    expect(await queued()).toEqual([
      { recipient: email, locale: "ru-RU", template: "password_reset", params },
      { recipient: "nobody@example.test", locale: "ru-RU", template: "password_reset", params },
    ]);
    expect(await write("nobody@example.test")).toBeNull();
  });

  it("queues one letter for a double click and another one after the cooldown", async () => {
    await Promise.all([forgot("maria@example.test"), forgot("MARIA@example.test")]);
    expect(await queued()).toHaveLength(1);
    minutes(1);
    await forgot("maria@example.test");
    expect(await queued()).toHaveLength(2);
  });

  it.each([
    [{}, "user.invalid_email_for_reset"],
    [{ email: " " }, "user.invalid_email_for_reset"],
    [{ email: "maria" }, "invalidEmail"],
  ])("refuses %j", async (body, code) => {
    const answer = await shop.ask("POST", "/v1/forgot-password", { body });
    expect([answer.status, answer.body.errors]).toEqual([422, { email: [code] }]);
    expect(await queued()).toEqual([]);
  });

  it("is not kept from a customer by others who ask in their name", async () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      minutes(1);
      const headers = { "x-client-ip": `198.51.100.${attempt}` };
      expect((await forgot("maria@example.test", headers)).status).toBe(200);
    }
    // Letters are bounded: the links of the last hour are in the mailbox already.
    expect(await queued()).toHaveLength(10);
    expect((await forgot("maria@example.test", { "x-client-ip": "203.0.113.9" })).status).toBe(200);
  });

  it("is limited for an account, and for an address that asks for many", async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await forgot("maria@example.test")).status).toBe(200);
    const stopped = await forgot("maria@example.test");
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "3600"]);
    const headers = { "x-client-ip": "203.0.113.7" };
    for (let attempt = 0; attempt < 60; attempt++) await forgot(`nobody-${attempt}@example.test`, headers);
    expect((await forgot("nobody@example.test", headers)).status).toBe(429);
  });

  it("sends a letter whose link leads to the page of its language", async () => {
    const { email } = await aCustomer(shop.db);
    const russian = await write(email);
    expect(russian?.subject).toBe("Новый пароль для Furoshiki");
    expect(russian?.text).toMatch(/http:\/\/shop\.test\/change-password\?token=[\w-]{43}\n/);
    const english = await write(email, "en-US");
    expect(english?.subject).toBe("A new password for Furoshiki");
    expect(english?.html).toMatch(/href="http:\/\/shop\.test\/en-US\/change-password\?token=[\w-]{43}"/);
  });

  it("keeps only the hash of the link's token, whatever is queued, and sends the letter from the queue", async () => {
    const { email } = await aCustomer(shop.db);
    await forgot(email);
    const { id } = await shop.db.selectFrom("mails").select("id").executeTakeFirstOrThrow();
    const outbox = join(shop.house.config.dataDir, "outbox");
    await mailJob(letters).work(shop.house, { mailId: id });
    const eml = (await readFile(join(outbox, (await readdir(outbox))[0] ?? ""), "utf8")).replaceAll(/=\r?\n/g, "");
    const token = /token=(?:3D)?([\w-]{43})/.exec(eml)?.[1] ?? "";
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(r::text || encode(token_hash, 'escape'), '') from password_resets r)
        || (select string_agg(m::text, '') from mails m) || (select string_agg(j::text, '') from pgboss.job j) as all`.execute(
      shop.db,
    );
    expect(rows[0]?.all).toMatch(/\\x[0-9a-f]{64}/);
    expect(token).toHaveLength(43);
    expect(rows[0]?.all).not.toContain(token.slice(0, 16));
    expect((await reset(token)).status).toBe(200);
  });
});

describe("POST /v1/reset-password", () => {
  it("sets the password once, and ends every session and every other link", async () => {
    const maria = await aCustomer(shop.db);
    const elsewhere = await aSession(shop.db, maria.id, { remember: true });
    const [older, link] = [await linkOf(maria), await linkOf(maria)];
    const { status, body } = await reset(link);
    expect([status, body.message]).toEqual([200, "Пароль изменён. Войдите с новым паролем."]);
    expect([await isKnown(maria.token), await isKnown(elsewhere)]).toEqual([false, false]);
    expect([await signsIn(maria.email, PASSWORD), await signsIn(maria.email, NEW)]).toEqual([false, true]);
    for (const used of [link, older]) {
      const refused = await reset(used, "eight blue plums");
      expect([refused.status, refused.body.code]).toEqual([422, "reset_link_used"]);
    }
    expect(await signsIn(maria.email, NEW)).toBe(true);
  });

  it("refuses a link after an hour, an unknown one, and one that is none", async () => {
    const maria = await aCustomer(shop.db);
    const link = await linkOf(maria);
    minutes(60);
    for (const token of [link, "A".repeat(43), "x"]) expect((await reset(token)).body.code).toBe("reset_link_used");
    expect(await signsIn(maria.email, PASSWORD)).toBe(true);
  });

  it("does not use the link up on a password that it refuses", async () => {
    const maria = await aCustomer(shop.db);
    const link = await linkOf(maria);
    expect((await reset(link, "12345678")).body.errors).toEqual({ password: ["weakPassword"] });
    expect((await reset(link, "short")).body.errors).toMatchObject({ password: ["shortPassword"] });
    const unequal = { token: link, password: NEW, password_confirmation: `${NEW}!` };
    expect((await shop.ask("POST", "/v1/reset-password", { body: unequal })).body.errors).toEqual({
      password_confirmation: ["notification.invalid_password_match"],
    });
    expect((await reset(link)).status).toBe(200);
  });

  it("lets one of many uses of a link at once win", async () => {
    const maria = await aCustomer(shop.db);
    const link = await linkOf(maria);
    const passwords = Array.from({ length: 6 }, (_, n) => `${NEW} ${n}`);
    const answers = await Promise.all(passwords.map((password) => reset(link, password)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === "reset_link_used")).toHaveLength(5);
    expect(await signsIn(maria.email, passwords[answers.findIndex((answer) => answer.status === 200)]!)).toBe(true);
  });

  it("is limited for an address that tries many links", async () => {
    for (let attempt = 0; attempt < 30; attempt++) expect((await reset("A".repeat(43))).status).toBe(422);
    expect((await reset("A".repeat(43))).status).toBe(429);
  });
});

describe("POST /v1/user/change-password", () => {
  it("changes the password, keeps this session and ends the others and any link", async () => {
    const maria = await aCustomer(shop.db);
    const elsewhere = await aSession(shop.db, maria.id);
    const [anna, link] = [await aCustomer(shop.db), await linkOf(maria)];
    const { status, body } = await change(maria, PASSWORD);
    expect([status, body.message]).toEqual([200, "Пароль изменён. На других устройствах понадобится войти заново."]);
    expect([await isKnown(maria.token), await isKnown(elsewhere), await isKnown(anna.token)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await reset(link)).body.code).toBe("reset_link_used");
    expect([await signsIn(maria.email, PASSWORD), await signsIn(maria.email, NEW)]).toEqual([false, true]);
  });

  it("refuses a wrong current password, a weak and a short new one, and a guest", async () => {
    const maria = await aCustomer(shop.db);
    const wrong = await change(maria, "not the password");
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      "wrong_password",
      { current_password: ["wrongPassword"] },
    ]);
    expect((await change(maria, PASSWORD, maria.email)).body.code).toBe("weak_password");
    expect((await change(maria, PASSWORD, "short")).body.errors).toMatchObject({ password: ["shortPassword"] });
    expect((await change({ ...maria, token: "" }, PASSWORD)).status).toBe(401);
    expect(await signsIn(maria.email, PASSWORD)).toBe(true);
  });

  it("stops guessing the current password from a session that was left open", async () => {
    const maria = await aCustomer(shop.db);
    for (let attempt = 0; attempt < 10; attempt++) expect((await change(maria, "wrong")).status).toBe(422);
    const stopped = await change(maria, PASSWORD);
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  it("opens no session for the old password while it is being replaced", async () => {
    const maria = await aCustomer(shop.db);
    const passwordHash = await passwordHashOf(shop.db, maria.id);
    const waits = async () => (await sql`select 1 from pg_locks where not granted`.execute(shop.db)).rows.length > 0;
    let opening: Promise<string | null> | undefined;
    await withTransaction(shop.db, async (db) => {
      await replacePassword(db, maria.id, "another hash");
      opening = withTransaction(shop.db, (other) =>
        openSession(
          other,
          { customerId: maria.id, passwordHash, remember: false },
          { ip: "", userAgent: "", now: shop.clock.now() },
        ),
      );
      const opened = opening.then(() => true);
      while (!(await Promise.race([opened, waits()])));
      await deleteSessions(db, maria.id, null);
    });
    expect(await opening).toBeNull();
    expect(await shop.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  it("leaves no session of many logins that run at the same moment", async () => {
    const maria = await aCustomer(shop.db);
    const [changed, ...logins] = await Promise.all([
      change(maria, PASSWORD),
      ...Array.from({ length: 8 }, () =>
        shop.ask("POST", "/v1/login", { body: { email: maria.email, password: PASSWORD } }),
      ),
    ]);
    expect(changed?.status).toBe(200);
    for (const login of logins) {
      expect([200, 401]).toContain(login.status);
      if (login.status === 200) expect(await isKnown(login.body.data.token)).toBe(false);
    }
  });
});
