import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer, aSession, PASSWORD } from "./fixtures.ts";

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
