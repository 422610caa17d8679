import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { SoftwareAuthenticator } from "../../../test/software-authenticator.ts";
import { deleteAccount, exportCustomerData } from "../../privacy/service.ts";
import { emails } from "../email-templates.ts";
import {
  createTestCustomer,
  createTestSecondFactor,
  createTestSession,
  PASSWORD,
  type TestCustomer,
} from "../fixtures.ts";
import { deleteExpiredAccountData } from "../jobs.ts";

const ORIGIN = "https://shop.test";
const shop = await openTestShop({ env: { PUBLIC_URL: ORIGIN } });
const MINUTE_MS = 60_000;
const client = { ip: "203.0.113.7", userAgent: "", locale: "ru-RU" } as const;

let anna: TestCustomer;
let authenticator: SoftwareAuthenticator;
beforeEach(async () => {
  anna = await createTestCustomer(shop.db, { email: "anna@example.test", signedInAt: shop.clock.now() });
  authenticator = new SoftwareAuthenticator(ORIGIN);
});

type Options = { token?: string };
const post = <const Path extends string>(path: Path, body: object = {}, { token }: Options = {}) =>
  shop.request("POST", path, { body, ...(token ? { token } : {}), headers: { "x-client-ip": client.ip } });
const getCreationOptions = async ({ token } = anna) =>
  (await post("/v1/user/passkeys/options", {}, { token })).body.data;
const add = (credential: object, { token } = anna) => post("/v1/user/passkeys", { credential }, { token });
const addPasskey = async (customer = anna, device = authenticator) =>
  (await add(device.create(await getCreationOptions(customer)), customer)).body.data;
const getSignInOptions = async () => (await post("/v1/login/passkey/options")).body.data;
const signIn = (credential: object) => post("/v1/login/passkey", { credential });
const remove = (id: number, { token } = anna) => shop.request("DELETE", `/v1/user/passkeys/${id}`, { token });
const getMethods = async ({ token } = anna) =>
  (await shop.request("GET", "/v1/user/sign-in-methods", { token })).body.data;
const listEmails = () =>
  shop.db.selectFrom("emails").select(["recipient", "template", "params"]).orderBy("id").execute();
const getOutcome = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.code];

