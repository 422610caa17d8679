import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "./fixtures.ts";

const shop = await openTestShop();
const updateUser = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.request("PATCH", "/v1/user", { token, body, headers });
const listConsents = () =>
  shop.db
    .selectFrom("consents")
    .select(["purpose", "source_form", "given_at", "withdrawn_at", "ip"])
    .orderBy("id")
    .execute();

describe("PATCH /v1/user", () => {
  it("changes the given fields and keeps the others", async () => {
    const { token } = await createTestCustomer(shop.db);
    const first = await updateUser(token, {
      name: " Анна-Мария ",
      surname: "Ким",
      gender: "female",
      birthday: "1990-02-28",
    });
    expect(first.body.message).toBe("Изменения сохранены.");
    const profile = { name: "Анна-Мария", surname: "Ким", gender: "female", birthday: "1990-02-28", newsletter: false };
    expect(first.body.data).toMatchObject(profile);
    expect((await updateUser(token, {})).body.data).toMatchObject(profile);
    const emptiedResponse = await updateUser(token, { surname: null, gender: null, birthday: null });
    expect(emptiedResponse.body.data).toMatchObject({ ...profile, surname: null, gender: null, birthday: null });
    expect((await shop.request("GET", "/v1/user", { token })).body.data).toEqual(emptiedResponse.body.data);
  });

  it("changes no other customer", async () => {
    const [anna, maria] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db, { name: "Мария" })];
    await updateUser(anna.token, { name: "Анна", id: maria.id, email: "other@example.test" });
    expect((await shop.request("GET", "/v1/user", { token: maria.token })).body.data.name).toBe("Мария");
    expect((await shop.request("GET", "/v1/user", { token: anna.token })).body.data).toMatchObject({
      id: anna.id,
      email: anna.email,
    });
  });

  it.each([
    [{ name: "" }, { name: ["required"] }],
    [{ name: "Ия" }, { name: ["tooShort"] }],
    [{ name: "Я".repeat(101) }, { name: ["tooLong"] }],
    [{ surname: "Ли" }, { surname: ["tooShort"] }],
    [{ gender: "cat" }, { gender: ["unknownGender"] }],
    [{ birthday: "28.02.1990" }, { birthday: ["invalidDate"] }],
    [{ birthday: "1990-02-30" }, { birthday: ["invalidDate"] }],
    [{ birthday: "2026-11-20" }, { birthday: ["pastDate"] }],
    [{ birthday: "0000-01-01" }, { birthday: ["pastDate"] }],
    [{ newsletter: "yes" }, { newsletter: ["invalid"] }],
  ])("rejects %j", async (body, errors) => {
    const { token } = await createTestCustomer(shop.db);
    const response = await updateUser(token, body);
    expect([response.status, response.body.errors]).toEqual([422, errors]);
  });

  it("accepts yesterday as a birthday", async () => {
    const { token } = await createTestCustomer(shop.db);
    expect((await updateUser(token, { birthday: "2026-11-19" })).status).toBe(200);
  });

  it("requires authentication", async () => {
    expect((await shop.request("PATCH", "/v1/user", { body: {} })).status).toBe(401);
  });
});

describe("the newsletter", () => {
  it("records, withdraws and records the consent again, each once", async () => {
    const { token } = await createTestCustomer(shop.db);
    const ip = "203.0.113.7";
    const now = shop.clock.now();
    const responses = await Promise.all(
      [1, 2, 3].map(() => updateUser(token, { newsletter: true }, { "x-client-ip": ip })),
    );
    expect(responses.map((response) => response.body.data.newsletter)).toEqual([true, true, true]);
    const consent = { purpose: "newsletter", source_form: "profile", given_at: now, ip };
    expect(await listConsents()).toEqual([{ ...consent, withdrawn_at: null }]);
    shop.clock.advance(60_000);
    expect((await updateUser(token, { newsletter: false })).body.data.newsletter).toBe(false);
    expect(await listConsents()).toEqual([{ ...consent, withdrawn_at: shop.clock.now() }]);
    await updateUser(token, { newsletter: true });
    expect(await listConsents()).toHaveLength(2);
    expect((await updateUser(token, { name: "Марина" })).body.data.newsletter).toBe(true);
  });
});
