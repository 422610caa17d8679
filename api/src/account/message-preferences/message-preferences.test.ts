import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { createTestCustomer, type TestCustomer } from "../fixtures.ts";
import { optionalEmail } from "./optional-email.ts";
import { canChange, messageKinds, type MessageKind, type OptionalEmailKind } from "./schema.ts";
import { createUnsubscribeToken } from "./unsubscribe.ts";

const shop = await openTestShop();

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
});

const list = async (token = maria.token) =>
  (await shop.request("GET", "/v1/user/message-preferences", { token })).body.data;
const listEnabled = async (channel: "email" | "push", token = maria.token) =>
  (await list(token)).items.filter((item) => item[channel]?.is_enabled).map(({ kind }) => kind);
const patch = (body: unknown, token: string | undefined = maria.token) =>
  shop.request("PATCH", "/v1/user/message-preferences", { body, ...(token ? { token } : {}) });
const change = (kind: string, channel: string, is_enabled: unknown) =>
  patch({ changes: [{ kind, channel, is_enabled }] });
const verifyEmail = () => shop.db.updateTable("customers").set({ email_verified_at: new Date() }).execute();
const listConsents = () =>
  shop.db.selectFrom("consents").select(["purpose", "source_form", "withdrawn_at"]).orderBy("id").execute();

/** Renders an email of a kind as it is rendered when it is sent. */
const render = (kind: OptionalEmailKind, recipient = maria.email) =>
  optionalEmail(kind, async (_app, { locale, storeName, unsubscribe }) =>
    renderEmail({ locale, storeName, subject: "s", paragraphs: ["p"], unsubscribe }),
  )(shop.app, { recipient, locale: "en-US", params: {}, storeName: "Leaf" });

describe("/v1/user/message-preferences", () => {
  it("starts with the defaults, and no advertising", async () => {
    expect(await listEnabled("email")).toEqual(["order", "parcel", "replies", "products", "account"]);
    expect(await listEnabled("push")).toEqual(["order", "parcel", "products"]);
    const { items, locale } = await list();
    expect(locale).toBe("ru-RU");
    expect(items.filter((item) => !item.email.can_change).map(({ kind }) => kind)).toEqual(["order", "account"]);
    expect(items.find((item) => item.kind === "account")?.push).toBeNull();
  });

  it("switches each kind and channel separately, also concurrently", async () => {
    const responses = await Promise.all([
      change("parcel", "email", false),
      change("parcel", "push", false),
      change("replies", "push", true),
      change("parcel", "email", false),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await listEnabled("email")).toEqual(["order", "replies", "products", "account"]);
    expect(await listEnabled("push")).toEqual(["order", "replies", "products"]);
    const { body } = await change("parcel", "email", true);
    expect(body.message).toBe("Изменения сохранены.");
    expect(await listEnabled("email")).toContain("parcel");
  });

  it("stores the choice of a kind that needs consent only as that consent", async () => {
    await change("newsletter", "email", true);
    await change("newsletter", "email", true);
    expect(await listConsents()).toEqual([{ purpose: "newsletter", source_form: "preferences", withdrawn_at: null }]);
    expect(await listEnabled("email")).toContain("newsletter");
    await shop.request("PUT", "/v1/user/consents/newsletter", { token: maria.token, body: { given: false } });
    expect(await listEnabled("email")).not.toContain("newsletter");
    expect(await shop.db.selectFrom("message_preferences").selectAll().execute()).toEqual([]);
  });

  it("sets the language of messages", async () => {
    await patch({ locale: "en-US" });
    expect((await list()).locale).toBe("en-US");
    expect((await patch({ locale: "de-DE" })).body.errors).toEqual({ locale: ["invalid"] });
  });

  it.each([
    ["a kind that cannot be switched off", { kind: "order", channel: "email", is_enabled: false }],
    ["a kind that is never pushed", { kind: "account", channel: "push", is_enabled: true }],
    ["an unknown kind", { kind: "constructor", channel: "email", is_enabled: false }],
    ["an unknown channel", { kind: "parcel", channel: "sms", is_enabled: false }],
  ])("refuses %s and changes nothing", async (_what, invalid) => {
    const valid = { kind: "parcel", channel: "email", is_enabled: false };
    expect((await patch({ changes: [valid, invalid] })).status).toBe(422);
    expect(await listEnabled("email")).toContain("parcel");
  });

  it("requires a session, and keeps customers apart", async () => {
    const anna = await createTestCustomer(shop.db);
    await change("parcel", "email", false);
    expect(await listEnabled("email", anna.token)).toContain("parcel");
    expect((await shop.request("GET", "/v1/user/message-preferences")).status).toBe(401);
    expect((await shop.request("PATCH", "/v1/user/message-preferences", { body: {} })).status).toBe(401);
  });
});

describe("an optional email", () => {
  const kinds = (Object.keys(messageKinds) as MessageKind[]).filter((kind) => canChange(kind, "email"));

  it.each(kinds as OptionalEmailKind[])("of the kind %s ends with its own unsubscribe link only", async (kind) => {
    await verifyEmail();
    for (const consent of ["newsletter", "reminders"]) await change(consent, "email", true);
    const email = await render(kind);
    expect(email?.text).toContain(email?.unsubscribeUrl ?? "nowhere");
    const token = new URL(email?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    for (let times = 0; times < 2; times++) {
      const { status, body } = await shop.request("POST", "/v1/unsubscribe", { body: { token } });
      expect([status, body.data]).toEqual([200, { purpose: kind }]);
      expect(body.message).toMatch(/\p{L}/u);
    }
    const sent = [];
    for (const other of kinds as OptionalEmailKind[]) if (await render(other)) sent.push(other);
    expect(sent).toEqual(kinds.filter((other) => other !== kind));
    expect(await listEnabled("email")).not.toContain(kind);
  });

  it("with a consent is sent to confirmed addresses only", async () => {
    await change("reminders", "email", true);
    expect(await render("reminders")).toBeNull();
    await verifyEmail();
    expect(await render("reminders")).not.toBeNull();
  });

  it("can be ended by someone who ordered without an account", async () => {
    await shop.db
      .updateTable("customers")
      .set({ email: "c-1@checkout.invalid", checkout_email: "guest@example.test", password_hash: null })
      .execute();
    const token = await createUnsubscribeToken(shop.db, "parcel", "guest@example.test");
    expect(await render("parcel", "guest@example.test")).not.toBeNull();
    await shop.request("POST", "/v1/unsubscribe", { body: { token } });
    expect(await render("parcel", "guest@example.test")).toBeNull();
    expect(await render("parcel", "other@example.test")).not.toBeNull();
  });
});
