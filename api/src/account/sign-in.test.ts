import { verify } from "@node-rs/argon2";
import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { updateSetting, setting } from "../platform/settings/settings.ts";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { createTestCustomer, createTestSession, PASSWORD } from "./fixtures.ts";
import { deleteExpiredAccountData } from "./jobs.ts";

// Other test files of this worker may have imported the module.
vi.hoisted(() => vi.resetModules());
vi.mock("@node-rs/argon2", { spy: true });

const shop = await openTestShop();
const login = (email: string, password: string, options: { remember?: boolean; ip?: string; locale?: string } = {}) =>
  shop.request("POST", "/v1/login", {
    body: { email, password, ...(options.remember === undefined ? {} : { remember: options.remember }) },
    ...(options.locale ? { locale: options.locale } : {}),
    ...(options.ip ? { headers: { "x-client-ip": options.ip } } : {}),
  });
const isSignedIn = async (token: string) => (await shop.request("GET", "/v1/user", { token })).status === 200;
const advanceHours = (count: number) => shop.clock.advance(count * 60 * 60 * 1000);

beforeEach(() => void vi.mocked(verify).mockClear());

describe("POST /v1/login", () => {
  it("returns a token, the user and a message, whatever the case of the email", async () => {
    const maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
    const { status, body } = await login(" Maria@Example.test ", PASSWORD);
    expect(status).toBe(200);
    expect(body.message).toBe("Вы вошли.");
    expect(body.data).toMatchObject({ id: maria.id, email: "maria@example.test", name: "Мария", newsletter: false });
    expect(body.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await shop.request("GET", "/v1/user", { token: body.data.token })).body.data.id).toBe(maria.id);
  });

  it("treats an unknown email like a wrong password, with the same hashing work", async () => {
    const { email } = await createTestCustomer(shop.db);
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

  it("does not sign in a customer whose account is deleted", async () => {
    const { id, email, token } = await createTestCustomer(shop.db);
    await shop.db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", id).execute();
    expect((await login(email, PASSWORD)).body.code).toBe("login_failed");
    expect(await isSignedIn(token)).toBe(false);
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
  ])("rejects the form %j", async (body, errors) => {
    const response = await shop.request("POST", "/v1/login", { body });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: "validation_failed", errors });
    expect(verify).not.toHaveBeenCalled();
  });

  it("stores only the hash of the token", async () => {
    const { email } = await createTestCustomer(shop.db);
    const { token } = (await login(email, PASSWORD)).body.data;
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(s::text, '') from sessions s), '')
        || coalesce((select string_agg(encode(token_hash, 'escape'), '') from sessions), '')
        || coalesce((select string_agg(l::text, '') from rate_limits l), '')
        || coalesce((select string_agg(m::text, '') from emails m), '') as all`.execute(shop.db);
    expect(rows[0]?.all).toMatch(/\\x/);
    expect(rows[0]?.all).not.toContain(token.slice(0, 16));
  });
});

describe("rate limits of login", () => {
  it("stop wrong passwords for one account, even an unknown one, from any IP address", async () => {
    const { email } = await createTestCustomer(shop.db);
    for (const accountEmail of [email, "nobody@example.test"]) {
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await login(accountEmail, "wrong", { ip: `203.0.113.${attempt}` })).status).toBe(401);
      const stopped = await login(accountEmail, PASSWORD, { ip: "203.0.113.99" });
      expect([stopped.status, stopped.body.code]).toEqual([429, "too_many_requests"]);
      expect(stopped.headers.get("retry-after")).toBe("900");
    }
    shop.clock.advance(900_000);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("hold for concurrent requests", async () => {
    const { email } = await createTestCustomer(shop.db);
    const responses = await Promise.all(Array.from({ length: 30 }, () => login(email, "wrong")));
    expect(responses.map((response) => response.status).sort()).toEqual([
      ...Array(10).fill(401),
      ...Array(20).fill(429),
    ]);
    expect(verify).toHaveBeenCalledTimes(10);
  });

  it("stop one IP address that tries many accounts, but not other addresses", async () => {
    await updateSetting(
      shop.db,
      setting("account.rate_limits.login_per_ip_address", rateLimitSchema, { max: 1, windowSeconds: 1 }),
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

  it("do not count correct passwords", async () => {
    const { email } = await createTestCustomer(shop.db);
    for (let attempt = 0; attempt < 12; attempt++) expect((await login(email, PASSWORD)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) expect((await login(email, "wrong")).status).toBe(401);
  });
});

describe("a device that has signed in before", () => {
  const loginFrom = (email: string, password: string, device_token: string) =>
    shop.request("POST", "/v1/login", {
      body: { email, password, device_token },
      headers: { "x-client-ip": "203.0.113.50" },
    });
  const exhaustAccountLimit = async (email: string) => {
    for (let attempt = 0; attempt < 10; attempt++) await login(email, "wrong", { ip: `198.51.100.${attempt}` });
  };

  it("can sign in while wrong passwords from elsewhere have used up the limit of the account", async () => {
    const { email } = await createTestCustomer(shop.db);
    const { device_token } = (await login(email, PASSWORD)).body.data;
    await exhaustAccountLimit(email);
    expect((await login(email, PASSWORD)).status).toBe(429);
    expect((await loginFrom(email, PASSWORD, device_token)).status).toBe(200);
  });

  it("has a rate limit of its own", async () => {
    const { email } = await createTestCustomer(shop.db);
    const { device_token } = (await login(email, PASSWORD)).body.data;
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await loginFrom(email, "wrong", device_token)).status).toBe(401);
    expect((await loginFrom(email, PASSWORD, device_token)).status).toBe(429);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("is known for its own customer only, for a year, and until the password is changed", async () => {
    const [maria, other] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    const { device_token, token } = (await login(maria.email, PASSWORD)).body.data;
    await exhaustAccountLimit(other.email);
    expect((await loginFrom(other.email, PASSWORD, device_token)).status).toBe(429);
    expect((await loginFrom(other.email, PASSWORD, `${device_token.slice(0, -2)}AA`)).status).toBe(429);

    advanceHours(365 * 24);
    await exhaustAccountLimit(maria.email);
    expect((await loginFrom(maria.email, PASSWORD, device_token)).status).toBe(429);

    shop.clock.set(new Date(shop.clock.now().getTime() - 365 * 24 * 3_600_000));
    const body = { current_password: PASSWORD, password: "nine grey herons", password_confirmation: "" };
    const changed = { ...body, password_confirmation: body.password };
    expect((await shop.request("POST", "/v1/user/change-password", { token, body: changed })).status).toBe(200);
    await exhaustAccountLimit(maria.email);
    expect((await loginFrom(maria.email, "nine grey herons", device_token)).status).toBe(429);
  });
});

describe("a session", () => {
  it("ends 180 days after the sign-in, however often it is used", async () => {
    const { email, id } = await createTestCustomer(shop.db);
    const { token } = (await login(email, PASSWORD, { remember: true })).body.data;
    for (let days = 20; days < 180; days += 20) {
      advanceHours(20 * 24);
      expect(await isSignedIn(token)).toBe(true);
    }
    advanceHours(20 * 24);
    expect(await isSignedIn(token)).toBe(false);
    await deleteExpiredAccountData(shop.app);
    const sessionRows = await shop.db.selectFrom("sessions").select("id").where("customer_id", "=", id).execute();
    expect(sessionRows).toEqual([]);
  });

  it("counts towards a limit of 50: the least recently used one ends", async () => {
    const { email, id, token: oldest } = await createTestCustomer(shop.db);
    for (let count = 0; count < 49; count++) await createTestSession(shop.db, id, { signedInAt: shop.clock.now() });
    shop.clock.advance(10 * 60_000);
    expect(await isSignedIn(oldest)).toBe(true);
    const signedIn = await Promise.all(Array.from({ length: 5 }, () => login(email, PASSWORD)));
    expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const remaining = await shop.db.selectFrom("sessions").select("id").where("customer_id", "=", id).execute();
    expect(remaining).toHaveLength(50);
    expect(await isSignedIn(oldest)).toBe(true);
  });

  it("ends after a day without use, or after 30 days if it is remembered", async () => {
    const { email } = await createTestCustomer(shop.db);
    const shortToken = (await login(email, PASSWORD)).body.data.token;
    const longToken = (await login(email, PASSWORD, { remember: true })).body.data.token;
    advanceHours(23);
    expect(await isSignedIn(shortToken)).toBe(true);
    advanceHours(23);
    expect(await isSignedIn(shortToken)).toBe(true);
    advanceHours(24);
    expect([await isSignedIn(shortToken), await isSignedIn(longToken)]).toEqual([false, true]);
    advanceHours(30 * 24 - 1);
    expect(await isSignedIn(longToken)).toBe(true);
    advanceHours(30 * 24);
    expect(await isSignedIn(longToken)).toBe(false);
  });

  it("is updated at most every five minutes", async () => {
    const { token } = await createTestCustomer(shop.db);
    const lastSeen = async () =>
      (await shop.db.selectFrom("sessions").select("last_seen_at").executeTakeFirstOrThrow()).last_seen_at.getTime() -
      shop.clock.now().getTime();
    shop.clock.advance(4 * 60_000);
    await isSignedIn(token);
    expect(await lastSeen()).toBe(-4 * 60_000);
    shop.clock.advance(2 * 60_000);
    await isSignedIn(token);
    expect(await lastSeen()).toBe(0);
  });

  it("ends at once on logout, alone; a second logout succeeds too", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const otherToken = await createTestSession(shop.db, id);
    expect((await shop.request("POST", "/v1/logout", { token })).status).toBe(204);
    expect([await isSignedIn(token), await isSignedIn(otherToken)]).toEqual([false, true]);
    expect((await shop.request("POST", "/v1/logout", { token })).status).toBe(204);
  });

  it("is deleted after it has expired, together with expired links", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    await createTestSession(shop.db, id, { remember: true });
    await shop.db
      .insertInto("password_resets")
      .values({ token_hash: Buffer.alloc(32), customer_id: id, expires_at: shop.clock.now() })
      .execute();
    advanceHours(24);
    expect(await isSignedIn(token)).toBe(false);
    await deleteExpiredAccountData(shop.app);
    expect(await shop.db.selectFrom("sessions").select("remember").execute()).toEqual([{ remember: true }]);
    expect(await shop.db.selectFrom("password_resets").selectAll().execute()).toEqual([]);
  });
});
