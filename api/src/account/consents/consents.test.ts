import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { hasConsent } from "./sql.ts";
import { createUnsubscribeToken } from "../message-preferences/unsubscribe.ts";
import { type TestCustomer, createTestCustomer } from "../fixtures.ts";
import { emails } from "../email-templates.ts";

const shop = await openTestShop();
const EMAIL = "reader@example.test";

const listConsentRows = () => shop.db.selectFrom("consents").selectAll().orderBy("id").execute();
const putConsent = (token: string | undefined, purpose: string, body: unknown) =>
  shop.request("PUT", `/v1/user/consents/${purpose}`, { body, ...(token ? { token } : {}) });
const listGivenPurposes = async (token: string) =>
  (await shop.request("GET", "/v1/user/consents", { token })).body.data.items
    .filter((consent) => consent.given)
    .map((consent) => consent.purpose);
const subscribe = (body: unknown) => shop.request("POST", "/v1/newsletter", { body });
const confirmSubscription = (token: string) => shop.request("POST", "/v1/newsletter/confirm", { body: { token } });
const unsubscribe = (token: string) => shop.request("POST", "/v1/unsubscribe", { body: { token } });
const listQueuedTemplates = async () =>
  (await shop.db.selectFrom("emails").select("template").orderBy("id").execute()).map((mail) => mail.template);

async function getConfirmationToken(recipient: string): Promise<string> {
  const email = await emails.newsletter_confirmation(shop.app, {
    storeName: "Leaf",
    recipient,
    locale: "en-US",
    params: { form: "newsletter" },
  });
  return /\/en-US\/user\/newsletter\?token=([\w.-]+)/.exec(email?.text ?? "")?.[1] ?? "";
}

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
});

describe("/v1/user/consents", () => {
  it("gives and withdraws each purpose separately and records the document version", async () => {
    expect(await listGivenPurposes(maria.token)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => putConsent(maria.token, "reminders", { given: true })));
    const { status, body } = await putConsent(maria.token, "newsletter", { given: true });
    expect(status).toBe(200);
    expect(body.message).toBe("Изменения сохранены.");
    expect(await listGivenPurposes(maria.token)).toEqual(["newsletter", "reminders"]);
    expect(await listConsentRows()).toMatchObject([
      { purpose: "reminders", customer_id: maria.id, version: "privacy-policy/ru-RU/1", source_form: "profile" },
      { purpose: "newsletter", withdrawn_at: null },
    ]);
    await putConsent(maria.token, "reminders", { given: false });
    await putConsent(maria.token, "reminders", { given: false });
    expect(await listGivenPurposes(maria.token)).toEqual(["newsletter"]);
    expect((await listConsentRows())[0]?.withdrawn_at).toEqual(shop.clock.now());
  });

  it("rejects an unknown purpose, a missing value and a guest", async () => {
    expect((await putConsent(maria.token, "personal_data", { given: false })).status).toBe(422);
    expect((await putConsent(maria.token, "newsletter", {})).body.errors).toEqual({ given: ["required"] });
    expect((await putConsent(undefined, "newsletter", { given: true })).status).toBe(401);
    expect((await shop.request("GET", "/v1/user/consents")).status).toBe(401);
    expect(await listConsentRows()).toEqual([]);
  });
});

describe("POST /v1/newsletter", () => {
  it("stores nothing until the link is used, then one consent and one welcome email", async () => {
    expect((await subscribe({ email: EMAIL, agree: true })).body.message).toMatch(/^Мы отправили письмо/);
    expect([await listConsentRows(), await listQueuedTemplates()]).toEqual([[], ["newsletter_confirmation"]]);
    const token = await getConfirmationToken(EMAIL);
    for (let times = 0; times < 2; times++) expect((await confirmSubscription(token)).status).toBe(200);
    expect(await listConsentRows()).toMatchObject([{ customer_id: null, email: EMAIL, source_form: "newsletter" }]);
    expect(await listQueuedTemplates()).toEqual(["newsletter_confirmation", "newsletter_welcome"]);
    expect(await hasConsent(shop.db, EMAIL, "newsletter")).toBe(true);
    expect(await getConfirmationToken(EMAIL)).toBe("");
  });

  it("records the consent for the customer who has the address, and confirms the address", async () => {
    await putConsent(maria.token, "newsletter", { given: true });
    expect(await hasConsent(shop.db, maria.email, "newsletter")).toBe(false);
    await putConsent(maria.token, "newsletter", { given: false });
    await confirmSubscription(await getConfirmationToken(maria.email));
    expect(await listGivenPurposes(maria.token)).toEqual(["newsletter"]);
    expect(await hasConsent(shop.db, maria.email, "newsletter")).toBe(true);
  });

  it("rejects a form without agreement or email, and an expired or invalid link", async () => {
    expect((await subscribe({ email: EMAIL, agree: false })).body.errors).toEqual({
      agree: ["notification.no_agree_personal"],
    });
    expect((await subscribe({ email: "reader@", agree: true })).body.errors).toEqual({ email: ["invalidEmail"] });
    const token = await getConfirmationToken(EMAIL);
    shop.clock.advance(7 * 24 * 60 * 60 * 1000 + 1);
    for (const invalidToken of [token, `${token}x`, "x", await createUnsubscribeToken(shop.db, "newsletter", EMAIL)]) {
      const refused = await confirmSubscription(invalidToken);
      expect([refused.status, refused.body.code]).toEqual([422, "link_broken"]);
    }
    expect(await listConsentRows()).toEqual([]);
  });

  it("limits requests for one email address", async () => {
    for (let times = 0; times < 5; times++) expect((await subscribe({ email: EMAIL, agree: true })).status).toBe(200);
    expect((await subscribe({ email: EMAIL, agree: true })).status).toBe(429);
    expect(await listQueuedTemplates()).toEqual(["newsletter_confirmation"]);
  });
});

