import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer, type ASecondFactor, aSecondFactor, PASSWORD } from "./fixtures.ts";
import { letters } from "./letters.ts";
import { hashPassword } from "./passwords.ts";

vi.mock("@node-rs/argon2", { spy: true });

const shop = await openTestShop();
const HALF_MINUTE = 30_000;

let maria: ACustomer;
let factor: ASecondFactor;
beforeEach(async () => {
  maria = await aCustomer(shop.db, { email: "maria@example.test" });
  factor = await aSecondFactor(shop.house, maria.id);
  vi.mocked(verify).mockClear();
});

const login = (password = PASSWORD, remember = false) =>
  shop.ask("POST", "/v1/login", { body: { email: maria.email, password, remember } });
const challengeOf = async () => (await login()).body.data.challenge;
const withCode = (challenge: string, code: string, ip = "203.0.113.1") =>
  shop.ask("POST", "/v1/login/second-factor", { body: { challenge, code }, headers: { "x-client-ip": ip } });
const codeNow = () => factor.codeAt(shop.clock.now());
const sessions = async () => (await shop.db.selectFrom("sessions").select("remember").orderBy("id").execute()).slice(1);
const told = async () => (await shop.db.selectFrom("mails").select(["template", "params"]).execute()) as unknown[];
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

describe("a sign-in where a second factor is on", () => {
  it("is whole only with the code: the password alone opens no session", async () => {
    const first = await login(PASSWORD, true);
    expect([first.status, first.body.code, first.body.message]).toEqual([
      401,
      "second_factor_required",
      "Введите код из приложения.",
    ]);
    expect(first.body.data).not.toHaveProperty("token");
    expect(await sessions()).toEqual([]);
    const second = await withCode(first.body.data.challenge, codeNow());
    expect([second.status, second.body.message]).toEqual([200, "Вы вошли."]);
    expect(second.body.data).toMatchObject({ id: maria.id, email: maria.email });
    expect((await shop.ask("GET", "/v1/user", { token: second.body.data.token })).status).toBe(200);
    expect(await sessions()).toEqual([{ remember: true }]);
  });

  it("answers a wrong password as it does everybody, for the same work", async () => {
    const wrong = await login("not the password");
    await aCustomer(shop.db, { email: "plain@example.test" });
    const plain = await shop.ask("POST", "/v1/login", { body: { email: "plain@example.test", password: "wrong" } });
    expect([wrong.status, wrong.body]).toEqual([plain.status, plain.body]);
    await login();
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it("takes a code of the half-minute before and after, not of further away", async () => {
    const challenge = await challengeOf();
    const now = shop.clock.now().getTime();
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const)
      expect([steps, (await withCode(challenge, factor.codeAt(new Date(now + steps * HALF_MINUTE)))).status]).toEqual([
        steps,
        status,
      ]);
  });

  it("takes no code twice, and none older than the last", async () => {
    const challenge = await challengeOf();
    const earlier = codeNow();
    shop.clock.advance(HALF_MINUTE);
    expect((await withCode(challenge, codeNow())).status).toBe(200);
    for (const code of [codeNow(), earlier]) {
      const again = await withCode(challenge, code);
      expect([again.status, again.body.code, again.body.errors]).toEqual([422, "wrong_code", { code: ["wrongCode"] }]);
    }
    shop.clock.advance(HALF_MINUTE);
    expect((await withCode(challenge, codeNow())).status).toBe(200);
  });

  it("takes a recovery code once, however it is typed, and tells of it by letter", async () => {
    const challenge = await challengeOf();
    const [code = "", other = ""] = factor.recoveryCodes;
    expect((await withCode(challenge, ` ${code.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect((await withCode(challenge, code)).body.code).toBe("wrong_code");
    expect((await withCode(challenge, other)).status).toBe(200);
    expect(await told()).toMatchObject([
      { template: "second_factor", params: { what: "code_used", left: 9 } },
      { template: "second_factor", params: { what: "code_used", left: 8 } },
    ]);
  });

  it("is not let in by another customer's codes", async () => {
    const anna = await aCustomer(shop.db);
    const hers = await aSecondFactor(shop.house, anna.id);
    const challenge = await challengeOf();
    for (const code of [hers.codeAt(shop.clock.now()), hers.recoveryCodes[0] ?? ""])
      expect((await withCode(challenge, code)).body.code).toBe("wrong_code");
  });

  it.each(["app", "recovery"] as const)("lets one of many in who come with the same %s code at once", async (by) => {
    const challenge = await challengeOf();
    const code = by === "app" ? codeNow() : (factor.recoveryCodes[0] ?? "");
    const answers = await Promise.all(Array.from({ length: 5 }, () => withCode(challenge, code)));
    expect(statuses(answers)).toEqual([200, 422, 422, 422, 422]);
    expect(await sessions()).toHaveLength(1);
  });

  it("asks for the code after a reset of the password by letter too", async () => {
    await shop.ask("POST", "/v1/forgot-password", { body: { email: maria.email } });
    const letter = await letters.password_reset(shop.house, {
      shop: "Leaf",
      recipient: maria.email,
      locale: "ru-RU",
      params: {},
    });
    const token = /token=([\w-]{43})/.exec(letter?.text ?? "")?.[1];
    const passwords = { password: "nine green pears", password_confirmation: "nine green pears" };
    const reset = await shop.ask("POST", "/v1/reset-password", { body: { token, ...passwords } });
    expect([reset.status, reset.body.data]).toEqual([200, {}]);
    expect((await login("nine green pears")).body.code).toBe("second_factor_required");
  });
});

describe("a challenge", () => {
  it("ends after ten minutes, and with a new password", async () => {
    const challenge = await challengeOf();
    shop.clock.advance(10 * 60_000 - 1);
    expect((await withCode(challenge, codeNow())).status).toBe(200);
    shop.clock.advance(1);
    const late = await withCode(challenge, codeNow());
    expect([late.status, late.body.code]).toEqual([401, "second_factor_expired"]);

    const fresh = await challengeOf();
    const hash = await hashPassword("nine green pears");
    await shop.db.updateTable("customers").set({ password_hash: hash }).where("id", "=", maria.id).execute();
    shop.clock.advance(HALF_MINUTE);
    expect((await withCode(fresh, codeNow())).body.code).toBe("second_factor_expired");
  });

  it("is nobody else's to make", async () => {
    const [said = ""] = (await challengeOf()).split(".");
    const other = Buffer.from(said, "base64url").toString().replace(/\d+/, "1");
    for (const challenge of ["x", `${said}.${"A".repeat(43)}`, `${Buffer.from(other).toString("base64url")}.x`])
      expect((await withCode(challenge, codeNow())).body.code).toBe("second_factor_expired");
    expect((await withCode("", "")).body.errors).toEqual({ challenge: ["required"], code: ["required"] });
  });

  it("survives no change of the shop's secret but by recovery code, and the log says so", async () => {
    const challenge = await challengeOf();
    const { db } = shop;
    await db
      .updateTable("second_factors")
      .set({ sealed_key: Buffer.alloc(48) })
      .execute();
    expect((await withCode(challenge, codeNow())).body.code).toBe("wrong_code");
    expect(shop.errors.splice(0)).toEqual(["a second factor does not open: SHOP_SECRET is not what it was"]);
    expect((await withCode(challenge, factor.recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("the limits of codes", () => {
  it("stop wrong ones for one customer, wherever they come from and in parallel too", async () => {
    const challenge = await challengeOf();
    const guesses = Array.from({ length: 12 }, (_, at) => withCode(challenge, `00000${at % 10}`, `203.0.113.${at}`));
    expect(statuses(await Promise.all(guesses))).toEqual([...Array(5).fill(422), ...Array(7).fill(429)]);
    const stopped = await withCode(challenge, codeNow(), "203.0.113.99");
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "900"]);
    shop.clock.advance(15 * 60_000);
    expect((await withCode(await challengeOf(), codeNow())).status).toBe(200);
  });

  it("let thirty guesses a day through", async () => {
    let tried = 0;
    for (; tried < 40; tried++) {
      if (tried % 5 === 0) shop.clock.advance(15 * 60_000);
      if ((await withCode(await challengeOf(), "000000")).status === 429) break;
    }
    expect(tried).toBe(30);
  });

  it("do not count right ones", async () => {
    for (let at = 0; at < 7; at++) {
      shop.clock.advance(HALF_MINUTE);
      expect((await withCode(await challengeOf(), codeNow())).status).toBe(200);
    }
  });
});
