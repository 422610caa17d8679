import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { type TestCustomer, createTestCustomer, PASSWORD } from "../fixtures.ts";
import { emails } from "../email-templates.ts";

const shop = await openTestShop();
const HOUR_MS = 60 * 60 * 1000;

type ConfirmationTemplate = "email_confirmation" | "email_change";
type QueuedEmail = { recipient: string; template: string; params: unknown };

const listQueuedEmails = async (): Promise<QueuedEmail[]> =>
  shop.db.selectFrom("emails").select(["recipient", "template", "params"]).orderBy("id").execute();

/** The token in the email to this address, as it would be sent now; undefined if none would be sent. */
async function getTokenFor(recipient: string, template: ConfirmationTemplate): Promise<string | undefined> {
  const mail = (await listQueuedEmails()).findLast(
    (email) => email.recipient === recipient && email.template === template,
  );
  const email = await emails[template](shop.app, {
    storeName: "Leaf",
    recipient,
    locale: "ru-RU",
    params: mail?.params as Record<string, unknown>,
  });
  return /\/confirm-email\?token=([\w-]{43})/.exec(email?.text ?? "")?.[1];
}

const confirmEmail = (token: string | undefined) => shop.request("POST", "/v1/confirm-email", { body: { token } });
const requestEmailChange = ({ token }: TestCustomer, email: string, current_password = PASSWORD) =>
  shop.request("POST", "/v1/user/email", { token, body: { email, current_password } });
const getUser = async ({ token }: TestCustomer) => (await shop.request("GET", "/v1/user", { token })).body.data;

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db, { email: "maria@example.test" });
});

describe("POST /v1/confirm-email", () => {
  it("confirms the address of the registration once", async () => {
    const { data } = (
      await shop.request("POST", "/v1/register", {
        body: {
          name: "Анна",
          tel: "+7 900 123-45-67",
          email: "anna@example.test",
          password: PASSWORD,
          password_confirmation: PASSWORD,
          agree: true,
        },
      })
    ).body;
    expect(data.email_verified).toBe(false);
    const token = await getTokenFor("anna@example.test", "email_confirmation");
    const { status, body } = await confirmEmail(token);
    expect([status, body.data, body.message]).toEqual([200, { state: "confirmed" }, "Адрес подтверждён."]);
    expect((await shop.request("GET", "/v1/user", { token: data.token })).body.data.email_verified).toBe(true);
    expect((await confirmEmail(token)).body.code).toBe("email_link_used");
    expect(await getTokenFor("anna@example.test", "email_confirmation")).toBeUndefined();
  });

  it("rejects a link that is expired, unknown, or for an address that is no longer the customer's", async () => {
    await shop.request("POST", "/v1/user/confirm-email", { token: maria.token });
    const [expiredToken, foreignToken] = [
      await getTokenFor(maria.email, "email_confirmation"),
      await getTokenFor(maria.email, "email_confirmation"),
    ];
    await shop.db.updateTable("customers").set({ email: "other@example.test" }).where("id", "=", maria.id).execute();
    await confirmEmail(foreignToken);
    expect((await getUser(maria)).email_verified).toBe(false);
    shop.clock.advance(7 * 24 * HOUR_MS);
    for (const token of [expiredToken, "x".repeat(43), "?"]) {
      const refused = await confirmEmail(token);
      expect([refused.status, refused.body.code]).toEqual([422, "email_link_used"]);
    }
    expect((await confirmEmail("")).body.errors).toEqual({ token: ["required"] });
  });
});

describe("POST /v1/user/confirm-email", () => {
  it("resends the email once a minute, not after confirmation, and requires authentication", async () => {
    const resend = () => shop.request("POST", "/v1/user/confirm-email", { token: maria.token });
    await Promise.all([resend(), resend()]);
    expect(await listQueuedEmails()).toHaveLength(1);
    await confirmEmail(await getTokenFor(maria.email, "email_confirmation"));
    shop.clock.advance(2 * 60_000);
    expect((await resend()).status).toBe(200);
    expect(await listQueuedEmails()).toHaveLength(1);
    for (let attempt = 0; attempt < 2; attempt++) await resend();
    expect((await resend()).status).toBe(429);
    expect((await shop.request("POST", "/v1/user/confirm-email")).status).toBe(401);
  });
});

