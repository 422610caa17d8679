import { globSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type TestCustomer, createTestCustomer, createTestSecondFactor, PASSWORD } from "../src/account/fixtures.ts";
import { commonRefusals } from "../src/platform/http/errors.ts";
import { securityRefusals } from "../src/security-refusals.ts";
import { openTestShop } from "./harness.ts";

const lines: unknown[] = [];
const shop = await openTestShop({ onLog: (line) => void lines.push(line) });
const IP = "203.0.113.7";
const headers = { "x-client-ip": IP, "x-request-id": "request-1" };

let customer: TestCustomer;
beforeEach(async () => {
  customer = await createTestCustomer(shop.db, { email: "maria@example.test" });
  lines.length = 0;
});

/** Returns the security events of the log without request id and IP address, which are checked here. */
const getEvents = () =>
  lines.flatMap((line) => {
    const [message, fields] = line as [string, Record<string, unknown>];
    if (message !== "security event") return [];
    const { request, ip, ...event } = fields;
    expect([request, ip]).toEqual(["request-1", IP]);
    return [Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined))];
  });
const login = (password: string, email = customer.email) =>
  shop.request("POST", "/v1/login", { body: { email, password }, headers });
const newPassword = { password: "nine grey herons", password_confirmation: "nine grey herons" };

describe("the security log", () => {
  it("records successful and failed sign-ins, and rate limits, without emails", async () => {
    await login(PASSWORD);
    await login("wrong");
    await login("wrong", "nobody@example.test");
    for (let attempt = 0; attempt < 10; attempt++) await login("wrong");
    expect(getEvents().slice(0, 3)).toEqual([
      { kind: "signed_in", customer: customer.id },
      { kind: "sign_in_failed", customer: customer.id },
      { kind: "sign_in_failed" },
    ]);
    expect(getEvents().at(-1)).toEqual({ kind: "rate_limited", detail: "account:login_per_account" });
    expect(JSON.stringify(lines)).not.toContain("@example.test");
  });

  it("records the second factor: enabled, refused, passed, disabled", async () => {
    const { codeAt } = await createTestSecondFactor(shop.app, customer.id);
    const { data } = (await login(PASSWORD)).body as unknown as { data: { challenge: string } };
    const withCode = (code: string) =>
      shop.request("POST", "/v1/login/second-factor", { body: { challenge: data.challenge, code }, headers });
    await withCode("aaaa-bbbb");
    await withCode(codeAt(shop.clock.now()));
    shop.clock.advance(60_000);
    const body = { current_password: PASSWORD, code: codeAt(shop.clock.now()) };
    await shop.request("DELETE", "/v1/user/second-factor", { token: customer.token, body, headers });
    expect(getEvents()).toEqual([
      { kind: "second_factor_refused", customer: customer.id },
      { kind: "signed_in", customer: customer.id },
      { kind: "second_factor_disabled", customer: customer.id },
    ]);
  });

  it("records changes of the password and the email, successful and refused", async () => {
    const { token } = customer;
    const change = (current_password: string) =>
      shop.request("POST", "/v1/user/change-password", { token, headers, body: { current_password, ...newPassword } });
    await change("wrong");
    await change(PASSWORD);
    const body = { email: "new@example.test", current_password: newPassword.password };
    await shop.request("POST", "/v1/user/email", { token, headers, body });
    await shop.request("POST", "/v1/forgot-password", { headers, body: { email: customer.email } });
    await shop.request("POST", "/v1/reset-password", { headers, body: { token: "unknown", ...newPassword } });
    await shop.request("DELETE", "/v1/user/sessions", { token, headers });
    expect(getEvents()).toEqual([
      { kind: "password_refused", customer: customer.id },
      { kind: "password_changed", customer: customer.id },
      { kind: "email_change_requested", customer: customer.id },
      { kind: "password_reset_requested" },
      { kind: "link_refused" },
      { kind: "sessions_ended", customer: customer.id },
    ]);
  });

  it("records requests without sign-in, writes without CSRF token and forged webhooks", async () => {
    await shop.request("GET", "/v1/user/orders", { headers });
    await shop.request("DELETE", "/v1/user/cart", { headers: { ...headers, cookie: `token=${customer.token}` } });
    await shop.request("POST", "/v1/webhooks/sandbox", { headers, body: { id: "evt_1" } });
    expect(getEvents()).toEqual([
      { kind: "access_refused" },
      { kind: "csrf_refused", customer: customer.id },
      { kind: "webhook_signature_invalid" },
    ]);
  });

  it("only lists refusal codes that exist", async () => {
    const codes = new Set(Object.keys(commonRefusals));
    const modules = join(import.meta.dirname, "../src");
    for (const file of globSync("**/{schema,admin-schema}.ts", { cwd: modules })) {
      const { refusals = {} } = (await import(join(modules, file))) as { refusals?: object };
      for (const code of Object.keys(refusals)) codes.add(code);
    }
    expect(Object.keys(securityRefusals).filter((code) => !codes.has(code))).toEqual([]);
  });
});
