import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { emails } from "../email-templates.ts";
import { createTestCustomer, createTestSecondFactor, createTestSession, PASSWORD } from "../fixtures.ts";

const shop = await openTestShop();
const MINUTE_MS = 60_000;
const EMAIL = "maria@example.test";

type ClientOptions = { token?: string; ip?: string };
const post = <const Path extends string>(path: Path, body: object, { token, ip = "203.0.113.7" }: ClientOptions = {}) =>
  shop.request("POST", path, { body, headers: { "x-client-ip": ip }, ...(token ? { token } : {}) });
const begin = (email = EMAIL, options?: ClientOptions) => post("/v1/login/email", { email }, options);
const requestCode = async (email = EMAIL, options?: ClientOptions) =>
  (await post("/v1/login/code", { email }, options)).body.data.code_token;
const verify = (code_token: string, code: string, options?: ClientOptions) =>
  post("/v1/login/code/verify", { code_token, code }, options);
const getUser = async (token: string) => shop.request("GET", "/v1/user", { token });

const listCodeEmails = () =>
  shop.db
    .selectFrom("emails")
    .select(["recipient", "params"])
    .where("template", "=", "login_code")
    .orderBy("id")
    .execute();

/** Renders the newest email with a code. */
async function renderNewestCode(locale: "ru-RU" | "en-US" = "ru-RU") {
  const email = (await listCodeEmails()).at(-1);
  const params = email?.params as Record<string, unknown>;
  return emails.login_code(shop.app, { storeName: "Leaf", recipient: email?.recipient ?? "", locale, params });
}

const getNewestCode = async () => /\d{6}/.exec((await renderNewestCode())?.text ?? "")?.[0] ?? "";
const getWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("POST /v1/login/email", () => {
  it("opens a session for an unknown email, and asks for a code if the email has an account", async () => {
    const unknown = (await begin(" New@Example.test ")).body.data;
    expect(unknown).toMatchObject({ step: "address", code_token: null });
    expect((await getUser(unknown.session?.token ?? "")).body.data).toMatchObject({
      ...{ email: "new@example.test", name: "new", has_account: false, email_verified: false },
    });
    expect(await listCodeEmails()).toEqual([]);
    await createTestCustomer(shop.db, { email: EMAIL });
    const known = (await begin()).body.data;
    expect(known).toMatchObject({ step: "code", session: null, code_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await listCodeEmails()).toMatchObject([{ recipient: EMAIL }]);
  });

  it("creates no account: the same email is unknown to others, registers and gets no other email", async () => {
    const first = (await begin()).body.data.session;
    const second = (await begin()).body.data.session;
    expect(second?.id).not.toBe(first?.id);
    await post("/v1/forgot-password", { email: EMAIL });
    await post("/v1/user/confirm-email", {}, { token: first?.token ?? "" });
    const recipients = await shop.db.selectFrom("emails").select(["recipient", "template"]).execute();
    expect(recipients).toEqual([{ recipient: EMAIL, template: "password_reset" }]);
    expect(
      await emails.password_reset(shop.app, { storeName: "", recipient: EMAIL, locale: "ru-RU", params: {} }),
    ).toBeNull();
    const form = { name: "Мария", tel: "+7 900 123-45-67", email: EMAIL, agree: true };
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await post("/v1/register", { ...form, ...passwords })).status).toBe(201);
  });

  it("changes the email of the checkout that is going on, and of no account", async () => {
    const { id, token } = (await begin("mistyped@example.test")).body.data.session ?? { id: 0, token: "" };
    const changed = (await begin(EMAIL, { token })).body.data.session;
    expect(changed).toMatchObject({ id, email: EMAIL });
    const anna = await createTestCustomer(shop.db, { email: "anna@example.test" });
    const other = (await begin("other@example.test", { token: anna.token })).body.data.session;
    expect(other?.id).not.toBe(anna.id);
    expect((await getUser(anna.token)).body.data.email).toBe("anna@example.test");
  });

  it("answers every email alike beyond the limit of an IP address, of a network and of an email", async () => {
    await createTestCustomer(shop.db, { email: EMAIL });
    for (let index = 0; index < 30; index++) await begin(`guest-${index}@example.test`);
    const describeStep = ({ status, body }: Awaited<ReturnType<typeof begin>>) => [
      ...[status, body.data.step, body.data.session, body.data.code_token?.length],
    ];
    const [known, unknown] = [await begin(), await begin("unknown@example.test")];
    expect(describeStep(unknown)).toEqual([200, "code", null, 43]);
    expect(describeStep(known)).toEqual(describeStep(unknown));
    expect(await listCodeEmails()).toHaveLength(2);
    for (let index = 0; index < 120; index++)
      await begin(`n-${index}@example.test`, { ip: `203.0.113.${index + 100}` });
    expect((await begin("z@example.test", { ip: "203.0.113.99" })).body.data.step).toBe("code");
    for (let index = 0; index < 10; index++) await begin("often@example.test", { ip: `198.51.${index}.1` });
    expect((await begin("often@example.test", { ip: "198.52.1.1" })).body.data.step).toBe("code");
    expect((await begin("y@example.test", { ip: "198.52.1.1" })).body.data.step).toBe("address");
  });
});

