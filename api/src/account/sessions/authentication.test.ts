import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../fixtures.ts";
import { generateToken } from "../../platform/crypto/tokens.ts";
import { deriveCsrfToken } from "../csrf-token.ts";

const shop = await openTestShop();
const renameUser = (headers: Record<string, string>) =>
  shop.request("PATCH", "/v1/user", { headers, body: { name: "Марина" } });

describe("authentication of a request", () => {
  it.each([
    ["no token", {}],
    ["an unknown token", { authorization: `Bearer ${generateToken()}` }],
    ["a malformed token", { authorization: "Bearer x" }],
    ["another scheme", { authorization: "Basic bWFyaWE6cGx1bXM=" }],
    ["an unknown cookie", { cookie: `token=${generateToken()}` }],
  ])("treats a request with %s as a guest, who can call public endpoints only", async (_case, headers) => {
    expect((await shop.request("GET", "/v1/currencyList", { headers })).status).toBe(200);
    const refused = await shop.request("GET", "/v1/user", { headers });
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
  });

  it("accepts a bearer token, with the scheme in any case, or the cookie", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `i18n_redirected=ru-RU; token=${token}` },
    ])
      expect((await shop.request("GET", "/v1/user", { headers })).body.data.id).toBe(id);
  });

  it("prefers the bearer token to the cookie of another customer", async () => {
    const [a, b] = [
      await createTestCustomer(shop.db, { name: "Анна" }),
      await createTestCustomer(shop.db, { name: "Белла" }),
    ];
    const headersOfBoth = { authorization: `Bearer ${b.token}`, cookie: `token=${a.token}` };
    expect((await shop.request("GET", "/v1/user", { headers: headersOfBoth })).body.data.name).toBe("Белла");
    await shop.request("POST", "/v1/logout", { token: b.token });
    expect((await shop.request("GET", "/v1/user", { headers: headersOfBoth })).status).toBe(401);
  });
});

describe("a write request that authenticates with the cookie", () => {
  it("requires the CSRF token of the session, which the user endpoint returns", async () => {
    const [maria, other] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    const cookie = `token=${maria.token}`;
    for (const headers of [
      { cookie },
      { cookie, "csrf-token": "" },
      { cookie, "csrf-token": deriveCsrfToken(other.token) },
    ]) {
      const refused = await renameUser(headers);
      expect([refused.status, refused.body.code]).toEqual([403, "csrf_failed"]);
    }
    const { csrf_token } = (await shop.request("GET", "/v1/user", { headers: { cookie } })).body.data;
    expect(csrf_token).toBe(deriveCsrfToken(maria.token));
    expect(csrf_token).not.toContain(maria.token);
    expect((await renameUser({ cookie, "csrf-token": csrf_token })).body.data.name).toBe("Марина");
  });

  it("needs no CSRF token with a bearer token, nor as a guest with an expired cookie", async () => {
    const { token } = await createTestCustomer(shop.db);
    expect((await renameUser({ authorization: `Bearer ${token}`, cookie: `token=${token}` })).status).toBe(200);
    expect((await renameUser({ cookie: `token=${generateToken()}` })).status).toBe(401);
  });
});