describe("POST /v1/unsubscribe", () => {
  it("stops one kind of email, is idempotent, and keeps the other kind", async () => {
    await putConsent(maria.token, "newsletter", { given: true });
    await putConsent(maria.token, "reminders", { given: true });
    const token = await createUnsubscribeToken(shop.db, "newsletter", maria.email);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await unsubscribe(token);
      expect([status, body.data, body.message]).toEqual([
        200,
        { purpose: "newsletter" },
        "Новинки и акции больше не придут.",
      ]);
    }
    expect(await listGivenPurposes(maria.token)).toEqual(["reminders"]);
  });

  it("unsubscribes a person without an account with the link of the email", async () => {
    await confirmSubscription(await getConfirmationToken(EMAIL));
    const email = await emails.newsletter_welcome(shop.app, {
      storeName: "Leaf",
      recipient: EMAIL,
      locale: "ru-RU",
      params: {},
    });
    expect(email?.text).toContain(email?.unsubscribeUrl ?? "nowhere");
    const token = new URL(email?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    expect((await unsubscribe(token)).status).toBe(200);
    expect(await hasConsent(shop.db, EMAIL, "newsletter")).toBe(false);
    expect(
      await emails.newsletter_welcome(shop.app, { storeName: "Leaf", recipient: EMAIL, locale: "ru-RU", params: {} }),
    ).toBeNull();
  });

  it("rejects tokens that were not signed for this purpose", async () => {
    await putConsent(maria.token, "newsletter", { given: true });
    const [, signature] = (await createUnsubscribeToken(shop.db, "newsletter", EMAIL)).split(".");
    const forged = `${Buffer.from(`newsletter ${maria.email}`).toString("base64url")}.${signature}`;
    for (const invalidToken of [forged, "x", await getConfirmationToken(EMAIL)])
      expect((await unsubscribe(invalidToken)).body.code).toBe("link_broken");
    expect((await unsubscribe("")).body.errors).toEqual({ token: ["required"] });
    expect(await listGivenPurposes(maria.token)).toEqual(["newsletter"]);
  });

  it("can be checked first without unsubscribing", async () => {
    await putConsent(maria.token, "newsletter", { given: true });
    const check = (token: string) => shop.request("POST", "/v1/unsubscribe/check", { body: { token } });
    const token = await createUnsubscribeToken(shop.db, "newsletter", maria.email);
    expect((await check(token)).body.data).toEqual({ purpose: "newsletter" });
    expect((await check("x")).body.code).toBe("link_broken");
    expect(await listGivenPurposes(maria.token)).toEqual(["newsletter"]);
  });
});

describe("POST /v1/consents/analytics", () => {
  const sendAnalyticsConsent = (body: unknown, token?: string) =>
    shop.request("POST", "/v1/consents/analytics", { body, ...(token ? { token } : {}) });

  it("records a guest's consent and returns a receipt to withdraw it with", async () => {
    const { receipt } = (await sendAnalyticsConsent({ given: true })).body.data;
    expect(await listConsentRows()).toMatchObject([
      { customer_id: null, email: null, purpose: "analytics", source_form: "bar" },
    ]);
    expect((await sendAnalyticsConsent({ given: false, receipt: "forged" })).body.data).toEqual({ receipt: null });
    expect((await listConsentRows())[0]?.withdrawn_at).toBeNull();
    await sendAnalyticsConsent({ given: false, receipt });
    expect((await listConsentRows())[0]?.withdrawn_at).toEqual(shop.clock.now());
  });

  it("records the consent of a signed-in customer; stores nothing about those who never consented", async () => {
    await sendAnalyticsConsent({ given: false });
    expect(await listConsentRows()).toEqual([]);
    await sendAnalyticsConsent({ given: true }, maria.token);
    expect(await listGivenPurposes(maria.token)).toEqual(["analytics"]);
    await sendAnalyticsConsent({ given: false }, maria.token);
    expect(await listGivenPurposes(maria.token)).toEqual([]);
    expect((await sendAnalyticsConsent({})).status).toBe(422);
  });
});
