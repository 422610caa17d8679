import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { commands } from "../commands.ts";
import {
  type TestCustomer,
  createTestCustomer,
  createTestSecondFactor,
  createTestSession,
  PASSWORD,
} from "../fixtures.ts";
import { deleteExpiredAccountData } from "../jobs.ts";
import { emails } from "../email-templates.ts";
import { generateCode, getTimeStep } from "../../platform/crypto/totp.ts";

const shop = await openTestShop();
const PATH = "/v1/user/second-factor";
const TIME_STEP_MS = 30_000;

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
});

const getState = async () => (await shop.request("GET", PATH, { token: maria.token })).body.data;
const startSetup = (current_password = PASSWORD) =>
  shop.request("POST", PATH, { token: maria.token, body: { current_password } });
const confirmSetup = (code: string) => shop.request("POST", `${PATH}/confirm`, { token: maria.token, body: { code } });
/** The current code of a base32 key that the customer typed into their app. */
const getCurrentCode = (base32Key: string) => generateCode(decodeBase32(base32Key), getTimeStep(shop.clock.now()));
const listQueuedEmails = async () =>
  (await shop.db.selectFrom("emails").select(["recipient", "template", "params"]).orderBy("id").execute()).map(
    ({ recipient, template, params }) => [recipient, template, (params as { event?: string }).event],
  );

function decodeBase32(base32Key: string): Buffer {
  const bits = [...base32Key].map((character) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byteBits) => Number.parseInt(byteBits, 2)));
}

