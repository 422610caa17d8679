import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "./fixtures.ts";

const shop = await openTestShop();
const patch = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.ask("PATCH", "/v1/user", { token, body, headers });
const consents = () =>
  shop.db
    .selectFrom("consents")
    .select(["purpose", "source_form", "given_at", "withdrawn_at", "ip"])
    .orderBy("id")
    .execute();

describe("PATCH /v1/user", () => {
  it("changes what it names and leaves the rest", async () => {
    const { token } = await aCustomer(shop.db);
    const first = await patch(token, {
      name: " Анна-Мария ",
      surname: "Ким",
      gender: "female",
      birthday: "1990-02-28",
    });
    expect(first.body.message).toBe("Изменения сохранены.");
    const whole = { name: "Анна-Мария", surname: "Ким", gender: "female", birthday: "1990-02-28", newsletter: false };
    expect(first.body.data).toMatchObject(whole);
    expect((await patch(token, {})).body.data).toMatchObject(whole);
    const emptied = await patch(token, { surname: null, gender: null, birthday: null });
    expect(emptied.body.data).toMatchObject({ ...whole, surname: null, gender: null, birthday: null });
    expect((await shop.ask("GET", "/v1/user", { token })).body.data).toEqual(emptied.body.data);
  });

  it("changes nobody else", async () => {
    const [anna, maria] = [await aCustomer(shop.db), await aCustomer(shop.db, { name: "Мария" })];
    await patch(anna.token, { name: "Анна", id: maria.id, email: "other@example.test" });
    expect((await shop.ask("GET", "/v1/user", { token: maria.token })).body.data.name).toBe("Мария");
    expect((await shop.ask("GET", "/v1/user", { token: anna.token })).body.data).toMatchObject({
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
  ])("refuses %j", async (body, errors) => {
    const { token } = await aCustomer(shop.db);
    const answer = await patch(token, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  it("takes yesterday for a birthday", async () => {
    const { token } = await aCustomer(shop.db);
    expect((await patch(token, { birthday: "2026-11-19" })).status).toBe(200);
  });

  it("needs login", async () => {
    expect((await shop.ask("PATCH", "/v1/user", { body: {} })).status).toBe(401);
  });
});

describe("the newsletter", () => {
  it("is a consent that is written down, withdrawn and given anew, each once", async () => {
    const { token } = await aCustomer(shop.db);
    const ip = "203.0.113.7";
    const at = shop.clock.now();
    const answers = await Promise.all([1, 2, 3].map(() => patch(token, { newsletter: true }, { "x-client-ip": ip })));
    expect(answers.map((answer) => answer.body.data.newsletter)).toEqual([true, true, true]);
    const given = { purpose: "newsletter", source_form: "profile", given_at: at, ip };
    expect(await consents()).toEqual([{ ...given, withdrawn_at: null }]);
    shop.clock.advance(60_000);
    expect((await patch(token, { newsletter: false })).body.data.newsletter).toBe(false);
    expect(await consents()).toEqual([{ ...given, withdrawn_at: shop.clock.now() }]);
    await patch(token, { newsletter: true });
    expect(await consents()).toHaveLength(2);
    expect((await patch(token, { name: "Марина" })).body.data.newsletter).toBe(true);
  });
});
