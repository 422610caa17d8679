import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { type TestCustomer, createTestCustomer, createTestSession, PASSWORD } from "../fixtures.ts";
import { createEmailJob } from "../../platform/mail/mailer.ts";
import { emails } from "../email-templates.ts";
import { deleteSessions } from "../sessions/sql.ts";
import { getPasswordHash, replacePassword } from "./sql.ts";
import { openSession } from "../sessions/service.ts";

const shop = await openTestShop();
const NEW_PASSWORD = "seven red plums";
const requestReset = (email: string, headers: Record<string, string> = {}) =>
  shop.request("POST", "/v1/forgot-password", { body: { email }, headers });
const resetPassword = (token: string, password = NEW_PASSWORD) =>
  shop.request("POST", "/v1/reset-password", { body: { token, password, password_confirmation: password } });
const changePassword = (customer: TestCustomer, current: string, password = NEW_PASSWORD) =>
  shop.request("POST", "/v1/user/change-password", {
    token: customer.token,
    body: { current_password: current, password, password_confirmation: password },
  });
const isSignedIn = async (token: string) => (await shop.request("GET", "/v1/user", { token })).status === 200;
const canSignIn = async (email: string, password: string) =>
  (await shop.request("POST", "/v1/login", { body: { email, password } })).status === 200;
const listQueuedEmails = () =>
  shop.db.selectFrom("emails").select(["recipient", "locale", "template", "params"]).execute();
const advanceMinutes = (count: number) => shop.clock.advance(count * 60_000);

const renderResetEmail = (recipient: string, locale: "ru-RU" | "en-US" = "ru-RU") =>
  emails.password_reset(shop.app, { storeName: "Leaf", recipient, locale, params: {} });

/** The token in the email that this customer gets. */
async function createResetToken({ email }: TestCustomer): Promise<string> {
  return /token=([\w-]{43})/.exec((await renderResetEmail(email))?.text ?? "")?.[1] ?? "";
}

