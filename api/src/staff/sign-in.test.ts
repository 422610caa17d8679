import { beforeEach, describe, expect, it } from "vitest";
import { getSessionCookie, openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import {
  createAuthenticator,
  createTestStaff,
  createTestStaffSession,
  STAFF_PASSWORD,
  type TestStaff,
} from "./fixtures.ts";
import type { Me, SignInState } from "./admin-schema.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);
const MINUTE_MS = 60_000;

let person: TestStaff;
beforeEach(async () => {
  person = await createTestStaff(shop.app, { role: "manager", locale: "en-US" });
});

const signIn = (password = STAFF_PASSWORD, email = person.email, headers: Record<string, string> = {}) =>
  admin.request<SignInState>("POST", "/session", { body: { email, password }, headers });
const sendCode = (cookie: string, code: string) =>
  admin.request<SignInState>("POST", "/session/second-factor", { cookie, body: { code } });
const getMe = (cookie: string) => admin.request<Me>("GET", "/me", { cookie });

describe("the sign-in of staff", () => {
  it("takes the password and then a code, with a new cookie for the complete session", async () => {
    const first = await signIn();
    expect(first.body.data).toEqual({ level: "password", new_authenticator: null });
    expect(first.headers.getSetCookie()[0]).toMatch(/^admin_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const passwordCookie = getSessionCookie(first);
    expect((await getMe(passwordCookie)).body.code).toBe("second_factor_required");

    const second = await sendCode(passwordCookie, person.codeAt(shop.clock.now()));
    expect(second.body.data.level).toBe("full");
    const cookie = getSessionCookie(second);
    expect((await getMe(passwordCookie)).status).toBe(401);
    const { data } = (await getMe(cookie)).body;
    expect(data).toMatchObject({
      staff: { id: person.id, email: person.email, role_key: "manager", role_name: "Manager" },
      level: "full",
      locale: "en-US",
      recovery_codes_left: 10,
      step_up_until: "2026-11-20T09:05:00.000Z",
    });
    expect(data.permissions).toContain("orders:fulfill");
    expect(data.permissions).not.toContain("staff:manage");
  });

  it("binds the cookie to the host over https", async () => {
    const config = { ...shop.app.config, adminUrl: "https://shop.test/admin" };
    const secure = openAdminClient({ ...shop.app, config });
    const { headers } = await secure.request("POST", "/session", {
      body: { email: person.email, password: STAFF_PASSWORD },
      headers: { origin: "https://shop.test" },
    });
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-admin_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it("gives an unknown email, a wrong password and an account that is not active the same answer", async () => {
    const other = await createTestStaff(shop.app);
    await createTestStaff(shop.app);
    await shop.db
      .updateTable("staff")
      .set({ status: "disabled", disabled_at: shop.clock.now() })
      .where("id", "=", other.id)
      .execute();
    const answers = [
      await signIn("wrong"),
      await signIn(STAFF_PASSWORD, "nobody@example.test"),
      await signIn(STAFF_PASSWORD, other.email),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body]);
    expect(answers[0]?.body.code).toBe("login_failed");
  });

  it("refuses after five failures of an account, also with the right password, and counts no success", async () => {
    for (let attempt = 0; attempt < 7; attempt++) expect((await signIn()).status).toBe(200);
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn("wrong")).status).toBe(401);
    const refused = await signIn();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    shop.clock.advance(15 * MINUTE_MS);
    expect((await signIn()).status).toBe(200);
  });

  it("refuses after 20 failures of a network", async () => {
    const headers = { "x-client-ip": "203.0.113.7" };
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await signIn("wrong", `nobody-${attempt}@example.test`, headers)).status).toBe(401);
    expect((await signIn(STAFF_PASSWORD, person.email, headers)).status).toBe(429);
    expect((await signIn()).status).toBe(200);
  });

  it("accepts each code once and five wrong ones at most", async () => {
    const cookie = getSessionCookie(await signIn());
    const code = person.codeAt(shop.clock.now());
    const used = await sendCode(cookie, code);
    expect(used.status).toBe(200);
    const again = getSessionCookie(await signIn());
    const refused = await sendCode(again, code);
    expect([refused.status, refused.body.errors]).toEqual([422, { code: ["wrongCode"] }]);
    for (let attempt = 0; attempt < 4; attempt++) expect((await sendCode(again, "000000")).status).toBe(422);
    shop.clock.advance(MINUTE_MS);
    expect((await sendCode(again, person.codeAt(shop.clock.now()))).status).toBe(429);
  });

  it("lets the password alone wait ten minutes for the code", async () => {
    const cookie = getSessionCookie(await signIn());
    shop.clock.advance(10 * MINUTE_MS);
    expect((await sendCode(cookie, person.codeAt(shop.clock.now()))).body.code).toBe("unauthenticated");
  });

  it("replaces the authenticator after a recovery code, before anything else", async () => {
    const [recoveryCode = ""] = person.recoveryCodes;
    const cookie = getSessionCookie(await signIn());
    const recovered = await sendCode(cookie, recoveryCode.toUpperCase());
    const { new_authenticator } = recovered.body.data;
    expect(recovered.headers.getSetCookie()).toEqual([]);
    expect(new_authenticator?.otpauth_uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await getMe(cookie)).status).toBe(401);
    const state = await admin.request<SignInState>("GET", "/session", { cookie });
    expect(state.body.data).toEqual({ level: "password", new_authenticator });

    expect((await sendCode(cookie, person.codeAt(shop.clock.now()))).status).toBe(422);
    const codeOfNew = createAuthenticator(new_authenticator?.key ?? "");
    const completed = await sendCode(cookie, codeOfNew(shop.clock.now()));
    expect((await getMe(getSessionCookie(completed))).body.data.recovery_codes_left).toBe(9);

    shop.clock.advance(MINUTE_MS);
    const next = getSessionCookie(await signIn());
    expect((await sendCode(next, person.codeAt(shop.clock.now()))).status).toBe(422);
    expect((await sendCode(next, recoveryCode)).status).toBe(422);
    expect((await sendCode(next, codeOfNew(shop.clock.now()))).status).toBe(200);
  });
});