describe("a code", () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await createTestCustomer(shop.db, { email: EMAIL }));
    await shop.db.updateTable("customers").set({ email_verified_at: shop.clock.now() }).where("id", "=", id).execute();
  });

  it("signs in once, for ten minutes, with the token of its request only", async () => {
    const token = await requestCode();
    const code = await getNewestCode();
    const otherToken = await requestCode();
    expect((await verify(otherToken, code)).body.code).toBe("wrong_email_code");
    expect((await verify("x".repeat(43), code)).body.code).toBe("email_code_expired");
    const { status, body } = await verify(token, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([status, body.data.id]).toEqual([200, id]);
    expect((await getUser(body.data.token)).status).toBe(200);
    for (const used of [token, otherToken]) expect((await verify(used, code)).body.code).toBe("email_code_expired");
    expect(await renderNewestCode()).toBeNull();
    const late = await requestCode();
    const lateCode = await getNewestCode();
    shop.clock.advance(10 * MINUTE_MS);
    expect((await verify(late, lateCode)).body.code).toBe("email_code_expired");
  });

  it("accepts five attempts, also in parallel, and then not even the right code", async () => {
    const token = await requestCode();
    const code = await getNewestCode();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(token, getWrongCode(code))));
    const count = (refusal: string) => guesses.filter(({ body }) => body.code === refusal).length;
    expect([count("wrong_email_code"), count("email_code_expired")]).toEqual([5, 15]);
    expect((await verify(token, code)).body.code).toBe("email_code_expired");
  });

  it("opens one session if it is sent many times at once", async () => {
    const token = await requestCode();
    const code = await getNewestCode();
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(token, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("cannot be used up by others: their attempts count for the codes that they requested", async () => {
    const token = await requestCode();
    const code = await getNewestCode();
    const attacker = { ip: "198.51.100.2" };
    const attackersToken = await requestCode(EMAIL, attacker);
    for (let index = 0; index < 6; index++) await verify(attackersToken, "000000", attacker);
    expect((await verify(token, code)).status).toBe(200);
  });

  it("is sent ten times an hour to an email, whoever asks, and five times for one network", async () => {
    for (let index = 0; index < 5; index++) await requestCode();
    expect((await post("/v1/login/code", { email: EMAIL })).status).toBe(429);
    for (let index = 0; index < 7; index++)
      expect(await requestCode(EMAIL, { ip: `198.51.${index}.1` })).toHaveLength(43);
    expect(await listCodeEmails()).toHaveLength(10);
  });

  it("limits wrong codes from an IP address", async () => {
    for (let index = 0; index < 60; index++) await verify("x".repeat(43), "000000");
    expect((await verify("x".repeat(43), "000000")).status).toBe(429);
  });

  it("is not readable in the database and reads well in both languages", async () => {
    await requestCode();
    const code = await getNewestCode();
    const stored = await shop.db.selectFrom("login_codes").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify([stored, await listCodeEmails()])).not.toContain(code);
    expect(stored.encrypted_code.includes(code)).toBe(false);
    expect(await renderNewestCode("en-US")).toMatchObject({ subject: `${code} is your sign-in code for Leaf` });
    expect((await renderNewestCode())?.text).toMatch(/Код сработает один раз в течение 10 минут/);
  });

  it("is sent again later, and not marked as sent, by a process with another secret", async () => {
    await requestCode();
    const params = (await listCodeEmails()).at(-1)?.params as Record<string, unknown>;
    const config = { ...shop.app.config, secret: "another secret of that length" };
    const email = { storeName: "Leaf", recipient: EMAIL, locale: "ru-RU" as const, params };
    await expect(emails.login_code({ ...shop.app, config }, email)).rejects.toThrow("another SHOP_SECRET");
  });

  it("requires the second factor of the customer", async () => {
    const factor = await createTestSecondFactor(shop.app, id);
    const token = await requestCode();
    const refused = await verify(token, await getNewestCode());
    expect([refused.status, refused.body.code]).toEqual([401, "second_factor_required"]);
    const { challenge } = refused.body.data;
    const code = factor.codeAt(shop.clock.now());
    expect((await post("/v1/login/second-factor", { challenge, code })).body.data.id).toBe(id);
  });
});

describe("the first proof of an email", () => {
  it("begins a checkout with the proved email if there is no account, in the session that is going on", async () => {
    const { id, token } = (await begin()).body.data.session ?? { id: 0, token: "" };
    const codeToken = await requestCode();
    const proved = (await verify(codeToken, await getNewestCode(), { token })).body.data;
    expect(proved).toMatchObject({ id, email: EMAIL, email_verified: true, has_account: false });
  });

  it("takes the account from whoever registered with a foreign email: password, second factor and sessions", async () => {
    const squatter = await createTestCustomer(shop.db, { email: EMAIL });
    await createTestSecondFactor(shop.app, squatter.id);
    const codeToken = await requestCode();
    const owner = (await verify(codeToken, await getNewestCode())).body.data;
    expect(owner).toMatchObject({ id: squatter.id, email_verified: true });
    expect((await getUser(squatter.token)).status).toBe(401);
    expect((await post("/v1/login", { email: EMAIL, password: PASSWORD })).body.code).toBe("login_failed");
    expect(await shop.db.selectFrom("second_factors").selectAll().execute()).toEqual([]);
  });

  it("leaves password and sessions of a proved account as they are", async () => {
    const { id } = await createTestCustomer(shop.db, { email: EMAIL });
    await shop.db.updateTable("customers").set({ email_verified_at: shop.clock.now() }).where("id", "=", id).execute();
    const otherDevice = await createTestSession(shop.db, id);
    const codeToken = await requestCode();
    await verify(codeToken, await getNewestCode());
    expect((await getUser(otherDevice)).status).toBe(200);
    expect((await post("/v1/login", { email: EMAIL, password: PASSWORD })).status).toBe(200);
  });
});
