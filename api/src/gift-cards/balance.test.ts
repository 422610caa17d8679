import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createGiftCard } from "./fixtures.ts";

const shop = await openTestShop();

const getBalance = (code: string, options: object = {}) =>
  shop.request("POST", "/v1/certificates/balance", { body: { code }, ...options });

it("the page of balances finds a code, detects typos, and limits attempts per IP address", async () => {
  const { code } = await createGiftCard(shop.db);
  const fromIp = (ip: string) => ({ headers: { "x-client-ip": ip } });
  expect((await getBalance(` ${code.toLowerCase()} `)).body.data).toMatchObject({ balance: 1000, iso_code: "RUB" });
  expect((await getBalance(`${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`)).body.code).toBe(
    "certificate_mistyped",
  );
  expect((await getBalance("")).body.errors).toEqual({ code: ["required"] });
  const codes = [];
  for (let time = 0; time < 31; time++)
    codes.push((await getBalance("JG-0000-0000-0000", fromIp("203.0.113.9"))).body.code);
  expect([codes[0], codes.at(-1)]).toEqual(["certificate_unknown", "too_many_requests"]);
  expect((await getBalance(code, fromIp("203.0.113.10"))).status).toBe(200);
  const counters = await shop.db.selectFrom("rate_limits").select("bucket").execute();
  expect(counters.length).toBeGreaterThan(0);
  expect(JSON.stringify(counters)).not.toContain("203.0.113");
});
