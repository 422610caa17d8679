import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "./fixtures.ts";
import { csrfTokenOf, newToken } from "./tokens.ts";

const shop = await openTestShop();
const rename = (headers: Record<string, string>) =>
  shop.ask("PATCH", "/v1/user", { headers, body: { name: "Марина" } });

describe("who asks", () => {
  it.each([
    ["no token", {}],
    ["an unknown token", { authorization: `Bearer ${newToken()}` }],
    ["what is no token", { authorization: "Bearer x" }],
    ["another scheme", { authorization: "Basic bWFyaWE6cGx1bXM=" }],
    ["an unknown cookie", { cookie: `token=${newToken()}` }],
  ])("is a guest with %s: public calls work, the customer's are refused", async (_case, headers) => {
    expect((await shop.ask("GET", "/v1/currencyList", { headers })).status).toBe(200);
    const refused = await shop.ask("GET", "/v1/user", { headers });
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
  });

  it("is known by a bearer token, in any case of the scheme, or by the cookie", async () => {
    const { id, token } = await aCustomer(shop.db);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `i18n_redirected=ru-RU; token=${token}` },
    ])
      expect((await shop.ask("GET", "/v1/user", { headers })).body.data.id).toBe(id);
  });

  it("is the holder of the bearer token where the cookie is another's: B after A sees nothing of A", async () => {
    const [a, b] = [await aCustomer(shop.db, { name: "Анна" }), await aCustomer(shop.db, { name: "Белла" })];
    const both = { authorization: `Bearer ${b.token}`, cookie: `token=${a.token}` };
    expect((await shop.ask("GET", "/v1/user", { headers: both })).body.data.name).toBe("Белла");
    await shop.ask("POST", "/v1/logout", { token: b.token });
    expect((await shop.ask("GET", "/v1/user", { headers: both })).status).toBe(401);
  });
});

describe("a write that is known by its cookie", () => {
  it("needs the session's own csrf token, which the user's data name", async () => {
    const [maria, other] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    const cookie = `token=${maria.token}`;
    for (const headers of [
      { cookie },
      { cookie, "csrf-token": "" },
      { cookie, "csrf-token": csrfTokenOf(other.token) },
    ]) {
      const refused = await rename(headers);
      expect([refused.status, refused.body.code]).toEqual([403, "csrf_failed"]);
    }
    const { csrf_token } = (await shop.ask("GET", "/v1/user", { headers: { cookie } })).body.data;
    expect(csrf_token).toBe(csrfTokenOf(maria.token));
    expect(csrf_token).not.toContain(maria.token);
    expect((await rename({ cookie, "csrf-token": csrf_token })).body.data.name).toBe("Марина");
  });

  it("needs none with a bearer token, and none from a guest whose cookie is dead", async () => {
    const { token } = await aCustomer(shop.db);
    expect((await rename({ authorization: `Bearer ${token}`, cookie: `token=${token}` })).status).toBe(200);
    expect((await rename({ cookie: `token=${newToken()}` })).status).toBe(401);
  });
});
