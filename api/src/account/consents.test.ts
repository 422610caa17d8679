import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { isAgreed } from "./consent-sql.ts";
import { unsubscribeToken } from "./consents.ts";
import { type ACustomer, aCustomer } from "./fixtures.ts";
import { letters } from "./letters.ts";

const shop = await openTestShop();
const EMAIL = "reader@example.test";

const rows = () => shop.db.selectFrom("consents").selectAll().orderBy("id").execute();
const put = (token: string | undefined, purpose: string, body: unknown) =>
  shop.ask("PUT", `/v1/user/consents/${purpose}`, { body, ...(token ? { token } : {}) });
const given = async (token: string) =>
  (await shop.ask("GET", "/v1/user/consents", { token })).body.data.items
    .filter((one) => one.given)
    .map((one) => one.purpose);
const signUp = (body: unknown) => shop.ask("POST", "/v1/newsletter", { body });
const confirm = (token: string) => shop.ask("POST", "/v1/newsletter/confirm", { body: { token } });
const unsubscribe = (token: string) => shop.ask("POST", "/v1/unsubscribe", { body: { token } });
const templates = async () =>
  (await shop.db.selectFrom("mails").select("template").orderBy("id").execute()).map((mail) => mail.template);

async function linkTo(recipient: string): Promise<string> {
  const params = { form: "newsletter" };
  const letter = await letters.newsletter_confirmation(shop.house, {
    shop: "Leaf",
    recipient,
    locale: "en-US",
    params,
  });
  return /\/en-US\/user\/newsletter\?token=([\w.-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
}

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db, { email: "maria@example.test" });
});

describe("/v1/user/consents", () => {
  it("gives and withdraws each purpose by itself, with what it was given to", async () => {
    expect(await given(maria.token)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => put(maria.token, "reminders", { given: true })));
    const { status, body } = await put(maria.token, "newsletter", { given: true });
    expect(status).toBe(200);
    expect(body.message).toBe("Изменения сохранены.");
    expect(await given(maria.token)).toEqual(["newsletter", "reminders"]);
    expect(await rows()).toMatchObject([
      { purpose: "reminders", customer_id: maria.id, version: "privacy-policy/ru-RU/1", source_form: "profile" },
      { purpose: "newsletter", withdrawn_at: null },
    ]);
    await put(maria.token, "reminders", { given: false });
    await put(maria.token, "reminders", { given: false });
    expect(await given(maria.token)).toEqual(["newsletter"]);
    expect((await rows())[0]?.withdrawn_at).toEqual(shop.clock.now());
  });

  it("knows no other purpose, needs an answer and a login", async () => {
    expect((await put(maria.token, "personal_data", { given: false })).status).toBe(422);
    expect((await put(maria.token, "newsletter", {})).body.errors).toEqual({ given: ["required"] });
    expect((await put(undefined, "newsletter", { given: true })).status).toBe(401);
    expect((await shop.ask("GET", "/v1/user/consents")).status).toBe(401);
    expect(await rows()).toEqual([]);
  });
});

describe("POST /v1/newsletter", () => {
  it("keeps nothing until the letter's link is taken, then one consent, and welcomes once", async () => {
    expect((await signUp({ email: EMAIL, agree: true })).body.message).toMatch(/^Мы отправили письмо/);
    expect([await rows(), await templates()]).toEqual([[], ["newsletter_confirmation"]]);
    const token = await linkTo(EMAIL);
    for (let times = 0; times < 2; times++) expect((await confirm(token)).status).toBe(200);
    expect(await rows()).toMatchObject([{ customer_id: null, email: EMAIL, source_form: "newsletter" }]);
    expect(await templates()).toEqual(["newsletter_confirmation", "newsletter_welcome"]);
    expect(await isAgreed(shop.db, EMAIL, "newsletter")).toBe(true);
    expect(await linkTo(EMAIL)).toBe("");
  });

  it("is the customer's where the address has an account, and confirms it", async () => {
    await put(maria.token, "newsletter", { given: true });
    expect(await isAgreed(shop.db, maria.email, "newsletter")).toBe(false);
    await put(maria.token, "newsletter", { given: false });
    await confirm(await linkTo(maria.email));
    expect(await given(maria.token)).toEqual(["newsletter"]);
    expect(await isAgreed(shop.db, maria.email, "newsletter")).toBe(true);
  });

  it("refuses a form without a yes or an address, and a link that is old or broken", async () => {
    expect((await signUp({ email: EMAIL, agree: false })).body.errors).toEqual({
      agree: ["notification.no_agree_personal"],
    });
    expect((await signUp({ email: "reader@", agree: true })).body.errors).toEqual({ email: ["invalidEmail"] });
    const token = await linkTo(EMAIL);
    shop.clock.advance(7 * 24 * 60 * 60 * 1000 + 1);
    for (const wrong of [token, `${token}x`, "x", await unsubscribeToken(shop.db, "newsletter", EMAIL)]) {
      const refused = await confirm(wrong);
      expect([refused.status, refused.body.code]).toEqual([422, "link_broken"]);
    }
    expect(await rows()).toEqual([]);
  });

  it("is limited for one address, however often somebody types it in", async () => {
    for (let times = 0; times < 5; times++) expect((await signUp({ email: EMAIL, agree: true })).status).toBe(200);
    expect((await signUp({ email: EMAIL, agree: true })).status).toBe(429);
    expect(await templates()).toEqual(["newsletter_confirmation"]);
  });
});

