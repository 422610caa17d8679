import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { type TestCustomer, createTestCustomer, createTestSession, PASSWORD } from "../fixtures.ts";
import { deleteExpiredAccountData } from "../jobs.ts";
import { emails } from "../email-templates.ts";

const shop = await openTestShop();
const listDevices = async (token: string) =>
  (await shop.request("GET", "/v1/user/sessions", { token })).body.data.items;
const isSignedIn = async (token: string) => (await shop.request("GET", "/v1/user", { token })).status === 200;

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db);
});

describe("GET /v1/user/sessions", () => {
  it("lists the signed-in devices and marks the current one", async () => {
    shop.clock.advance(60_000);
    const { token } = (
      await shop.request("POST", "/v1/login", {
        body: { email: maria.email, password: PASSWORD },
        headers: { "x-client-ip": "203.0.113.7", "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/133.0" },
      })
    ).body.data;
    const now = shop.clock.now().toISOString();
    expect(await listDevices(token)).toMatchObject([
      { name: "Firefox, Windows", ip: "203.0.113.7", signed_in_at: now, last_seen_at: now, is_current: true },
      { name: "", ip: "", is_current: false },
    ]);
    const expiredToken = await createTestSession(shop.db, maria.id, { signedInAt: new Date("2026-11-01T00:00:00Z") });
    expect([await isSignedIn(expiredToken), (await listDevices(token)).length]).toEqual([false, 2]);
  });

  it("requires authentication and hides other customers' devices", async () => {
    const anna = await createTestCustomer(shop.db);
    expect(await listDevices(anna.token)).toHaveLength(1);
    expect((await shop.request("GET", "/v1/user/sessions")).status).toBe(401);
  });
});

describe("DELETE /v1/user/sessions", () => {
  it("signs out one device at once and keeps the others", async () => {
    const otherToken = await createTestSession(shop.db, maria.id);
    const device = (await listDevices(maria.token)).find((candidate) => !candidate.is_current);
    const path = `/v1/user/sessions/${device?.id ?? 0}` as const;
    expect((await shop.request("DELETE", path, { token: maria.token })).status).toBe(204);
    expect([await isSignedIn(otherToken), await isSignedIn(maria.token)]).toEqual([false, true]);
    const secondResponse = await shop.request("DELETE", path, { token: maria.token });
    expect([secondResponse.status, secondResponse.body.code]).toEqual([404, "device_not_found"]);
  });

  it("does not sign out another customer's device", async () => {
    const anna = await createTestCustomer(shop.db);
    const [device] = await listDevices(maria.token);
    const refused = await shop.request("DELETE", `/v1/user/sessions/${device?.id ?? 0}`, { token: anna.token });
    expect([refused.status, refused.body.code]).toEqual([404, "device_not_found"]);
    expect(await isSignedIn(maria.token)).toBe(true);
    expect((await shop.request("DELETE", "/v1/user/sessions/x", { token: anna.token })).status).toBe(422);
    expect((await shop.request("DELETE", "/v1/user/sessions")).status).toBe(401);
  });

  it("signs out all devices, including the current one", async () => {
    const otherToken = await createTestSession(shop.db, maria.id);
    expect((await shop.request("DELETE", "/v1/user/sessions", { token: maria.token })).status).toBe(204);
    expect([await isSignedIn(otherToken), await isSignedIn(maria.token)]).toEqual([false, false]);
  });
});

describe("a sign-in from a new device", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0) Firefox/133.0";
  const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
  const signIn = (userAgent: string, ip: string, password = PASSWORD) =>
    shop.request("POST", "/v1/login", {
      body: { email: maria.email, password },
      headers: { "x-client-ip": ip, "user-agent": userAgent },
    });
  const listDeviceEmails = async () =>
    (
      await shop.db.selectFrom("emails").select(["recipient", "params"]).where("template", "=", "new_device").execute()
    ).map(({ recipient, params }) => ({ recipient, ...(params as object) }));

  it("sends one email for each new device and network, except for the first one", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    await signIn(FIREFOX, "203.0.113.7");
    expect(await listDeviceEmails()).toEqual([]);
    await signIn(FIREFOX, "203.0.113.7", "wrong");
    await signIn(IPHONE, "203.0.113.7");
    await signIn(IPHONE, "198.51.100.2");
    await signIn(IPHONE, "198.51.100.2");
    const signedInAt = shop.clock.now().toISOString();
    expect(await listDeviceEmails()).toEqual([
      { recipient: maria.email, device: "Safari, iPhone", ip: "203.0.113.7", at: signedInAt },
      { recipient: maria.email, device: "Safari, iPhone", ip: "198.51.100.2", at: signedInAt },
    ]);
  });

  it("sends one email for concurrent sign-ins", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    await Promise.all(Array.from({ length: 6 }, () => signIn(IPHONE, "198.51.100.2")));
    expect(await listDeviceEmails()).toHaveLength(1);
  });

  it("knows the device of the registration", async () => {
    const form = { name: "Анна", tel: "+7 900 123-45-67", email: "anna@example.test", agree: true };
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    const headers = { "x-client-ip": "203.0.113.7", "user-agent": FIREFOX };
    await shop.request("POST", "/v1/register", { body: { ...form, ...passwords }, headers });
    await shop.request("POST", "/v1/login", { body: { email: form.email, password: PASSWORD }, headers });
    expect(await listDeviceEmails()).toEqual([]);
    await shop.request("POST", "/v1/login", { body: { email: form.email, password: PASSWORD } });
    expect(await listDeviceEmails()).toMatchObject([{ recipient: form.email, device: "" }]);
  });

  it("forgets a device a year after it was last seen", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    shop.clock.advance(364 * 24 * 60 * 60 * 1000);
    await deleteExpiredAccountData(shop.app);
    await signIn(IPHONE, "203.0.113.7");
    expect(await listDeviceEmails()).toHaveLength(1);
    shop.clock.advance(24 * 60 * 60 * 1000);
    await deleteExpiredAccountData(shop.app);
    expect(await shop.db.selectFrom("known_devices").select("device").execute()).toEqual([
      { device: "Safari, iPhone" },
    ]);
  });

  it("renders the email in both languages", async () => {
    const params = { device: "", ip: "203.0.113.7", at: shop.clock.now().toISOString() };
    const renderDeviceEmail = (locale: "ru-RU" | "en-US") =>
      emails.new_device(shop.app, { storeName: "Leaf", recipient: maria.email, locale, params });
    expect((await renderDeviceEmail("ru-RU"))?.text).toMatch(
      /Неизвестное устройство\n203\.0\.113\.7\n20 ноября в 12:00 по Москве/,
    );
    expect((await renderDeviceEmail("en-US"))?.text).toMatch(
      /An unknown device\n203\.0\.113\.7\n20 November at 12:00, Moscow time/,
    );
  });
});
