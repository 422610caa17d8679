import { describe, expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action as signIn } from "./login.page.tsx";
import { action as signOut } from "./logout.ts";
import { action as register } from "./register.page.tsx";
import { action as requestReset } from "./forgot-password.page.tsx";

const session = { token: "s".repeat(40), device_token: "device-1", id: 1 };
const credentials = { email: "anna@example.com", password: "correct horse" };
const withSession = () => ({ body: { data: session } });

describe("signing in", () => {
  it("sets the session and device cookies and returns to the page", async () => {
    const form = { ...credentials, remember: "on", from: "/wishlist" };
    const { result, apiRequests } = await callRoute(signIn, { form, token: null, respond: withSession });
    expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/wishlist" });
    const [sessionCookie, deviceCookie] = (result as Response).headers.getSetCookie();
    expect(sessionCookie).toMatch(/^token=s{40};.*HttpOnly/);
    expect(sessionCookie).toContain("Max-Age=2592000");
    expect(deviceCookie).toMatch(/^device=device-1;/);
    expect(apiRequests).toMatchObject([
      { call: "POST /v1/login", body: { ...credentials, remember: true, device_token: "" } },
    ]);
  });

  it("ends the session with the browser unless it is remembered", async () => {
    const { result } = await callRoute(signIn, { form: credentials, token: null, respond: withSession });
    expect((result as Response).headers.getSetCookie()[0]).not.toContain("Max-Age");
    expect(getRedirect(result)?.location).toBe("/en-US");
  });

  it.each(["//elsewhere.test", "https://elsewhere.test/", "/\\elsewhere.test"])(
    "does not redirect to %s",
    async (from) => {
      const form = { ...credentials, from };
      const { result } = await callRoute(signIn, { form, token: null, respond: withSession });
      expect(getRedirect(result)?.location).toBe("/en-US");
    },
  );

  it("leaves the redirect to the script, which merges the cart first", async () => {
    const form = { ...credentials, scripted: "1" };
    const { result } = await callRoute(signIn, { form, token: null, respond: withSession });
    expect(result).toMatchObject({ data: { ok: true } });
  });

  it("sends the token of a known device", async () => {
    const { apiRequests } = await callRoute(signIn, {
      ...{ form: credentials, token: null, respond: withSession, headers: { cookie: "device=known-1" } },
    });
    expect(apiRequests[0]?.body).toMatchObject({ device_token: "known-1" });
  });

  it("keeps what was entered, except the password, when it is refused", async () => {
    const refusal = { code: "login_failed", message: "Wrong email or password" };
    const { result } = await callRoute(signIn, { form: credentials, respond: () => createRefusal(422, refusal) });
    expect(result).toMatchObject({ ok: false, code: "login_failed", values: { email: credentials.email } });
    expect(JSON.stringify(result)).not.toContain(credentials.password);
  });

  it("continues with the challenge if a code is required, and keeps it after a wrong code", async () => {
    const required = { code: "second_factor_required", message: "Code", data: { challenge: "c-1" } };
    const first = await callRoute(signIn, { form: credentials, respond: () => createRefusal(401, required) });
    expect(first.result).toMatchObject({ code: "second_factor_required", values: { challenge: "c-1" } });
    const form = { challenge: "c-1", code: "000000", email: credentials.email };
    const wrong = await callRoute(signIn, { form, respond: () => createRefusal(422, { code: "wrong_code" }) });
    expect(wrong.result).toMatchObject({ code: "wrong_code", values: { challenge: "c-1" } });
    expect(wrong.apiRequests).toMatchObject([
      { call: "POST /v1/login/second-factor", body: { challenge: "c-1", code: "000000" } },
    ]);
  });

  it("begins again with the password after the challenge has expired", async () => {
    const form = { challenge: "c-1", code: "123456" };
    const refusal = createRefusal(410, { code: "second_factor_expired", message: "Too late" });
    const { result } = await callRoute(signIn, { form, respond: () => refusal });
    expect(result).toMatchObject({ ok: false, values: {} });
    expect((result as { values: object }).values).not.toHaveProperty("challenge");
  });

  it("throws anything that is not an answer of the API", async () => {
    const failure = new Error("broken");
    const respond = () => {
      throw failure;
    };
    expect((await callRoute(signIn, { form: credentials, respond })).result).toBe(failure);
  });
});