describe("POST /v1/unsubscribe", () => {
  it("ends one kind of letters, also the second time, and leaves the other", async () => {
    await put(maria.token, "newsletter", { given: true });
    await put(maria.token, "reminders", { given: true });
    const token = await unsubscribeToken(shop.db, "newsletter", maria.email);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await unsubscribe(token);
      expect([status, body.data, body.message]).toEqual([
        200,
        { purpose: "newsletter" },
        "Новинки и акции больше не придут.",
      ]);
    }
    expect(await given(maria.token)).toEqual(["reminders"]);
  });

  it("ends it for somebody without an account, by the link in the letter itself", async () => {
    await confirm(await linkTo(EMAIL));
    const params = {};
    const letter = await letters.newsletter_welcome(shop.house, {
      shop: "Leaf",
      recipient: EMAIL,
      locale: "ru-RU",
      params,
    });
    expect(letter?.text).toContain(letter?.unsubscribe ?? "nowhere");
    const token = new URL(letter?.unsubscribe ?? "").searchParams.get("token") ?? "";
    expect((await unsubscribe(token)).status).toBe(200);
    expect(await isAgreed(shop.db, EMAIL, "newsletter")).toBe(false);
    expect(
      await letters.newsletter_welcome(shop.house, { shop: "Leaf", recipient: EMAIL, locale: "ru-RU", params }),
    ).toBeNull();
  });

  it("refuses what the shop did not sign for this", async () => {
    await put(maria.token, "newsletter", { given: true });
    const [, mark] = (await unsubscribeToken(shop.db, "newsletter", EMAIL)).split(".");
    const forged = `${Buffer.from(`newsletter ${maria.email}`).toString("base64url")}.${mark}`;
    for (const wrong of [forged, "x", await linkTo(EMAIL)])
      expect((await unsubscribe(wrong)).body.code).toBe("link_broken");
    expect((await unsubscribe("")).body.errors).toEqual({ token: ["required"] });
    expect(await given(maria.token)).toEqual(["newsletter"]);
  });

  it("can be checked first, which ends nothing", async () => {
    await put(maria.token, "newsletter", { given: true });
    const check = (token: string) => shop.ask("POST", "/v1/unsubscribe/check", { body: { token } });
    const token = await unsubscribeToken(shop.db, "newsletter", maria.email);
    expect((await check(token)).body.data).toEqual({ purpose: "newsletter" });
    expect((await check("x")).body.code).toBe("link_broken");
    expect(await given(maria.token)).toEqual(["newsletter"]);
  });
});

describe("POST /v1/consents/analytics", () => {
  const say = (body: unknown, token?: string) =>
    shop.ask("POST", "/v1/consents/analytics", { body, ...(token ? { token } : {}) });

  it("writes a guest's yes down and gives him a receipt to withdraw it by", async () => {
    const { receipt } = (await say({ given: true })).body.data;
    expect(await rows()).toMatchObject([{ customer_id: null, email: null, purpose: "analytics", source_form: "bar" }]);
    expect((await say({ given: false, receipt: "forged" })).body.data).toEqual({ receipt: null });
    expect((await rows())[0]?.withdrawn_at).toBeNull();
    await say({ given: false, receipt });
    expect((await rows())[0]?.withdrawn_at).toEqual(shop.clock.now());
  });

  it("is a customer's where one is signed in; who never agreed leaves nothing", async () => {
    await say({ given: false });
    expect(await rows()).toEqual([]);
    await say({ given: true }, maria.token);
    expect(await given(maria.token)).toEqual(["analytics"]);
    await say({ given: false }, maria.token);
    expect(await given(maria.token)).toEqual([]);
    expect((await say({})).status).toBe(422);
  });
});