describe("setup of the second factor", () => {
  it("returns a key, accepts the first code, and returns ten recovery codes once", async () => {
    expect(await getState()).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
    const { data } = (await startSetup()).body;
    expect(data.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.address).toContain(data.key);
    expect((await getState()).enabled).toBe(false);
    const { status, body } = await confirmSetup(getCurrentCode(data.key).replace(/^.../, "$& "));
    expect([status, body.message]).toEqual([200, "Проверка кодом включена. На других устройствах нужно войти заново."]);
    expect(new Set(body.data.recovery_codes).size).toBe(10);
    for (const code of body.data.recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    const now = shop.clock.now().toISOString();
    expect(await getState()).toEqual({ enabled: true, enabled_at: now, recovery_codes_left: 10 });
    expect(await listQueuedEmails()).toEqual([["maria@example.test", "second_factor", "enabled"]]);
  });

  it("ends the sessions of other devices, which were opened without a code", async () => {
    const otherToken = await createTestSession(shop.db, maria.id);
    const { key } = (await startSetup()).body.data;
    expect((await shop.request("GET", "/v1/user", { token: otherToken })).status).toBe(200);
    expect((await confirmSetup(getCurrentCode(key))).status).toBe(200);
    expect((await shop.request("GET", "/v1/user", { token: otherToken })).status).toBe(401);
    expect((await shop.request("GET", "/v1/user", { token: maria.token })).status).toBe(200);
  });

  it("stores neither the key nor the recovery codes in plain text", async () => {
    const { key } = (await startSetup()).body.data;
    const { recovery_codes: codes } = (await confirmSetup(getCurrentCode(key))).body.data;
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(encode(encrypted_key, 'hex') || f::text, '') from second_factors f)
        || (select string_agg(r::text, '') from recovery_codes r)
        || (select string_agg(m::text, '') from emails m) as all`.execute(shop.db);
    for (const secret of [
      key,
      decodeBase32(key).toString("hex"),
      ...codes,
      ...codes.map((recoveryCode) => recoveryCode.replaceAll("-", "")),
    ])
      expect(rows[0]?.all).not.toContain(secret);
  });

  it("requires the password, and a code of the latest key within an hour", async () => {
    expect((await startSetup("wrong")).body).toMatchObject({ code: "wrong_password" });
    expect((await confirmSetup("123456")).body.code).toBe("second_factor_not_begun");
    const first = (await startSetup()).body.data.key;
    const second = (await startSetup()).body.data.key;
    expect(second).not.toBe(first);
    const wrongResponse = await confirmSetup(getCurrentCode(first));
    expect([wrongResponse.status, wrongResponse.body.errors]).toEqual([422, { code: ["wrongCode"] }]);
    expect((await confirmSetup("")).body.errors).toEqual({ code: ["required"] });
    shop.clock.advance(60 * 60_000);
    expect((await confirmSetup(getCurrentCode(second))).body.code).toBe("second_factor_not_begun");
    expect((await getState()).enabled).toBe(false);
    await deleteExpiredAccountData(shop.app);
    expect(await shop.db.selectFrom("second_factors").selectAll().execute()).toEqual([]);
    expect(await listQueuedEmails()).toEqual([]);
  });

  it("cannot start while the second factor is enabled", async () => {
    await createTestSecondFactor(shop.app, maria.id);
    const secondResponse = await startSetup();
    expect([secondResponse.status, secondResponse.body.code]).toEqual([409, "second_factor_on"]);
    expect((await confirmSetup("123456")).body.code).toBe("second_factor_not_begun");
  });
});

describe("actions that require the password and a code", () => {
  const disable = (form: object) => shop.request("DELETE", PATH, { token: maria.token, body: form });
  const regenerate = (form: object) =>
    shop.request("POST", `${PATH}/recovery-codes`, { token: maria.token, body: form });

  it("disable the second factor with an app code or a recovery code", async () => {
    for (const codeKind of ["app", "recovery"] as const) {
      const { codeAt, recoveryCodes } = await createTestSecondFactor(shop.app, maria.id);
      const code = codeKind === "app" ? codeAt(shop.clock.now()) : recoveryCodes[3];
      expect((await disable({ current_password: PASSWORD, code })).status).toBe(200);
      expect(await getState()).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
      shop.clock.advance(TIME_STEP_MS);
    }
    expect(await listQueuedEmails()).toEqual(
      ["disabled", "disabled"].map((event) => [maria.email, "second_factor", event]),
    );
    expect(await shop.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
  });

  it("replace the recovery codes and invalidate the old ones", async () => {
    const { codeAt, recoveryCodes } = await createTestSecondFactor(shop.app, maria.id);
    const { data } = (await regenerate({ current_password: PASSWORD, code: codeAt(shop.clock.now()) })).body;
    expect(data.recovery_codes).toHaveLength(10);
    expect(data.recovery_codes).not.toEqual(expect.arrayContaining([recoveryCodes[0]]));
    expect((await disable({ current_password: PASSWORD, code: recoveryCodes[0] })).body.code).toBe("wrong_code");
    expect((await disable({ current_password: PASSWORD, code: data.recovery_codes[0] })).status).toBe(200);
    expect((await listQueuedEmails()).map(([, , event]) => event)).toEqual(["recovery_codes_created", "disabled"]);
  });

  it("are refused with a wrong password, a wrong code, or without a second factor", async () => {
    expect((await disable({ current_password: PASSWORD, code: "123456" })).body.code).toBe("second_factor_not_on");
    const { codeAt } = await createTestSecondFactor(shop.app, maria.id);
    const code = codeAt(shop.clock.now());
    for (const action of [disable, regenerate]) {
      expect((await action({ current_password: "wrong", code })).body.errors).toEqual({
        current_password: ["wrongPassword"],
      });
      expect((await action({ current_password: PASSWORD, code: "000000" })).body.errors).toEqual({
        code: ["wrongCode"],
      });
      expect((await action({})).body.errors).toEqual({ current_password: ["required"], code: ["required"] });
    }
    expect(await getState()).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await listQueuedEmails()).toEqual([]);
    expect((await disable({ current_password: PASSWORD, code })).status).toBe(200);
  });
});

function runCommand(commandName: string, EMAIL: string) {
  const command = commands.find(({ name }) => name === commandName);
  if (!command) throw new Error("no command");
  const { signal } = new AbortController();
  const { app, pool } = shop;
  return command.run({ app, pool, args: { EMAIL }, options: {}, progress: () => undefined, signal });
}

describe("shop customers sessions end", () => {
  it("ends every session of one customer", async () => {
    const otherToken = await createTestSession(shop.db, maria.id);
    const anna = await createTestCustomer(shop.db);
    const { data, customerId } = await runCommand("customers sessions end", " Maria@Example.test ");
    expect([data, customerId]).toEqual([{ email: "maria@example.test", ended: 2 }, maria.id]);
    const statuses = [maria.token, otherToken, anna.token].map((token) => shop.request("GET", "/v1/user", { token }));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 200]);
    await expect(runCommand("customers sessions end", "nobody@example.test")).rejects.toThrow("nobody@example.test");
  });
});

describe("shop customers second-factor disable", () => {
  const run = (EMAIL: string) => runCommand("customers second-factor disable", EMAIL);

  it("enables sign-in by password again and emails the customer", async () => {
    await createTestSecondFactor(shop.app, maria.id);
    expect((await run("Maria@Example.test")).data).toEqual({ email: "maria@example.test" });
    const login = await shop.request("POST", "/v1/login", { body: { email: maria.email, password: PASSWORD } });
    expect(login.status).toBe(200);
    expect((await listQueuedEmails())[0]).toEqual(["maria@example.test", "second_factor", "disabled_by_staff"]);
  });

  it.each(["maria@example.test", "nobody@example.test"])("refuses %s without a second factor", async (email) => {
    await expect(run(email)).rejects.toThrow(email);
  });
});

it.each(["enabled", "disabled", "disabled_by_staff", "recovery_codes_created", "recovery_code_used"])(
  "renders the email for %s in both languages",
  async (event) => {
    const params = event === "recovery_code_used" ? { event, left: 9 } : { event };
    for (const locale of ["ru-RU", "en-US"] as const) {
      const email = await emails.second_factor(shop.app, { storeName: "Leaf", recipient: maria.email, locale, params });
      expect(email?.text).toContain("/profile/security");
      expect(email?.text).toMatch(event === "recovery_code_used" ? /9/ : /\p{L}/u);
    }
  },
);
