import { verify } from "@node-rs/argon2";
import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { changeSetting, setting } from "../platform/settings.ts";
import { limitSchema } from "../platform/limits.ts";
import { aCustomer, aSession, PASSWORD } from "./fixtures.ts";
import { sweepAccounts } from "./jobs.ts";

vi.mock("@node-rs/argon2", { spy: true });

const shop = await openTestShop();
const login = (email: string, password: string, more: { remember?: boolean; ip?: string; locale?: string } = {}) =>
  shop.ask("POST", "/v1/login", {
    body: { email, password, ...(more.remember === undefined ? {} : { remember: more.remember }) },
    ...(more.locale ? { locale: more.locale } : {}),
    ...(more.ip ? { headers: { "x-client-ip": more.ip } } : {}),
  });
const isKnown = async (token: string) => (await shop.ask("GET", "/v1/user", { token })).status === 200;
const hours = (count: number) => shop.clock.advance(count * 60 * 60 * 1000);

beforeEach(() => void vi.mocked(verify).mockClear());

describe("POST /v1/login", () => {
  it("answers with a token, the user and a message, whatever the case of the email", async () => {
    const maria = await aCustomer(shop.db, { email: "maria@example.test" });
    const { status, body } = await login(" Maria@Example.test ", PASSWORD);
    expect(status).toBe(200);
    expect(body.message).toBe("Вы вошли.");
    expect(body.data).toMatchObject({ id: maria.id, email: "maria@example.test", name: "Мария", newsletter: false });
    expect(body.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await shop.ask("GET", "/v1/user", { token: body.data.token })).body.data.id).toBe(maria.id);
  });

  it("gives an unknown email the same answer as a wrong password, for the same hashing work", async () => {
    const { email } = await aCustomer(shop.db);
    const wrong = await login(email, "not the password", { locale: "en-US" });
    const unknown = await login("nobody@example.test", "not the password", { locale: "en-US" });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: "login_failed", message: "The email or the password is wrong." });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    const costs = vi.mocked(verify).mock.calls.map(([stored]) => /\$m=\d+,t=\d+,p=\d+\$/.exec(String(stored))?.[0]);
    expect(costs).toHaveLength(2);
    expect(costs[0]).toBeDefined();
    expect(costs[1]).toBe(costs[0]);
  });

  it("does not sign in a customer whose account is closed", async () => {
    const { id, email, token } = await aCustomer(shop.db);
    await shop.db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", id).execute();
    expect((await login(email, PASSWORD)).body.code).toBe("login_failed");
    expect(await isKnown(token)).toBe(false);
  });

  it.each([
    [{}, { email: ["required"], password: ["required"] }],
    [
      { email: "", password: "" },
      { email: ["required"], password: ["required"] },
    ],
    [{ email: "maria@", password: "x" }, { email: ["invalidEmail"] }],
    [{ email: "maria@example.test\u0000", password: "x" }, { email: ["invalidEmail"] }],
    [{ email: "maria@example.test", password: "x".repeat(201) }, { password: ["longPassword"] }],
    [{ email: "maria@example.test", password: "x", remember: "yes" }, { remember: ["invalid_type"] }],
  ])("refuses the form %j", async (body, errors) => {
    const answer = await shop.ask("POST", "/v1/login", { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: "validation_failed", errors });
    expect(verify).not.toHaveBeenCalled();
  });

  it("stores no token, only its hash", async () => {
    const { email } = await aCustomer(shop.db);
    const { token } = (await login(email, PASSWORD)).body.data;
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(s::text, '') from sessions s), '')
        || coalesce((select string_agg(encode(token_hash, 'escape'), '') from sessions), '')
        || coalesce((select string_agg(l::text, '') from rate_limits l), '')
        || coalesce((select string_agg(m::text, '') from mails m), '') as all`.execute(shop.db);
    expect(rows[0]?.all).toMatch(/\\x/);
    expect(rows[0]?.all).not.toContain(token.slice(0, 16));
  });
});

describe("the limits of login", () => {
  it("stops wrong passwords for one account, unknown ones too, wherever they come from", async () => {
    const { email } = await aCustomer(shop.db);
    for (const address of [email, "nobody@example.test"]) {
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await login(address, "wrong", { ip: `203.0.113.${attempt}` })).status).toBe(401);
      const stopped = await login(address, PASSWORD, { ip: "203.0.113.99" });
      expect([stopped.status, stopped.body.code]).toEqual([429, "too_many_requests"]);
      expect(stopped.headers.get("retry-after")).toBe("900");
    }
    shop.clock.advance(900_000);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("is not defeated by asking in parallel", async () => {
    const { email } = await aCustomer(shop.db);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, "wrong")));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    expect(verify).toHaveBeenCalledTimes(10);
  });

  it("stops one address that tries many accounts, and leaves other addresses alone", async () => {
    await changeSetting(
      shop.db,
      setting("account.limits.login_per_address", limitSchema, { max: 1, windowSeconds: 1 }),
      {
        max: 3,
        windowSeconds: 60,
      },
    );
    const ip = "2001:db8::1";
    for (let attempt = 0; attempt < 3; attempt++) await login(`nobody-${attempt}@example.test`, "wrong", { ip });
    expect((await login("nobody-4@example.test", "wrong", { ip: "2001:db8::2" })).status).toBe(429);
    expect((await login("nobody-4@example.test", "wrong", { ip: "2001:db8:0:1::2" })).status).toBe(401);
  });

  it("does not count right passwords", async () => {
    const { email } = await aCustomer(shop.db);
    for (let attempt = 0; attempt < 12; attempt++) expect((await login(email, PASSWORD)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) expect((await login(email, "wrong")).status).toBe(401);
  });
});

describe("a device that has signed in before", () => {
  const loginFrom = (email: string, password: string, device_token: string) =>
    shop.ask("POST", "/v1/login", {
      body: { email, password, device_token },
      headers: { "x-client-ip": "203.0.113.50" },
    });
  const lockFromElsewhere = async (email: string) => {
    for (let attempt = 0; attempt < 10; attempt++) await login(email, "wrong", { ip: `198.51.100.${attempt}` });
  };

  it("signs in while wrong passwords from elsewhere have used up the limit of the account", async () => {
    const { email } = await aCustomer(shop.db);
    const { device_token } = (await login(email, PASSWORD)).body.data;
    await lockFromElsewhere(email);
    expect((await login(email, PASSWORD)).status).toBe(429);
    expect((await loginFrom(email, PASSWORD, device_token)).status).toBe(200);
  });

  it("has a limit of its own", async () => {
    const { email } = await aCustomer(shop.db);
    const { device_token } = (await login(email, PASSWORD)).body.data;
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await loginFrom(email, "wrong", device_token)).status).toBe(401);
    expect((await loginFrom(email, PASSWORD, device_token)).status).toBe(429);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("is known for its own customer only, for a year, and until the password is changed", async () => {
    const [maria, other] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    const { device_token, token } = (await login(maria.email, PASSWORD)).body.data;
    await lockFromElsewhere(other.email);
    expect((await loginFrom(other.email, PASSWORD, device_token)).status).toBe(429);
    expect((await loginFrom(other.email, PASSWORD, `${device_token.slice(0, -2)}AA`)).status).toBe(429);

    hours(365 * 24);
    await lockFromElsewhere(maria.email);
    expect((await loginFrom(maria.email, PASSWORD, device_token)).status).toBe(429);

    shop.clock.set(new Date(shop.clock.now().getTime() - 365 * 24 * 3_600_000));
    const body = { current_password: PASSWORD, password: "nine grey herons", password_confirmation: "" };
    const changed = { ...body, password_confirmation: body.password };
    expect((await shop.ask("POST", "/v1/user/change-password", { token, body: changed })).status).toBe(200);
    await lockFromElsewhere(maria.email);
    expect((await loginFrom(maria.email, "nine grey herons", device_token)).status).toBe(429);
  });
});

describe("a session", () => {
  it("ends 180 days after the sign-in, however often it is used", async () => {
    const { email, id } = await aCustomer(shop.db);
    const { token } = (await login(email, PASSWORD, { remember: true })).body.data;
    for (let days = 20; days < 180; days += 20) {
      hours(20 * 24);
      expect(await isKnown(token)).toBe(true);
    }
    hours(20 * 24);
    expect(await isKnown(token)).toBe(false);
    await sweepAccounts(shop.house);
    const kept = await shop.db.selectFrom("sessions").select("id").where("customer_id", "=", id).execute();
    expect(kept).toEqual([]);
  });

  it("is one of 50 at most: the one not used for longest ends", async () => {
    const { email, id, token: oldest } = await aCustomer(shop.db);
    for (let count = 0; count < 49; count++) await aSession(shop.db, id, { at: shop.clock.now() });
    shop.clock.advance(10 * 60_000);
    expect(await isKnown(oldest)).toBe(true);
    const signedIn = await Promise.all(Array.from({ length: 5 }, () => login(email, PASSWORD)));
    expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const left = await shop.db.selectFrom("sessions").select("id").where("customer_id", "=", id).execute();
    expect(left).toHaveLength(50);
    expect(await isKnown(oldest)).toBe(true);
  });

  it("ends after a day without use, or after 30 days where it is remembered", async () => {
    const { email } = await aCustomer(shop.db);
    const brief = (await login(email, PASSWORD)).body.data.token;
    const long = (await login(email, PASSWORD, { remember: true })).body.data.token;
    hours(23);
    expect(await isKnown(brief)).toBe(true);
    hours(23);
    expect(await isKnown(brief)).toBe(true);
    hours(24);
    expect([await isKnown(brief), await isKnown(long)]).toEqual([false, true]);
    hours(30 * 24 - 1);
    expect(await isKnown(long)).toBe(true);
    hours(30 * 24);
    expect(await isKnown(long)).toBe(false);
  });

  it("is written to at most every five minutes", async () => {
    const { token } = await aCustomer(shop.db);
    const lastSeen = async () =>
      (await shop.db.selectFrom("sessions").select("last_seen_at").executeTakeFirstOrThrow()).last_seen_at.getTime() -
      shop.clock.now().getTime();
    shop.clock.advance(4 * 60_000);
    await isKnown(token);
    expect(await lastSeen()).toBe(-4 * 60_000);
    shop.clock.advance(2 * 60_000);
    await isKnown(token);
    expect(await lastSeen()).toBe(0);
  });

  it("ends with logout, at once and alone; logging out again is no mistake", async () => {
    const { id, token } = await aCustomer(shop.db);
    const elsewhere = await aSession(shop.db, id);
    expect((await shop.ask("POST", "/v1/logout", { token })).status).toBe(204);
    expect([await isKnown(token), await isKnown(elsewhere)]).toEqual([false, true]);
    expect((await shop.ask("POST", "/v1/logout", { token })).status).toBe(204);
  });

  it("is swept away when it has ended, with links that have", async () => {
    const { id, token } = await aCustomer(shop.db);
    await aSession(shop.db, id, { remember: true });
    await shop.db
      .insertInto("password_resets")
      .values({ token_hash: Buffer.alloc(32), customer_id: id, expires_at: shop.clock.now() })
      .execute();
    hours(24);
    expect(await isKnown(token)).toBe(false);
    await sweepAccounts(shop.house);
    expect(await shop.db.selectFrom("sessions").select("remember").execute()).toEqual([{ remember: true }]);
    expect(await shop.db.selectFrom("password_resets").selectAll().execute()).toEqual([]);
  });
});