describe("signing in without a password", () => {
  it("asks for the code that was sent, in the page too", async () => {
    const form = { ...credentials, intent: "code", from: "/wishlist" };
    const respond = () => ({ body: { data: { code_token: "token-1" }, message: "Sent" } });
    const { result, apiRequests } = await callRoute(signIn, { form, token: null, respond });
    expect(result).toMatchObject({ ok: true, values: { email: form.email, from: "/wishlist", code_token: "token-1" } });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/login/code", body: { email: form.email } }]);
  });

  it("signs in with the code, and keeps its token when it is wrong", async () => {
    const form = { intent: "verify", email: credentials.email, code_token: "token-1", code: "123456" };
    const { result, apiRequests } = await callRoute(signIn, { form, token: null, respond: withSession });
    expect(getRedirect(result)?.location).toBe("/en-US");
    expect(apiRequests).toMatchObject([
      { call: "POST /v1/login/code/verify", body: { code_token: "token-1", code: "123456", remember: false } },
    ]);
    const respond = () => createRefusal(422, { code: "wrong_email_code" });
    const wrong = await callRoute(signIn, { form, token: null, respond });
    expect(wrong.result).toMatchObject({ ok: false, values: { code_token: "token-1" } });
  });

  it("signs in with a passkey, and refuses what is none", async () => {
    const form = { intent: "passkey", credential: '{"id":"a"}', scripted: "1" };
    const { result, apiRequests } = await callRoute(signIn, { form, token: null, respond: withSession });
    expect(result).toMatchObject({ data: { ok: true } });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/login/passkey", body: { credential: { id: "a" } } }]);
    const broken = await callRoute(signIn, { form: { ...form, credential: "{" }, token: null });
    expect(broken.result).toMatchObject({ init: { status: 400 } });
  });

  it("moves the lines of a checkout without an account, and never those of another account", async () => {
    for (const has_account of [false, true]) {
      const item = { cart_id: "c-1", product: { id: 5 }, option_id: null, qty: 2 };
      const cart = { cart_items: { items: [item] } };
      const respond = (call: string) => ({
        body: { data: call === "GET /v1/user" ? { has_account } : call === "GET /v1/user/cart" ? cart : session },
      });
      const { apiRequests } = await callRoute(signIn, { form: credentials, respond });
      const merges = apiRequests.filter(({ call }) => call === "POST /v1/user/cart?merge=1");
      expect(merges).toHaveLength(has_account ? 0 : 1);
    }
  });
});

describe("registering", () => {
  const form = { name: "Anna", tel: "+7 900 000-00-01", ...credentials, password_confirmation: "correct horse" };

  it("creates an account with the consent", async () => {
    const { result, apiRequests } = await callRoute(register, {
      ...{ form: { ...form, agree: "on", from: "/cart" }, token: null },
      respond: () => ({ body: { data: session, message: "Welcome" } }),
    });
    expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/cart" });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/register", body: { ...form, agree: true } }]);
  });

  it("is not a success without a session", async () => {
    const { result } = await callRoute(register, { form, respond: () => ({ body: { message: "Check your inbox" } }) });
    expect(result).toMatchObject({ ok: false, message: "Check your inbox" });
  });

  it("returns the errors of the fields and no password", async () => {
    const refusal = { code: "invalid", message: "Check the fields", errors: { email: ["emailTaken"] } };
    const { result } = await callRoute(register, { form, respond: () => createRefusal(422, refusal) });
    expect(result).toMatchObject({ ok: false, errors: { email: ["emailTaken"] }, values: { name: "Anna", agree: "" } });
    expect(JSON.stringify(result)).not.toContain(credentials.password);
  });
});

describe("requesting a password reset", () => {
  it("sends the email address", async () => {
    const form = { email: credentials.email };
    const { result, apiRequests } = await callRoute(requestReset, {
      form,
      respond: () => ({ body: { message: "Sent" } }),
    });
    expect(result).toMatchObject({ ok: true, message: "Sent", values: form });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/forgot-password", body: form }]);
  });
});

describe("signing out", () => {
  it.each([
    ["the API ends the session", {}],
    ["the session has expired", createRefusal(401, { code: "unauthenticated" })],
  ])("clears the cookie when %s", async (_name, response) => {
    const { result } = await callRoute(signOut, { form: {}, respond: () => response });
    expect(getRedirect(result)?.location).toBe("/en-US");
    expect((result as Response).headers.get("set-cookie")).toMatch(/^token=;.*Max-Age=0/);
  });

  it("does not call the API for a guest", async () => {
    expect((await callRoute(signOut, { form: {}, token: null })).apiRequests).toEqual([]);
  });
});