describe("POST /v1/forgot-password", () => {
  it("answers the same for a known and an unknown email, after the same work", async () => {
    const { email } = await createTestCustomer(shop.db);
    const [known, unknown] = [await requestReset(email), await requestReset("nobody@example.test")];
    expect(known.status).toBe(200);
    expect(known.body.message).toMatch(/^Если этот адрес зарегистрирован/);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await listQueuedEmails()).toEqual([
      { recipient: email, locale: "ru-RU", template: "password_reset", params: {} },
      { recipient: "nobody@example.test", locale: "ru-RU", template: "password_reset", params: {} },
    ]);
    expect(await renderResetEmail("nobody@example.test")).toBeNull();
  });

  it("queues one email for a double click and another one after the cooldown", async () => {
    await Promise.all([requestReset("maria@example.test"), requestReset("MARIA@example.test")]);
    expect(await listQueuedEmails()).toHaveLength(1);
    advanceMinutes(1);
    await requestReset("maria@example.test");
    expect(await listQueuedEmails()).toHaveLength(2);
  });

  it.each([
    [{}, "user.invalid_email_for_reset"],
    [{ email: " " }, "user.invalid_email_for_reset"],
    [{ email: "maria" }, "invalidEmail"],
  ])("rejects %j", async (body, code) => {
    const response = await shop.request("POST", "/v1/forgot-password", { body });
    expect([response.status, response.body.errors]).toEqual([422, { email: [code] }]);
    expect(await listQueuedEmails()).toEqual([]);
  });

  it("does not let requests of others block a customer", async () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      advanceMinutes(1);
      const headers = { "x-client-ip": `198.51.100.${attempt}` };
      expect((await requestReset("maria@example.test", headers)).status).toBe(200);
    }
    // The number of emails is limited: the links of the last hour are already in the mailbox.
    expect(await listQueuedEmails()).toHaveLength(10);
    expect((await requestReset("maria@example.test", { "x-client-ip": "203.0.113.9" })).status).toBe(200);
  });

  it("limits requests for one account, and from one IP address", async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await requestReset("maria@example.test")).status).toBe(200);
    const stopped = await requestReset("maria@example.test");
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "3600"]);
    const headers = { "x-client-ip": "203.0.113.7" };
    for (let attempt = 0; attempt < 60; attempt++) await requestReset(`nobody-${attempt}@example.test`, headers);
    expect((await requestReset("nobody@example.test", headers)).status).toBe(429);
  });

  it("sends a link to the page in the language of the email", async () => {
    const { email } = await createTestCustomer(shop.db);
    const russian = await renderResetEmail(email);
    expect(russian?.subject).toBe("Новый пароль для Leaf");
    expect(russian?.text).toMatch(/http:\/\/shop\.test\/change-password\?token=[\w-]{43}\n/);
    const english = await renderResetEmail(email, "en-US");
    expect(english?.subject).toBe("Reset your Leaf password");
    expect(english?.html).toMatch(/href="http:\/\/shop\.test\/en-US\/change-password\?token=[\w-]{43}"/);
  });

  it("stores only the hash of the token, whatever is queued, and sends the email from the queue", async () => {
    const { email } = await createTestCustomer(shop.db);
    await requestReset(email);
    const { id } = await shop.db.selectFrom("emails").select("id").executeTakeFirstOrThrow();
    const outbox = join(shop.app.config.dataDir, "outbox");
    await createEmailJob(emails).work(shop.app, { emailId: id });
    const eml = (await readFile(join(outbox, (await readdir(outbox))[0] ?? ""), "utf8")).replaceAll(/=\r?\n/g, "");
    const token = /token=(?:3D)?([\w-]{43})/.exec(eml)?.[1] ?? "";
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(r::text || encode(token_hash, 'escape'), '') from password_resets r)
        || (select string_agg(m::text, '') from emails m) || (select string_agg(j::text, '') from pgboss.job j) as all`.execute(
      shop.db,
    );
    expect(rows[0]?.all).toMatch(/\\x[0-9a-f]{64}/);
    expect(token).toHaveLength(43);
    expect(rows[0]?.all).not.toContain(token.slice(0, 16));
    expect((await resetPassword(token)).status).toBe(200);
  });
});

describe("POST /v1/reset-password", () => {
  it("sets the password once, and ends every session and every other link", async () => {
    const maria = await createTestCustomer(shop.db);
    const otherToken = await createTestSession(shop.db, maria.id, { remember: true });
    const [older, link] = [await createResetToken(maria), await createResetToken(maria)];
    const { status, body } = await resetPassword(link);
    expect([status, body.message]).toEqual([200, "Пароль изменён. Войдите с новым паролем."]);
    expect([await isSignedIn(maria.token), await isSignedIn(otherToken)]).toEqual([false, false]);
    expect([await canSignIn(maria.email, PASSWORD), await canSignIn(maria.email, NEW_PASSWORD)]).toEqual([false, true]);
    for (const used of [link, older]) {
      const refused = await resetPassword(used, "eight blue plums");
      expect([refused.status, refused.body.code]).toEqual([422, "reset_link_used"]);
    }
    expect(await canSignIn(maria.email, NEW_PASSWORD)).toBe(true);
  });

  it("rejects an expired, an unknown and a malformed link", async () => {
    const maria = await createTestCustomer(shop.db);
    const link = await createResetToken(maria);
    advanceMinutes(60);
    for (const token of [link, "A".repeat(43), "x"])
      expect((await resetPassword(token)).body.code).toBe("reset_link_used");
    expect(await canSignIn(maria.email, PASSWORD)).toBe(true);
  });

  it("does not use the link up if the password is rejected", async () => {
    const maria = await createTestCustomer(shop.db);
    const link = await createResetToken(maria);
    expect((await resetPassword(link, "12345678")).body.errors).toEqual({ password: ["weakPassword"] });
    expect((await resetPassword(link, "short")).body.errors).toMatchObject({ password: ["shortPassword"] });
    const unequal = { token: link, password: NEW_PASSWORD, password_confirmation: `${NEW_PASSWORD}!` };
    expect((await shop.request("POST", "/v1/reset-password", { body: unequal })).body.errors).toEqual({
      password_confirmation: ["notification.invalid_password_match"],
    });
    expect((await resetPassword(link)).status).toBe(200);
  });

  it("accepts only one of many concurrent uses of a link", async () => {
    const maria = await createTestCustomer(shop.db);
    const link = await createResetToken(maria);
    const passwords = Array.from({ length: 6 }, (_, n) => `${NEW_PASSWORD} ${n}`);
    const responses = await Promise.all(passwords.map((password) => resetPassword(link, password)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.body.code === "reset_link_used")).toHaveLength(5);
    expect(await canSignIn(maria.email, passwords[responses.findIndex((response) => response.status === 200)]!)).toBe(
      true,
    );
  });

  it("limits attempts from one IP address", async () => {
    for (let attempt = 0; attempt < 30; attempt++) expect((await resetPassword("A".repeat(43))).status).toBe(422);
    expect((await resetPassword("A".repeat(43))).status).toBe(429);
  });
});

describe("POST /v1/user/change-password", () => {
  it("changes the password, keeps this session, and ends other sessions and links", async () => {
    const maria = await createTestCustomer(shop.db);
    const otherToken = await createTestSession(shop.db, maria.id);
    const [anna, link] = [await createTestCustomer(shop.db), await createResetToken(maria)];
    const { status, body } = await changePassword(maria, PASSWORD);
    expect([status, body.message]).toEqual([200, "Пароль изменён. На других устройствах понадобится войти заново."]);
    expect([await isSignedIn(maria.token), await isSignedIn(otherToken), await isSignedIn(anna.token)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await resetPassword(link)).body.code).toBe("reset_link_used");
    expect([await canSignIn(maria.email, PASSWORD), await canSignIn(maria.email, NEW_PASSWORD)]).toEqual([false, true]);
  });

  it("rejects a wrong current password, a weak and a short new one, and a guest", async () => {
    const maria = await createTestCustomer(shop.db);
    const wrong = await changePassword(maria, "not the password");
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      "wrong_password",
      { current_password: ["wrongPassword"] },
    ]);
    expect((await changePassword(maria, PASSWORD, maria.email)).body.code).toBe("weak_password");
    expect((await changePassword(maria, PASSWORD, "short")).body.errors).toMatchObject({ password: ["shortPassword"] });
    expect((await changePassword({ ...maria, token: "" }, PASSWORD)).status).toBe(401);
    expect(await canSignIn(maria.email, PASSWORD)).toBe(true);
  });

  it("limits guesses of the current password in an open session", async () => {
    const maria = await createTestCustomer(shop.db);
    for (let attempt = 0; attempt < 10; attempt++) expect((await changePassword(maria, "wrong")).status).toBe(422);
    const stopped = await changePassword(maria, PASSWORD);
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  it("opens no session with the old password during the change", async () => {
    const maria = await createTestCustomer(shop.db);
    const passwordHash = await getPasswordHash(shop.db, maria.id);
    const isWaitingForLock = async () =>
      (await sql`select 1 from pg_locks where not granted`.execute(shop.db)).rows.length > 0;
    let openingSession: Promise<string | null> | undefined;
    await withTransaction(shop.db, async (db) => {
      await replacePassword(db, maria.id, "another hash");
      openingSession = withTransaction(shop.db, (other) =>
        openSession(
          other,
          { customerId: maria.id, passwordHash, remember: false },
          { ip: "", userAgent: "", now: shop.clock.now() },
        ),
      );
      const opened = openingSession.then(() => true);
      while (!(await Promise.race([opened, isWaitingForLock()])));
      await deleteSessions(db, maria.id, null);
    });
    expect(await openingSession).toBeNull();
    expect(await shop.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  it("leaves no session of concurrent logins with the old password", async () => {
    const maria = await createTestCustomer(shop.db);
    const [changed, ...logins] = await Promise.all([
      changePassword(maria, PASSWORD),
      ...Array.from({ length: 8 }, () =>
        shop.request("POST", "/v1/login", { body: { email: maria.email, password: PASSWORD } }),
      ),
    ]);
    expect(changed?.status).toBe(200);
    for (const login of logins) {
      expect([200, 401]).toContain(login.status);
      if (login.status === 200) expect(await isSignedIn(login.body.data.token)).toBe(false);
    }
  });
});
