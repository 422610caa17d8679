import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { commands } from "./commands.ts";
import { type ACustomer, aCustomer, aSecondFactor, aSession, PASSWORD } from "./fixtures.ts";
import { sweepAccounts } from "./jobs.ts";
import { letters } from "./letters.ts";
import { codeOf, stepAt } from "./totp.ts";

const shop = await openTestShop();
const PATH = "/v1/user/second-factor";
const HALF_MINUTE = 30_000;

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db, { email: "maria@example.test" });
});

const state = async () => (await shop.ask("GET", PATH, { token: maria.token })).body.data;
const begin = (current_password = PASSWORD) =>
  shop.ask("POST", PATH, { token: maria.token, body: { current_password } });
const confirm = (code: string) => shop.ask("POST", `${PATH}/confirm`, { token: maria.token, body: { code } });
/** The code of a key as the customer typed it into his app. */
const codeFrom = (written: string) => codeOf(bytesOf(written), stepAt(shop.clock.now()));
const told = async () =>
  (await shop.db.selectFrom("mails").select(["recipient", "template", "params"]).orderBy("id").execute()).map(
    ({ recipient, template, params }) => [recipient, template, (params as { what?: string }).what],
  );

function bytesOf(written: string): Buffer {
  const bits = [...written].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

describe("setting a second factor up", () => {
  it("shows a key, takes the app's first code, and shows ten recovery codes once", async () => {
    expect(await state()).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
    const { data } = (await begin()).body;
    expect(data.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.address).toContain(data.key);
    expect((await state()).enabled).toBe(false);
    const { status, body } = await confirm(codeFrom(data.key).replace(/^.../, "$& "));
    expect([status, body.message]).toEqual([200, "Проверка кодом включена. На других устройствах нужно войти заново."]);
    expect(new Set(body.data.recovery_codes).size).toBe(10);
    for (const code of body.data.recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const now = shop.clock.now().toISOString();
    expect(await state()).toEqual({ enabled: true, enabled_at: now, recovery_codes_left: 10 });
    expect(await told()).toEqual([["maria@example.test", "second_factor", "on"]]);
  });

  it("ends the sessions of other devices, which were opened without a code", async () => {
    const other = await aSession(shop.db, maria.id);
    const { key } = (await begin()).body.data;
    expect((await shop.ask("GET", "/v1/user", { token: other })).status).toBe(200);
    expect((await confirm(codeFrom(key))).status).toBe(200);
    expect((await shop.ask("GET", "/v1/user", { token: other })).status).toBe(401);
    expect((await shop.ask("GET", "/v1/user", { token: maria.token })).status).toBe(200);
  });

  it("keeps neither key nor recovery codes where the database can tell them", async () => {
    const { key } = (await begin()).body.data;
    const { recovery_codes: codes } = (await confirm(codeFrom(key))).body.data;
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(encode(sealed_key, 'hex') || f::text, '') from second_factors f)
        || (select string_agg(r::text, '') from recovery_codes r)
        || (select string_agg(m::text, '') from mails m) as all`.execute(shop.db);
    for (const secret of [key, bytesOf(key).toString("hex"), ...codes, ...codes.map((one) => one.replaceAll("-", ""))])
      expect(rows[0]?.all).not.toContain(secret);
  });

  it("asks for the password, and for a code of this very key within the hour", async () => {
    expect((await begin("wrong")).body).toMatchObject({ code: "wrong_password" });
    expect((await confirm("123456")).body.code).toBe("second_factor_not_begun");
    const first = (await begin()).body.data.key;
    const second = (await begin()).body.data.key;
    expect(second).not.toBe(first);
    const wrong = await confirm(codeFrom(first));
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: ["wrongCode"] }]);
    expect((await confirm("")).body.errors).toEqual({ code: ["required"] });
    shop.clock.advance(60 * 60_000);
    expect((await confirm(codeFrom(second))).body.code).toBe("second_factor_not_begun");
    expect((await state()).enabled).toBe(false);
    await sweepAccounts(shop.house);
    expect(await shop.db.selectFrom("second_factors").selectAll().execute()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it("does not begin anew while one is on", async () => {
    await aSecondFactor(shop.house, maria.id);
    const again = await begin();
    expect([again.status, again.body.code]).toEqual([409, "second_factor_on"]);
    expect((await confirm("123456")).body.code).toBe("second_factor_not_begun");
  });
});

describe("what takes the password and a code", () => {
  const off = (form: object) => shop.ask("DELETE", PATH, { token: maria.token, body: form });
  const renew = (form: object) => shop.ask("POST", `${PATH}/recovery-codes`, { token: maria.token, body: form });

  it("switches it off by the app's code, or by a recovery code", async () => {
    for (const by of ["app", "recovery"] as const) {
      const { codeAt, recoveryCodes } = await aSecondFactor(shop.house, maria.id);
      const code = by === "app" ? codeAt(shop.clock.now()) : recoveryCodes[3];
      expect((await off({ current_password: PASSWORD, code })).status).toBe(200);
      expect(await state()).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
      shop.clock.advance(HALF_MINUTE);
    }
    expect(await told()).toEqual(["off", "off"].map((what) => [maria.email, "second_factor", what]));
    expect(await shop.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
  });

  it("makes new recovery codes; the old ones are dead", async () => {
    const { codeAt, recoveryCodes } = await aSecondFactor(shop.house, maria.id);
    const { data } = (await renew({ current_password: PASSWORD, code: codeAt(shop.clock.now()) })).body;
    expect(data.recovery_codes).toHaveLength(10);
    expect(data.recovery_codes).not.toEqual(expect.arrayContaining([recoveryCodes[0]]));
    expect((await off({ current_password: PASSWORD, code: recoveryCodes[0] })).body.code).toBe("wrong_code");
    expect((await off({ current_password: PASSWORD, code: data.recovery_codes[0] })).status).toBe(200);
    expect((await told()).map(([, , what]) => what)).toEqual(["codes_made", "off"]);
  });

  it("refuses a wrong password, a wrong code, and what is not on, and changes nothing", async () => {
    expect((await off({ current_password: PASSWORD, code: "123456" })).body.code).toBe("second_factor_not_on");
    const { codeAt } = await aSecondFactor(shop.house, maria.id);
    const code = codeAt(shop.clock.now());
    for (const act of [off, renew]) {
      expect((await act({ current_password: "wrong", code })).body.errors).toEqual({
        current_password: ["wrongPassword"],
      });
      expect((await act({ current_password: PASSWORD, code: "000000" })).body.errors).toEqual({ code: ["wrongCode"] });
      expect((await act({})).body.errors).toEqual({ current_password: ["required"], code: ["required"] });
    }
    expect(await state()).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await told()).toEqual([]);
    expect((await off({ current_password: PASSWORD, code })).status).toBe(200);
  });
});

function runCommand(wanted: string, EMAIL: string) {
  const command = commands.find(({ name }) => name === wanted);
  if (!command) throw new Error("no command");
  const { signal } = new AbortController();
  const { house, pool } = shop;
  return command.run({ house, pool, given: { EMAIL }, options: {}, progress: () => undefined, signal });
}

describe("shop customers sessions end", () => {
  it("ends every session of one customer", async () => {
    const other = await aSession(shop.db, maria.id);
    const anna = await aCustomer(shop.db);
    const { data, customerId } = await runCommand("customers sessions end", " Maria@Example.test ");
    expect([data, customerId]).toEqual([{ email: "maria@example.test", ended: 2 }, maria.id]);
    const statuses = [maria.token, other, anna.token].map((token) => shop.ask("GET", "/v1/user", { token }));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 200]);
    await expect(runCommand("customers sessions end", "nobody@example.test")).rejects.toThrow("nobody@example.test");
  });
});

describe("shop customers second-factor off", () => {
  const run = (EMAIL: string) => runCommand("customers second-factor off", EMAIL);

  it("lets in by password again, and tells the customer", async () => {
    await aSecondFactor(shop.house, maria.id);
    expect((await run("Maria@Example.test")).data).toEqual({ email: "maria@example.test" });
    const login = await shop.ask("POST", "/v1/login", { body: { email: maria.email, password: PASSWORD } });
    expect(login.status).toBe(200);
    expect((await told())[0]).toEqual(["maria@example.test", "second_factor", "off_by_shop"]);
  });

  it.each(["maria@example.test", "nobody@example.test"])("refuses %s who has none", async (email) => {
    await expect(run(email)).rejects.toThrow(email);
  });
});

it.each(["on", "off", "off_by_shop", "codes_made", "code_used"])(
  "writes the letter of %s in both languages",
  async (what) => {
    const params = what === "code_used" ? { what, left: 9 } : { what };
    for (const locale of ["ru-RU", "en-US"] as const) {
      const letter = await letters.second_factor(shop.house, { recipient: maria.email, locale, params });
      expect(letter?.text).toContain("/profile/security");
      expect(letter?.text).toMatch(what === "code_used" ? /9/ : /\p{L}/u);
    }
  },
);
