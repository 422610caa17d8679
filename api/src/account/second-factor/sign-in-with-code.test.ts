import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import {
  type TestCustomer,
  createTestCustomer,
  type TestSecondFactor,
  createTestSecondFactor,
  PASSWORD,
} from "../fixtures.ts";
import { emails } from "../email-templates.ts";
import { hashPassword } from "../../platform/crypto/password-hashing.ts";

// Other test files of this worker may have imported the module.
vi.hoisted(() => vi.resetModules());
vi.mock("@node-rs/argon2", { spy: true });

const shop = await openTestShop();
const TIME_STEP_MS = 30_000;

let maria: TestCustomer;
let factor: TestSecondFactor;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
  factor = await createTestSecondFactor(shop.app, maria.id);
  vi.mocked(verify).mockClear();
});

const login = (password = PASSWORD, remember = false) =>
  shop.request("POST", "/v1/login", { body: { email: maria.email, password, remember } });
const getChallenge = async () => (await login()).body.data.challenge;
const signInWithCode = (challenge: string, code: string, ip = "203.0.113.1") =>
  shop.request("POST", "/v1/login/second-factor", { body: { challenge, code }, headers: { "x-client-ip": ip } });
const getCurrentCode = () => factor.codeAt(shop.clock.now());
const listNewSessions = async () =>
  (await shop.db.selectFrom("sessions").select("remember").orderBy("id").execute()).slice(1);
const listQueuedEmails = async () =>
  (await shop.db.selectFrom("emails").select(["template", "params"]).execute()) as unknown[];
const getStatuses = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted();

