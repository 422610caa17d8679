import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer, aSession, PASSWORD } from "./fixtures.ts";
import { sweepAccounts } from "./jobs.ts";
import { letters } from "./letters.ts";

const shop = await openTestShop();
const list = async (token: string) => (await shop.ask("GET", "/v1/user/sessions", { token })).body.data.items;
const isKnown = async (token: string) => (await shop.ask("GET", "/v1/user", { token })).status === 200;

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db);
});

describe("GET /v1/user/sessions", () => {
  it("lists the devices that are signed in, and marks the one that asks", async () => {
    shop.clock.advance(60_000);
    const { token } = (
      await shop.ask("POST", "/v1/login", {
        body: { email: maria.email, password: PASSWORD },
        headers: { "x-client-ip": "203.0.113.7", "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/133.0" },
      })
    ).body.data;
    const now = shop.clock.now().toISOString();
    expect(await list(token)).toMatchObject([
      { name: "Firefox, Windows", ip: "203.0.113.7", signed_in_at: now, last_seen_at: now, is_current: true },
      { name: "", ip: "", is_current: false },
    ]);
    const ended = await aSession(shop.db, maria.id, { at: new Date("2026-11-01T00:00:00Z") });
    expect([await isKnown(ended), (await list(token)).length]).toEqual([false, 2]);
  });

  it("needs login and shows nobody else's", async () => {
    const anna = await aCustomer(shop.db);
    expect(await list(anna.token)).toHaveLength(1);
    expect((await shop.ask("GET", "/v1/user/sessions")).status).toBe(401);
  });
});

describe("DELETE /v1/user/sessions", () => {
  it("signs one device out at once, and leaves the others", async () => {
    const other = await aSession(shop.db, maria.id);
    const device = (await list(maria.token)).find((one) => !one.is_current);
    const path = `/v1/user/sessions/${device?.id ?? 0}` as const;
    expect((await shop.ask("DELETE", path, { token: maria.token })).status).toBe(204);
    expect([await isKnown(other), await isKnown(maria.token)]).toEqual([false, true]);
    const again = await shop.ask("DELETE", path, { token: maria.token });
    expect([again.status, again.body.code]).toEqual([404, "device_not_found"]);
  });

  it("does not sign another customer's device out", async () => {
    const anna = await aCustomer(shop.db);
    const [device] = await list(maria.token);
    const refused = await shop.ask("DELETE", `/v1/user/sessions/${device?.id ?? 0}`, { token: anna.token });
    expect([refused.status, refused.body.code]).toEqual([404, "device_not_found"]);
    expect(await isKnown(maria.token)).toBe(true);
    expect((await shop.ask("DELETE", "/v1/user/sessions/x", { token: anna.token })).status).toBe(422);
    expect((await shop.ask("DELETE", "/v1/user/sessions")).status).toBe(401);
  });

  it("signs out everywhere, this device too", async () => {
    const other = await aSession(shop.db, maria.id);
    expect((await shop.ask("DELETE", "/v1/user/sessions", { token: maria.token })).status).toBe(204);
    expect([await isKnown(other), await isKnown(maria.token)]).toEqual([false, false]);
  });
});

describe("a sign-in from somewhere new", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0) Firefox/133.0";
  const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
  const signIn = (agent: string, ip: string, password = PASSWORD) =>
    shop.ask("POST", "/v1/login", {
      body: { email: maria.email, password },
      headers: { "x-client-ip": ip, "user-agent": agent },
    });
  const told = async () =>
    (
      await shop.db.selectFrom("mails").select(["recipient", "params"]).where("template", "=", "new_device").execute()
    ).map(({ recipient, params }) => ({ recipient, ...(params as object) }));

  it("is told of by letter, once for each device and address, and not the first time", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    await signIn(FIREFOX, "203.0.113.7");
    expect(await told()).toEqual([]);
    await signIn(FIREFOX, "203.0.113.7", "wrong");
    await signIn(IPHONE, "203.0.113.7");
    await signIn(IPHONE, "198.51.100.2");
    await signIn(IPHONE, "198.51.100.2");
    const at = shop.clock.now().toISOString();
    expect(await told()).toEqual([
      { recipient: maria.email, device: "Safari, iPhone", ip: "203.0.113.7", at },
      { recipient: maria.email, device: "Safari, iPhone", ip: "198.51.100.2", at },
    ]);
  });

  it("is told of once when it comes many times at once", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    await Promise.all(Array.from({ length: 6 }, () => signIn(IPHONE, "198.51.100.2")));
    expect(await told()).toHaveLength(1);
  });

  it("knows the device that somebody registered with", async () => {
    const form = { name: "Анна", tel: "+7 900 123-45-67", email: "anna@example.test", agree: true };
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    const headers = { "x-client-ip": "203.0.113.7", "user-agent": FIREFOX };
    await shop.ask("POST", "/v1/register", { body: { ...form, ...passwords }, headers });
    await shop.ask("POST", "/v1/login", { body: { email: form.email, password: PASSWORD }, headers });
    expect(await told()).toEqual([]);
    await shop.ask("POST", "/v1/login", { body: { email: form.email, password: PASSWORD } });
    expect(await told()).toMatchObject([{ recipient: form.email, device: "" }]);
  });

  it("is known for a year after it was seen", async () => {
    await signIn(FIREFOX, "203.0.113.7");
    shop.clock.advance(364 * 24 * 60 * 60 * 1000);
    await sweepAccounts(shop.house);
    await signIn(IPHONE, "203.0.113.7");
    expect(await told()).toHaveLength(1);
    shop.clock.advance(24 * 60 * 60 * 1000);
    await sweepAccounts(shop.house);
    expect(await shop.db.selectFrom("known_devices").select("device").execute()).toEqual([
      { device: "Safari, iPhone" },
    ]);
  });

  it("is written about in both languages", async () => {
    const params = { device: "", ip: "203.0.113.7", at: shop.clock.now().toISOString() };
    const written = (locale: "ru-RU" | "en-US") =>
      letters.new_device(shop.house, { shop: "Leaf", recipient: maria.email, locale, params });
    expect((await written("ru-RU"))?.text).toMatch(
      /Неизвестное устройство\n203\.0\.113\.7\n20 ноября в 12:00 по Москве/,
    );
    expect((await written("en-US"))?.text).toMatch(
      /An unknown device\n203\.0\.113\.7\n20 November at 12:00, Moscow time/,
    );
  });
});
