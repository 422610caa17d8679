import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { shopName } from "../platform/identity-settings.ts";
import { limitSchema } from "../platform/limits.ts";
import { changeSetting, setting } from "../platform/settings.ts";
import { aCustomer } from "./fixtures.ts";

const shop = await openTestShop();
const form = {
  name: "Мария",
  tel: "+7 (900) 123-45-67",
  email: "Maria@example.test",
  password: "six white plums",
  password_confirmation: "six white plums",
  agree: true,
};
const register = (own: Record<string, unknown> = {}, headers: Record<string, string> = {}, locale = "ru-RU") =>
  shop.ask("POST", "/v1/register", { body: { ...form, ...own }, headers, locale });
const count = async (table: "customers" | "consents" | "sessions") =>
  (
    await shop.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

describe("POST /v1/register", () => {
  it("makes a customer who is signed in and can sign in", async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body.message).toBe("Вы зарегистрированы.");
    expect(body.data).toMatchObject({ email: "maria@example.test", name: "Мария", surname: null, phone: form.tel });
    expect((await shop.ask("GET", "/v1/user", { token: body.data.token })).body.data.id).toBe(body.data.id);
    const login = await shop.ask("POST", "/v1/login", { body: { email: form.email, password: form.password } });
    expect(login.status).toBe(200);
    expect(login.body.data.token).not.toBe(body.data.token);
  });

  it("writes the consent down: what was agreed to, when, from where, in which form", async () => {
    await shop.db
      .insertInto("pages")
      .values({ slug: "privacy-policy", locale: "en-US", title: "Privacy", body: "…", version: "2026-03" })
      .execute();
    const { id } = (await register({}, { "x-client-ip": "203.0.113.7", "user-agent": "Browser/1" }, "en-US")).body.data;
    expect(await shop.db.selectFrom("consents").selectAll().execute()).toMatchObject([
      {
        customer_id: id,
        email: "maria@example.test",
        purpose: "personal_data",
        version: "privacy-policy/en-US/2026-03",
        given_at: shop.clock.now(),
        ip: "203.0.113.7",
        user_agent: "Browser/1",
        source_form: "register",
        withdrawn_at: null,
      },
    ]);
  });

  it.each([
    [{ name: " " }, { name: ["required"] }],
    [{ name: "Ма\u0000рия" }, { name: ["invalid"] }],
    [{ tel: "" }, { tel: ["required"] }],
    [{ tel: "12345678" }, { tel: ["shortPhone"] }],
    [{ tel: "+7 900 12345o7" }, { tel: ["phoneFormat"] }],
    [{ email: undefined }, { email: ["required"] }],
    [{ email: "maria" }, { email: ["invalidEmail"] }],
    [
      { password: "", password_confirmation: "" },
      { password: ["required"], password_confirmation: ["required"] },
    ],
    [
      { password: "1234567", password_confirmation: "1234567" },
      { password: ["shortPassword"], password_confirmation: ["shortPassword"] },
    ],
    [{ password_confirmation: "six white plumS" }, { password_confirmation: ["notification.invalid_password_match"] }],
    [
      { name: "", password_confirmation: "six white plumS" },
      { name: ["required"], password_confirmation: ["notification.invalid_password_match"] },
    ],
    [{ agree: false }, { agree: ["notification.no_agree_personal"] }],
    [{ agree: undefined }, { agree: ["notification.no_agree_personal"] }],
  ])("refuses %j and makes nobody", async (own, errors) => {
    const { status, body } = await register(own);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.errors).toEqual(errors);
    expect(await count("customers")).toBe(0);
  });

  it("refuses a password that is tried first", async () => {
    const { status, body } = await register({ password: "Qwerty123", password_confirmation: "Qwerty123" });
    expect([status, body.code, body.errors]).toEqual([422, "weak_password", { password: ["weakPassword"] }]);
    expect(await count("customers")).toBe(0);
  });

  it("refuses a password that is little more than the name of the shop", async () => {
    await changeSetting(shop.db, shopName, { "ru-RU": "Чайная лавка", "en-US": "Kettle" });
    const { body } = await register({ password: "Kettle2026", password_confirmation: "Kettle2026" });
    expect(body.code).toBe("weak_password");
  });

  it("says that an email is taken, in any case, and frees it with a closed account", async () => {
    const { id } = await aCustomer(shop.db, { email: "maria@example.test" });
    const { status, body } = await register();
    expect([status, body.code, body.errors]).toEqual([422, "email_taken", { email: ["emailTaken"] }]);
    await shop.db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", id).execute();
    expect((await register()).status).toBe(201);
  });

  it("lets one of many who register an email at once win, and refuses the rest", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register()));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(new Set(answers.map((answer) => answer.body.code ?? "done"))).toEqual(new Set(["done", "email_taken"]));
    expect([await count("customers"), await count("consents"), await count("sessions")]).toEqual([1, 1, 1]);
    expect(shop.errors).toEqual([]);
  });

  it("tells one address only so often that an email is taken, and answers a free one the same then", async () => {
    await aCustomer(shop.db, { email: "maria@example.test" });
    const headers = { "x-client-ip": "203.0.113.7" };
    for (let attempt = 0; attempt < 20; attempt++) expect((await register({}, headers)).body.code).toBe("email_taken");
    const stopped = await register({}, headers);
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect((await register({ email: "new@example.test" }, headers)).status).toBe(429);
    expect((await register({}, { "x-client-ip": "203.0.113.8" })).body.code).toBe("email_taken");
    shop.clock.advance(3600_000);
    for (let attempt = 0; attempt < 21; attempt++)
      expect((await register({ email: `new-${attempt}@example.test` }, headers)).status).toBe(201);
  });

  it("tells the addresses of one network only so often that an email is taken", async () => {
    await aCustomer(shop.db, { email: "maria@example.test" });
    await changeSetting(
      shop.db,
      setting("account.limits.taken_per_network", limitSchema, { max: 1, windowSeconds: 1 }),
      { max: 3, windowSeconds: 3600 },
    );
    const from = async (ip: string) => (await register({}, { "x-client-ip": ip })).status;
    for (let host = 1; host <= 3; host++) expect(await from(`203.0.113.${host}`)).toBe(422);
    expect([await from("203.0.113.4"), await from("198.51.100.4")]).toEqual([429, 422]);
    for (let subnet = 1; subnet <= 3; subnet++) expect(await from(`2001:db8:7:${subnet}::1`)).toBe(422);
    expect([await from("2001:db8:7:4::1"), await from("2001:db8:8:4::1")]).toEqual([429, 422]);
  });
});
