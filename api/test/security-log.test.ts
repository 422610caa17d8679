import { globSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type ACustomer, aCustomer, aSecondFactor, PASSWORD } from "../src/account/fixtures.ts";
import { commonRefusals } from "../src/platform/errors.ts";
import { securityRefusals } from "../src/security-refusals.ts";
import { openTestShop } from "./harness.ts";

const lines: unknown[] = [];
const shop = await openTestShop({ told: (line) => void lines.push(line) });
const IP = "203.0.113.7";
const headers = { "x-client-ip": IP, "x-request-id": "request-1" };

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db, { email: "maria@example.test" });
  lines.length = 0;
});

/** The events of the log, each with the request and the address that every event has. */
const events = () =>
  lines.flatMap((line) => {
    const [message, fields] = line as [string, Record<string, unknown>];
    if (message !== "security event") return [];
    const { request, ip, ...event } = fields;
    expect([request, ip]).toEqual(["request-1", IP]);
    return [Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined))];
  });
const login = (password: string, email = maria.email) =>
  shop.ask("POST", "/v1/login", { body: { email, password }, headers });
const newPassword = { password: "nine grey herons", password_confirmation: "nine grey herons" };

describe("the security log", () => {
  it("records sign-ins that succeed and fail, and limits, without an email", async () => {
    await login(PASSWORD);
    await login("wrong");
    await login("wrong", "nobody@example.test");
    for (let attempt = 0; attempt < 10; attempt++) await login("wrong");
    expect(events().slice(0, 3)).toEqual([
      { kind: "signed_in", customer: maria.id },
      { kind: "sign_in_failed", customer: maria.id },
      { kind: "sign_in_failed" },
    ]);
    expect(events().at(-1)).toEqual({ kind: "rate_limited", detail: "account:login_per_account" });
    expect(JSON.stringify(lines)).not.toContain("@example.test");
  });

  it("records the second factor: on, refused, passed, off", async () => {
    const { codeAt } = await aSecondFactor(shop.house, maria.id);
    const { data } = (await login(PASSWORD)).body as unknown as { data: { challenge: string } };
    const withCode = (code: string) =>
      shop.ask("POST", "/v1/login/second-factor", { body: { challenge: data.challenge, code }, headers });
    await withCode("aaaa-bbbb");
    await withCode(codeAt(shop.clock.now()));
    shop.clock.advance(60_000);
    const body = { current_password: PASSWORD, code: codeAt(shop.clock.now()) };
    await shop.ask("DELETE", "/v1/user/second-factor", { token: maria.token, body, headers });
    expect(events()).toEqual([
      { kind: "second_factor_refused", customer: maria.id },
      { kind: "signed_in", customer: maria.id },
      { kind: "second_factor_off", customer: maria.id },
    ]);
  });

  it("records changes of the password and the email, asked for and refused", async () => {
    const { token } = maria;
    const change = (current_password: string) =>
      shop.ask("POST", "/v1/user/change-password", { token, headers, body: { current_password, ...newPassword } });
    await change("wrong");
    await change(PASSWORD);
    const body = { email: "new@example.test", current_password: newPassword.password };
    await shop.ask("POST", "/v1/user/email", { token, headers, body });
    await shop.ask("POST", "/v1/forgot-password", { headers, body: { email: maria.email } });
    await shop.ask("POST", "/v1/reset-password", { headers, body: { token: "unknown", ...newPassword } });
    await shop.ask("DELETE", "/v1/user/sessions", { token, headers });
    expect(events()).toEqual([
      { kind: "password_refused", customer: maria.id },
      { kind: "password_changed", customer: maria.id },
      { kind: "email_change_requested", customer: maria.id },
      { kind: "password_reset_requested" },
      { kind: "link_refused" },
      { kind: "sessions_ended", customer: maria.id },
    ]);
  });

  it("records a guest where a customer is needed, a write without csrf token and a forged webhook", async () => {
    await shop.ask("GET", "/v1/user/orders", { headers });
    await shop.ask("DELETE", "/v1/user/cart", { headers: { ...headers, cookie: `token=${maria.token}` } });
    await shop.ask("POST", "/v1/webhooks/sandbox", { headers, body: { id: "evt_1" } });
    expect(events()).toEqual([
      { kind: "access_refused" },
      { kind: "csrf_refused", customer: maria.id },
      { kind: "webhook_signature_invalid" },
    ]);
  });

  it("knows refusals only by codes that exist", async () => {
    const codes = new Set(Object.keys(commonRefusals));
    const modules = join(import.meta.dirname, "../src");
    for (const file of globSync("*/schema.ts", { cwd: modules })) {
      const { refusals = {} } = (await import(join(modules, file))) as { refusals?: object };
      for (const code of Object.keys(refusals)) codes.add(code);
    }
    expect(Object.keys(securityRefusals).filter((code) => !codes.has(code))).toEqual([]);
  });
});