describe("a passkey", () => {
  it("is added, named after the device, reported by email, and signs in", async () => {
    const options = await getCreationOptions();
    expect(options).toMatchObject({ rp: { id: "shop.test" }, user: { name: anna.email }, excludeCredentials: [] });
    const added = await add(authenticator.create(options));
    expect([added.status, added.body.data]).toEqual([
      201,
      expect.objectContaining({ name: "Ключ доступа", last_used_at: null }),
    ]);
    expect(await listEmails()).toMatchObject([
      { recipient: anna.email, template: "passkey", params: { event: "added" } },
    ]);
    const { status, body } = await signIn(authenticator.get(await getSignInOptions()));
    expect([status, body.data.id]).toEqual([200, anna.id]);
    expect((await shop.request("GET", "/v1/user", { token: body.data.token })).status).toBe(200);
    expect((await getMethods()).passkeys).toMatchObject([{ last_used_at: shop.clock.now().toISOString() }]);
  });

  it("is renamed and removed by its customer only, and then no longer signs in", async () => {
    const { id } = await addPasskey();
    const maria = await createTestCustomer(shop.db, { signedInAt: shop.clock.now() });
    const rename = (name: string, { token } = anna) =>
      shop.request("PATCH", `/v1/user/passkeys/${id}`, { token, body: { name } });
    expect((await rename("Hers", maria)).status).toBe(404);
    expect((await remove(id, maria)).status).toBe(404);
    expect((await rename("  ")).status).toBe(422);
    expect((await rename("Телефон Анны")).status).toBe(204);
    expect((await getMethods()).passkeys).toMatchObject([{ id, name: "Телефон Анны" }]);
    expect((await remove(id)).status).toBe(204);
    expect((await listEmails()).at(-1)).toMatchObject({ params: { event: "removed", name: "Телефон Анны" } });
    expect(getOutcome(await signIn(authenticator.get(await getSignInOptions())))).toEqual([401, "passkey_refused"]);
  });

  it("is added and removed only within ten minutes of a sign-in or of proving again who it is", async () => {
    const { id } = await addPasskey();
    const pending = authenticator.create(await getCreationOptions());
    shop.clock.advance(10 * MINUTE_MS);
    expect((await post("/v1/user/passkeys/options", {}, anna)).body.code).toBe("recent_authentication_required");
    expect((await add(pending)).body.code).toBe("passkey_expired");
    expect((await remove(id)).body.code).toBe("recent_authentication_required");
    const wrong = await post("/v1/user/reauthentication", { current_password: "not the password" }, anna);
    expect(wrong.body.code).toBe("wrong_password");
    expect((await post("/v1/user/reauthentication", { current_password: PASSWORD }, anna)).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
    // Another session of the customer has proved nothing.
    const signedInAt = new Date(shop.clock.now().getTime() - 10 * MINUTE_MS);
    const other = { token: await createTestSession(shop.db, anna.id, { signedInAt }) };
    expect((await post("/v1/user/passkeys/options", {}, other)).body.code).toBe("recent_authentication_required");
  });

  it("is added at most twenty times, and each once", async () => {
    const credential = authenticator.create(await getCreationOptions());
    expect((await add(credential)).status).toBe(201);
    expect((await add(authenticator.create(await getCreationOptions()))).body.code).toBe("passkey_exists");
    for (let index = 1; index < 20; index++) await addPasskey(anna, new SoftwareAuthenticator(ORIGIN));
    expect((await post("/v1/user/passkeys/options", {}, anna)).body.code).toBe("too_many_passkeys");
  });

  it("is exported, and deleted with the account", async () => {
    await addPasskey();
    const now = shop.clock.now();
    expect((await exportCustomerData(shop.app, anna.id, now)).passkeys).toMatchObject([{ name: "Ключ доступа" }]);
    await getCreationOptions();
    await deleteAccount(shop.db, anna.id, PASSWORD, { ...client, now });
    for (const table of ["passkeys", "passkey_challenges"] as const)
      expect(await shop.db.selectFrom(table).select("customer_id").execute()).toEqual([]);
  });
});

describe("a sign-in with a passkey is refused", () => {
  beforeEach(async () => void (await addPasskey()));

  it("for a challenge that was used, has expired, or is unknown", async () => {
    const credential = authenticator.get(await getSignInOptions());
    const parallel = await Promise.all(Array.from({ length: 5 }, () => signIn(credential)));
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(getOutcome(await signIn(credential))).toEqual([422, "passkey_expired"]);
    const late = authenticator.get(await getSignInOptions());
    shop.clock.advance(10 * MINUTE_MS);
    expect(getOutcome(await signIn(late))).toEqual([422, "passkey_expired"]);
    const invented = authenticator.get({ challenge: "x".repeat(43) });
    expect(getOutcome(await signIn(invented))).toEqual([422, "passkey_expired"]);
    await deleteExpiredAccountData(shop.app);
    expect(await shop.db.selectFrom("passkey_challenges").select("customer_id").execute()).toEqual([]);
  });

  it("for a challenge that was made to add a passkey, and the other way round", async () => {
    expect(getOutcome(await signIn(authenticator.get(await getCreationOptions())))).toEqual([422, "passkey_expired"]);
    const { challenge } = await getSignInOptions();
    const other = new SoftwareAuthenticator(ORIGIN);
    expect((await add(other.create({ challenge, user: { id: "x" } }))).body.code).toBe("passkey_expired");
  });

  it("on another origin, for another host, and with a challenge that another device has signed", async () => {
    for (const ceremony of [
      ...[{ origin: "https://shop.test.example" }, { origin: "http://shop.test" }],
      ...[{ rpId: "example.test" }, { challenge: "y".repeat(43) }],
    ]) {
      const options = await getSignInOptions();
      const { status } = await signIn(authenticator.get(options, ceremony));
      expect([ceremony, status]).toEqual([ceremony, "challenge" in ceremony ? 422 : 401]);
    }
    const stranger = new SoftwareAuthenticator(ORIGIN);
    stranger.create(await getCreationOptions());
    const signed = stranger.get(await getSignInOptions());
    const { id, rawId } = authenticator.get({ challenge: "" });
    expect(getOutcome(await signIn({ ...signed, id, rawId }))).toEqual([401, "passkey_refused"]);
  });

  it("with the name of another customer, or none", async () => {
    const maria = await createTestCustomer(shop.db, { signedInAt: shop.clock.now() });
    const { user } = await getCreationOptions(maria);
    const credential = authenticator.get(await getSignInOptions());
    const response = { ...credential.response, userHandle: user.id };
    expect(getOutcome(await signIn({ ...credential, response }))).toEqual([401, "passkey_refused"]);
    expect((await signIn({ ...credential, response: { ...response, userHandle: "" } })).status).toBe(422);
  });

  it("if the counter of the authenticator has not increased", async () => {
    expect((await signIn(authenticator.get(await getSignInOptions(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 3, 0])
      expect(getOutcome(await signIn(authenticator.get(await getSignInOptions(), { counter })))).toEqual([
        401,
        "passkey_refused",
      ]);
    expect((await signIn(authenticator.get(await getSignInOptions(), { counter: 8 }))).status).toBe(200);
  });

  it("beyond the limit of an IP address", async () => {
    for (let index = 0; index < 60; index++) await signIn(authenticator.get({ challenge: "z".repeat(43) }));
    expect((await signIn(authenticator.get(await getSignInOptions()))).status).toBe(429);
  });
});

describe("a passkey that was made wrongly is refused", () => {
  it("on another origin, for another host, and for another customer", async () => {
    for (const ceremony of [{ origin: "https://shop.test.example" }, { rpId: "example.test" }])
      expect((await add(authenticator.create(await getCreationOptions(), ceremony))).body.code).toBe("passkey_refused");
    const maria = await createTestCustomer(shop.db, { signedInAt: shop.clock.now() });
    const credential = authenticator.create(await getCreationOptions());
    expect((await add(credential, maria)).body.code).toBe("passkey_expired");
    expect((await getMethods()).passkeys).toEqual([]);
    expect((await getMethods(maria)).passkeys).toEqual([]);
  });
});

describe("the second factor", () => {
  it("is not asked for if the authenticator has verified its user, and is otherwise", async () => {
    await addPasskey();
    const { codeAt } = await createTestSecondFactor(shop.app, anna.id);
    expect((await signIn(authenticator.get(await getSignInOptions()))).status).toBe(200);
    const present = await signIn(authenticator.get(await getSignInOptions(), { isUserVerified: false }));
    expect(getOutcome(present)).toEqual([401, "second_factor_required"]);
    expect(present.body.data).not.toHaveProperty("token");
    const body = { challenge: present.body.data.challenge, code: codeAt(shop.clock.now()) };
    expect((await post("/v1/login/second-factor", body)).body.data.id).toBe(anna.id);
  });

  it("is asked for before a passkey is added later", async () => {
    const { codeAt } = await createTestSecondFactor(shop.app, anna.id);
    shop.clock.advance(10 * MINUTE_MS);
    const form = { current_password: PASSWORD };
    expect((await post("/v1/user/reauthentication", form, anna)).body.code).toBe("wrong_code");
    const code = codeAt(shop.clock.now());
    expect((await post("/v1/user/reauthentication", { ...form, code }, anna)).status).toBe(204);
    expect((await addPasskey()).name).toBe("Ключ доступа");
  });
});

describe("account takeover with a passkey is refused", () => {
  const requestCode = async (email: string) => (await post("/v1/login/code", { email })).body.data.code_token;
  const getCode = async (email: string) => {
    const { params } = await shop.db
      .selectFrom("emails")
      .select("params")
      .where("template", "=", "login_code")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const message = {
      storeName: "",
      recipient: email,
      locale: "ru-RU",
      params: params as Record<string, unknown>,
    } as const;
    return /\d{6}/.exec((await emails.login_code(shop.app, message))?.text ?? "")?.[0] ?? "";
  };

  it("that was added to a checkout with a foreign email: it can have none", async () => {
    const { session } = (await post("/v1/login/email", { email: "owner@example.test" })).body.data;
    const checkout = { token: session?.token ?? "" };
    expect((await post("/v1/user/passkeys/options", {}, checkout)).body.code).toBe("account_required");
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await post("/v1/user/password", body, checkout)).body.code).toBe("account_required");
  });

  it("that was added before the email was proved: the first code ends it", async () => {
    await addPasskey();
    const code_token = await requestCode(anna.email);
    expect((await post("/v1/login/code/verify", { code_token, code: await getCode(anna.email) })).status).toBe(200);
    expect(getOutcome(await signIn(authenticator.get(await getSignInOptions())))).toEqual([401, "passkey_refused"]);
  });

  it("with the code of another email", async () => {
    shop.clock.advance(10 * MINUTE_MS);
    const code_token = await requestCode("thief@example.test");
    const form = { code_token, email_code: await getCode("thief@example.test") };
    expect((await post("/v1/user/reauthentication", form, anna)).body.code).toBe("wrong_email_code");
    const own = { code_token: await requestCode(anna.email), email_code: await getCode(anna.email) };
    expect((await post("/v1/user/reauthentication", own, anna)).status).toBe(204);
    expect((await post("/v1/user/reauthentication", own, anna)).body.code).toBe("email_code_expired");
    expect((await post("/v1/user/reauthentication", {}, anna)).body.code).toBe("email_code_expired");
  });
});

describe("a customer without a password", () => {
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD };

  it("sets one within ten minutes of a sign-in, which ends the other sessions", async () => {
    await shop.db.updateTable("customers").set({ password_hash: null }).where("id", "=", anna.id).execute();
    const other = await createTestSession(shop.db, anna.id, { signedInAt: shop.clock.now() });
    expect(await getMethods()).toMatchObject({ has_password: false, is_recent: true });
    shop.clock.advance(10 * MINUTE_MS);
    expect((await post("/v1/user/password", passwords, anna)).body.code).toBe("recent_authentication_required");
    const recent = { token: await createTestSession(shop.db, anna.id, { signedInAt: shop.clock.now() }) };
    expect((await post("/v1/user/password", passwords, recent)).status).toBe(200);
    expect((await shop.request("GET", "/v1/user", { token: other })).status).toBe(401);
    expect((await post("/v1/login", { email: anna.email, password: PASSWORD })).status).toBe(200);
    expect((await post("/v1/user/password", passwords, recent)).body.code).toBe("password_exists");
    expect((await listEmails()).map(({ template }) => template)).toContain("password_changed");
  });
});

it("does not exist where browsers allow none", async () => {
  const local = await openTestShop({ env: { PUBLIC_URL: "http://192.168.1.5" } });
  expect((await local.request("POST", "/v1/login/passkey/options", { body: {} })).body.code).toBe(
    "passkeys_unavailable",
  );
});
