import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { shopName } from "../platform/store-profile/settings.ts";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { updateSetting, setting } from "../platform/settings/settings.ts";
import { createTestCustomer } from "./fixtures.ts";
import { createPage } from "../cms-pages/fixtures.ts";

const shop = await openTestShop();
const form = {
  name: "Мария",
  tel: "+7 (900) 123-45-67",
  email: "Maria@example.test",
  password: "six white plums",
  password_confirmation: "six white plums",
  agree: true,
};
const register = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}, locale = "ru-RU") =>
  shop.request("POST", "/v1/register", { body: { ...form, ...overrides }, headers, locale });
const countRows = async (table: "customers" | "consents" | "sessions") =>
  (
    await shop.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

describe("POST /v1/register", () => {
  it("creates a customer who is signed in and can sign in again", async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body.message).toBe("Вы зарегистрированы.");
    expect(body.data).toMatchObject({ email: "maria@example.test", name: "Мария", surname: null, phone: form.tel });
    expect((await shop.request("GET", "/v1/user", { token: body.data.token })).body.data.id).toBe(body.data.id);
    const login = await shop.request("POST", "/v1/login", { body: { email: form.email, password: form.password } });
    expect(login.status).toBe(200);
    expect(login.body.data.token).not.toBe(body.data.token);
  });

  it("records the consent: the document version, the time, the client and the form", async () => {
    await createPage(shop.db, { slug: "privacy-policy", locale: "en-US", title: "Privacy", version: "2026-03" });
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
  ])("rejects %j and creates no customer", async (overrides, errors) => {
    const { status, body } = await register(overrides);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.errors).toEqual(errors);
    expect(await countRows("customers")).toBe(0);
  });

  it("rejects a common password", async () => {
    const { status, body } = await register({ password: "Qwerty123", password_confirmation: "Qwerty123" });
    expect([status, body.code, body.errors]).toEqual([422, "weak_password", { password: ["weakPassword"] }]);
    expect(await countRows("customers")).toBe(0);
  });

  it("rejects a password that is little more than the name of the shop", async () => {
    await updateSetting(shop.db, shopName, { "ru-RU": "Чайная лавка", "en-US": "Kettle" });
    const { body } = await register({ password: "Kettle2026", password_confirmation: "Kettle2026" });
    expect(body.code).toBe("weak_password");
  });

  it("refuses a taken email in any case; deleting the account frees it", async () => {
    const { id } = await createTestCustomer(shop.db, { email: "maria@example.test" });
    const { status, body } = await register();
    expect([status, body.code, body.errors]).toEqual([422, "email_taken", { email: ["emailTaken"] }]);
    await shop.db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", id).execute();
    expect((await register()).status).toBe(201);
  });

  it("accepts only one of many concurrent registrations of an email", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => register()));
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(new Set(responses.map((response) => response.body.code ?? "done"))).toEqual(
      new Set(["done", "email_taken"]),
    );
    expect([await countRows("customers"), await countRows("consents"), await countRows("sessions")]).toEqual([1, 1, 1]);
    expect(shop.errors).toEqual([]);
  });

  it("limits how often one IP address learns that an email is taken, and refuses free emails alike", async () => {
    await createTestCustomer(shop.db, { email: "maria@example.test" });
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

  it("limits how often one network learns that an email is taken", async () => {
    await createTestCustomer(shop.db, { email: "maria@example.test" });
    await updateSetting(
      shop.db,
      setting("account.rate_limits.email_taken_per_network", rateLimitSchema, { max: 1, windowSeconds: 1 }),
      { max: 3, windowSeconds: 3600 },
    );
    const registerFrom = async (ip: string) => (await register({}, { "x-client-ip": ip })).status;
    for (let host = 1; host <= 3; host++) expect(await registerFrom(`203.0.113.${host}`)).toBe(422);
    expect([await registerFrom("203.0.113.4"), await registerFrom("198.51.100.4")]).toEqual([429, 422]);
    for (let subnet = 1; subnet <= 3; subnet++) expect(await registerFrom(`2001:db8:7:${subnet}::1`)).toBe(422);
    expect([await registerFrom("2001:db8:7:4::1"), await registerFrom("2001:db8:8:4::1")]).toEqual([429, 422]);
  });
});