describe("a sign-in with two-factor authentication", () => {
  it("needs the code: the password alone opens no session", async () => {
    const first = await login(PASSWORD, true);
    expect([first.status, first.body.code, first.body.message]).toEqual([
      401,
      "second_factor_required",
      "Введите код из приложения.",
    ]);
    expect(first.body.data).not.toHaveProperty("token");
    expect(await listNewSessions()).toEqual([]);
    const second = await signInWithCode(first.body.data.challenge, getCurrentCode());
    expect([second.status, second.body.message]).toEqual([200, "Вы вошли."]);
    expect(second.body.data).toMatchObject({ id: maria.id, email: maria.email });
    expect((await shop.request("GET", "/v1/user", { token: second.body.data.token })).status).toBe(200);
    expect(await listNewSessions()).toEqual([{ remember: true }]);
  });

  it("treats a wrong password like that of any other customer, with the same work", async () => {
    const wrong = await login("not the password");
    await createTestCustomer(shop.db, { email: "plain@example.test" });
    const plain = await shop.request("POST", "/v1/login", { body: { email: "plain@example.test", password: "wrong" } });
    expect([wrong.status, wrong.body]).toEqual([plain.status, plain.body]);
    await login();
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it("accepts the code of the time step before and after, but none further away", async () => {
    const challenge = await getChallenge();
    const now = shop.clock.now().getTime();
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const)
      expect([
        steps,
        (await signInWithCode(challenge, factor.codeAt(new Date(now + steps * TIME_STEP_MS)))).status,
      ]).toEqual([steps, status]);
  });

  it("accepts no code twice, and none older than the last one used", async () => {
    const challenge = await getChallenge();
    const earlier = getCurrentCode();
    shop.clock.advance(TIME_STEP_MS);
    expect((await signInWithCode(challenge, getCurrentCode())).status).toBe(200);
    for (const code of [getCurrentCode(), earlier]) {
      const again = await signInWithCode(challenge, code);
      expect([again.status, again.body.code, again.body.errors]).toEqual([422, "wrong_code", { code: ["wrongCode"] }]);
    }
    shop.clock.advance(TIME_STEP_MS);
    expect((await signInWithCode(challenge, getCurrentCode())).status).toBe(200);
  });

  it("accepts a recovery code once, however it is formatted, and sends an email about it", async () => {
    const challenge = await getChallenge();
    const [code = "", otherCode = ""] = factor.recoveryCodes;
    expect((await signInWithCode(challenge, ` ${code.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect((await signInWithCode(challenge, code)).body.code).toBe("wrong_code");
    expect((await signInWithCode(challenge, otherCode)).status).toBe(200);
    expect(await listQueuedEmails()).toMatchObject([
      { template: "second_factor", params: { event: "recovery_code_used", left: 9 } },
      { template: "second_factor", params: { event: "recovery_code_used", left: 8 } },
    ]);
  });

  it("rejects another customer's codes", async () => {
    const anna = await createTestCustomer(shop.db);
    const secondFactor = await createTestSecondFactor(shop.app, anna.id);
    const challenge = await getChallenge();
    for (const code of [secondFactor.codeAt(shop.clock.now()), secondFactor.recoveryCodes[0] ?? ""])
      expect((await signInWithCode(challenge, code)).body.code).toBe("wrong_code");
  });

  it.each(["app", "recovery"] as const)(
    "accepts only one of many concurrent uses of the same %s code",
    async (codeKind) => {
      const challenge = await getChallenge();
      const code = codeKind === "app" ? getCurrentCode() : (factor.recoveryCodes[0] ?? "");
      const responses = await Promise.all(Array.from({ length: 5 }, () => signInWithCode(challenge, code)));
      expect(getStatuses(responses)).toEqual([200, 422, 422, 422, 422]);
      expect(await listNewSessions()).toHaveLength(1);
    },
  );

  it("still requires the code after a password reset, if the email was proved before", async () => {
    const verified = { email_verified_at: shop.clock.now() };
    await shop.db.updateTable("customers").set(verified).where("id", "=", maria.id).execute();
    await shop.request("POST", "/v1/forgot-password", { body: { email: maria.email } });
    const email = await emails.password_reset(shop.app, {
      storeName: "Leaf",
      recipient: maria.email,
      locale: "ru-RU",
      params: {},
    });
    const token = /token=([\w-]{43})/.exec(email?.text ?? "")?.[1];
    const passwords = { password: "nine green pears", password_confirmation: "nine green pears" };
    const reset = await shop.request("POST", "/v1/reset-password", { body: { token, ...passwords } });
    expect([reset.status, reset.body.data]).toEqual([200, {}]);
    expect((await login("nine green pears")).body.code).toBe("second_factor_required");
  });
});

describe("a challenge", () => {
  it("expires after ten minutes and when the password changes", async () => {
    const challenge = await getChallenge();
    shop.clock.advance(10 * 60_000 - 1);
    expect((await signInWithCode(challenge, getCurrentCode())).status).toBe(200);
    shop.clock.advance(1);
    const lateResponse = await signInWithCode(challenge, getCurrentCode());
    expect([lateResponse.status, lateResponse.body.code]).toEqual([401, "second_factor_expired"]);

    const newChallenge = await getChallenge();
    const hash = await hashPassword("nine green pears");
    await shop.db.updateTable("customers").set({ password_hash: hash }).where("id", "=", maria.id).execute();
    shop.clock.advance(TIME_STEP_MS);
    expect((await signInWithCode(newChallenge, getCurrentCode())).body.code).toBe("second_factor_expired");
  });

  it("cannot be forged", async () => {
    const [payload = ""] = (await getChallenge()).split(".");
    const forgedPayload = Buffer.from(payload, "base64url").toString().replace(/\d+/, "1");
    for (const challenge of [
      "x",
      `${payload}.${"A".repeat(43)}`,
      `${Buffer.from(forgedPayload).toString("base64url")}.x`,
    ])
      expect((await signInWithCode(challenge, getCurrentCode())).body.code).toBe("second_factor_expired");
    expect((await signInWithCode("", "")).body.errors).toEqual({ challenge: ["required"], code: ["required"] });
  });

  it("accepts only recovery codes after SHOP_SECRET has changed, and logs an error", async () => {
    const challenge = await getChallenge();
    const { db } = shop;
    await db
      .updateTable("second_factors")
      .set({ encrypted_key: Buffer.alloc(48) })
      .execute();
    expect((await signInWithCode(challenge, getCurrentCode())).body.code).toBe("wrong_code");
    expect(shop.errors.splice(0)).toEqual(["cannot decrypt a second-factor key: SHOP_SECRET has changed"]);
    expect((await signInWithCode(challenge, factor.recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("rate limits of codes", () => {
  it("stop wrong codes for one customer from any IP address, also in parallel", async () => {
    const challenge = await getChallenge();
    const requests = Array.from({ length: 12 }, (_, index) =>
      signInWithCode(challenge, `00000${index % 10}`, `203.0.113.${index}`),
    );
    expect(getStatuses(await Promise.all(requests))).toEqual([...Array(5).fill(422), ...Array(7).fill(429)]);
    const stopped = await signInWithCode(challenge, getCurrentCode(), "203.0.113.99");
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, "900"]);
    shop.clock.advance(15 * 60_000);
    expect((await signInWithCode(await getChallenge(), getCurrentCode())).status).toBe(200);
  });

  it("allow thirty wrong codes a day", async () => {
    let attempts = 0;
    for (; attempts < 40; attempts++) {
      if (attempts % 5 === 0) shop.clock.advance(15 * 60_000);
      if ((await signInWithCode(await getChallenge(), "000000")).status === 429) break;
    }
    expect(attempts).toBe(30);
  });

  it("do not count correct codes", async () => {
    for (let index = 0; index < 7; index++) {
      shop.clock.advance(TIME_STEP_MS);
      expect((await signInWithCode(await getChallenge(), getCurrentCode())).status).toBe(200);
    }
  });
});