describe("POST /v1/user/email", () => {
  it("changes the email after both addresses have confirmed in either order, and notifies both", async () => {
    const { status, body } = await requestEmailChange(maria, "Masha@example.test");
    expect([status, body.message]).toEqual([200, expect.stringContaining("masha@example.test")]);
    expect(await getUser(maria)).toMatchObject({ email: "maria@example.test", new_email: "masha@example.test" });
    expect((await confirmEmail(await getTokenFor("masha@example.test", "email_change"))).body.data).toEqual({
      state: "waiting",
    });
    expect((await getUser(maria)).email).toBe("maria@example.test");
    expect((await confirmEmail(await getTokenFor("maria@example.test", "email_change"))).body.data).toEqual({
      state: "changed",
    });
    expect(await getUser(maria)).toMatchObject({ email: "masha@example.test", new_email: null, email_verified: true });
    expect(
      (await listQueuedEmails()).filter((mail) => mail.template === "email_changed").map((mail) => mail.recipient),
    ).toEqual(["maria@example.test", "masha@example.test"]);
  });

  it("answers the same for a taken address and does not reveal it", async () => {
    await createTestCustomer(shop.db, { email: "taken@example.test" });
    const [freeResponse, takenResponse] = [
      await requestEmailChange(maria, "free@example.test"),
      await requestEmailChange(maria, "taken@example.test"),
    ];
    expect([takenResponse.status, takenResponse.body.message.replace("taken", "free")]).toEqual([
      freeResponse.status,
      freeResponse.body.message,
    ]);
    expect(await getTokenFor("taken@example.test", "email_change")).toBeUndefined();
    // The first change was replaced: its emails are no longer rendered.
    expect(await getTokenFor("free@example.test", "email_change")).toBeUndefined();
  });

  it("changes nothing if the address is taken before the last confirmation", async () => {
    await requestEmailChange(maria, "masha@example.test");
    await confirmEmail(await getTokenFor("masha@example.test", "email_change"));
    await createTestCustomer(shop.db, { email: "masha@example.test" });
    const refused = await confirmEmail(await getTokenFor("maria@example.test", "email_change"));
    expect([refused.status, refused.body.code]).toEqual([422, "email_link_used"]);
    expect((await getUser(maria)).email).toBe("maria@example.test");
  });

  it("accepts concurrent uses of one link only once", async () => {
    await requestEmailChange(maria, "masha@example.test");
    const token = await getTokenFor("masha@example.test", "email_change");
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirmEmail(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await getUser(maria)).email).toBe("maria@example.test");
  });

  it("requires the password, a different address and authentication", async () => {
    const wrongPassword = await requestEmailChange(maria, "masha@example.test", "not my password");
    expect([wrongPassword.status, wrongPassword.body.errors]).toEqual([422, { current_password: ["wrongPassword"] }]);
    expect((await requestEmailChange(maria, "MARIA@example.test")).body.errors).toEqual({ email: ["sameEmail"] });
    expect((await requestEmailChange(maria, "maria@")).body.errors).toEqual({ email: ["invalidEmail"] });
    expect((await shop.request("POST", "/v1/user/email", { body: {} })).status).toBe(401);
    expect(await listQueuedEmails()).toEqual([]);
  });

  it("can be canceled, which invalidates its links", async () => {
    await requestEmailChange(maria, "masha@example.test");
    const token = await getTokenFor("masha@example.test", "email_change");
    expect((await shop.request("DELETE", "/v1/user/email", { token: maria.token })).status).toBe(204);
    expect((await getUser(maria)).new_email).toBeNull();
    expect((await confirmEmail(token)).body.code).toBe("email_link_used");
  });
});