describe("a session", () => {
  it("ends after an hour without use and after twelve hours", async () => {
    const idle = await createTestStaffSession(shop.app, person.id);
    const used = await createTestStaffSession(shop.app, person.id);
    for (let minutes = 0; minutes < 60; minutes += 30) {
      expect((await getMe(used)).status).toBe(200);
      shop.clock.advance(30 * MINUTE_MS);
    }
    expect((await getMe(idle)).status).toBe(401);
    for (let minutes = 60; minutes < 12 * 60; minutes += 30) {
      expect((await getMe(used)).status).toBe(200);
      shop.clock.advance(30 * MINUTE_MS);
    }
    expect((await getMe(used)).status).toBe(401);
  });

  it("ends with the sign-out, which deletes the cookie", async () => {
    const cookie = await createTestStaffSession(shop.app, person.id);
    const { status, headers } = await admin.request("DELETE", "/session", { cookie });
    expect([status, headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect((await getMe(cookie)).status).toBe(401);
  });

  it("allows actions that need a recent code for five minutes after a new code", async () => {
    const cookie = await createTestStaffSession(shop.app, person.id);
    expect((await getMe(cookie)).body.data.step_up_until).toBeNull();
    const stepUp = (code: string) => admin.request("POST", "/session/step-up", { cookie, body: { code } });
    expect((await stepUp(person.recoveryCodes[0] ?? "")).body.code).toBe("wrong_code");
    const done = await stepUp(person.codeAt(shop.clock.now()));
    expect(done.body.data).toEqual({ step_up_until: "2026-11-20T09:05:00.000Z" });
    expect((await getMe(cookie)).body.data.step_up_until).toBe("2026-11-20T09:05:00.000Z");
  });

  it("is not accepted for writes that another site sends", async () => {
    const cookie = await createTestStaffSession(shop.app, person.id);
    for (const origin of ["https://other.test", "null", ""]) {
      const { status, body } = await admin.request("DELETE", "/session", { cookie, headers: { origin } });
      expect([status, body.code]).toEqual([403, "csrf_failed"]);
    }
    expect((await getMe(cookie)).status).toBe(200);
  });
});

it("answers in the language of the person, without caching or indexing", async () => {
  const cookie = await createTestStaffSession(shop.app, person.id);
  const headers = { "accept-language": "ru-RU" };
  const response = await admin.request("GET", "/nothing", { cookie, headers });
  expect([response.status, response.body.message]).toEqual([404, "Page not found."]);
  expect((await getMe(cookie)).headers.get("cache-control")).toBe("no-store");
  expect((await getMe(cookie)).headers.get("x-robots-tag")).toBe("noindex");
});

it("documents its endpoints for signed-in staff", async () => {
  expect((await admin.request("GET", "/openapi.json")).status).toBe(401);
  const cookie = await createTestStaffSession(shop.app, person.id);
  const { body } = await admin.request("GET", "/openapi.json", { cookie });
  expect(Object.keys((body as unknown as { paths: object }).paths)).toContain("/v1/admin/session");
});
