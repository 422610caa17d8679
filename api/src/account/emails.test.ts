import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer, PASSWORD } from "./fixtures.ts";
import { letters } from "./letters.ts";

const shop = await openTestShop();
const HOURS = 60 * 60 * 1000;

type Template = "email_confirmation" | "email_change";
type Queued = { recipient: string; template: string; params: unknown };

const queued = async (): Promise<Queued[]> =>
  shop.db.selectFrom("mails").select(["recipient", "template", "params"]).orderBy("id").execute();

/** The token in the letter to this address, as it would be sent now; undefined where nothing would be. */
async function tokenTo(recipient: string, template: Template): Promise<string | undefined> {
  const mail = (await queued()).findLast((one) => one.recipient === recipient && one.template === template);
  const letter = await letters[template](shop.house, {
    shop: "Leaf",
    recipient,
    locale: "ru-RU",
    params: mail?.params as Record<string, unknown>,
  });
  return /\/confirm-email\?token=([\w-]{43})/.exec(letter?.text ?? "")?.[1];
}

const confirm = (token: string | undefined) => shop.ask("POST", "/v1/confirm-email", { body: { token } });
const change = ({ token }: ACustomer, email: string, current_password = PASSWORD) =>
  shop.ask("POST", "/v1/user/email", { token, body: { email, current_password } });
const me = async ({ token }: ACustomer) => (await shop.ask("GET", "/v1/user", { token })).body.data;

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db, { email: "maria@example.test" });
});

describe("POST /v1/confirm-email", () => {
  it("confirms the address that somebody registered with, once, and buying does not wait for it", async () => {
    const { data } = (
      await shop.ask("POST", "/v1/register", {
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
    const token = await tokenTo("anna@example.test", "email_confirmation");
    const { status, body } = await confirm(token);
    expect([status, body.data, body.message]).toEqual([200, { state: "confirmed" }, "Адрес подтверждён."]);
    expect((await shop.ask("GET", "/v1/user", { token: data.token })).body.data.email_verified).toBe(true);
    expect((await confirm(token)).body.code).toBe("email_link_used");
    expect(await tokenTo("anna@example.test", "email_confirmation")).toBeUndefined();
  });

  it("refuses a link that is old, unknown, or of an address that is his no more", async () => {
    await shop.ask("POST", "/v1/user/confirm-email", { token: maria.token });
    const [late, strange] = [
      await tokenTo(maria.email, "email_confirmation"),
      await tokenTo(maria.email, "email_confirmation"),
    ];
    await shop.db.updateTable("customers").set({ email: "other@example.test" }).where("id", "=", maria.id).execute();
    await confirm(strange);
    expect((await me(maria)).email_verified).toBe(false);
    shop.clock.advance(7 * 24 * HOURS);
    for (const token of [late, "x".repeat(43), "?"]) {
      const refused = await confirm(token);
      expect([refused.status, refused.body.code]).toEqual([422, "email_link_used"]);
    }
    expect((await confirm("")).body.errors).toEqual({ token: ["required"] });
  });
});

describe("POST /v1/user/confirm-email", () => {
  it("sends the letter again, once a minute, not at all when confirmed, and needs login", async () => {
    const ask = () => shop.ask("POST", "/v1/user/confirm-email", { token: maria.token });
    await Promise.all([ask(), ask()]);
    expect(await queued()).toHaveLength(1);
    await confirm(await tokenTo(maria.email, "email_confirmation"));
    shop.clock.advance(2 * 60_000);
    expect((await ask()).status).toBe(200);
    expect(await queued()).toHaveLength(1);
    for (let more = 0; more < 2; more++) await ask();
    expect((await ask()).status).toBe(429);
    expect((await shop.ask("POST", "/v1/user/confirm-email")).status).toBe(401);
  });
});

describe("POST /v1/user/email", () => {
  it("changes the email when both addresses have agreed, in either order, and tells both", async () => {
    const { status, body } = await change(maria, "Masha@example.test");
    expect([status, body.message]).toEqual([200, expect.stringContaining("masha@example.test")]);
    expect(await me(maria)).toMatchObject({ email: "maria@example.test", new_email: "masha@example.test" });
    expect((await confirm(await tokenTo("masha@example.test", "email_change"))).body.data).toEqual({
      state: "waiting",
    });
    expect((await me(maria)).email).toBe("maria@example.test");
    expect((await confirm(await tokenTo("maria@example.test", "email_change"))).body.data).toEqual({
      state: "changed",
    });
    expect(await me(maria)).toMatchObject({ email: "masha@example.test", new_email: null, email_verified: true });
    expect((await queued()).filter((mail) => mail.template === "email_changed").map((mail) => mail.recipient)).toEqual([
      "maria@example.test",
      "masha@example.test",
    ]);
  });

  it("answers the same for an address that is taken, and never gives it away", async () => {
    await aCustomer(shop.db, { email: "taken@example.test" });
    const [free, taken] = [await change(maria, "free@example.test"), await change(maria, "taken@example.test")];
    expect([taken.status, taken.body.message.replace("taken", "free")]).toEqual([free.status, free.body.message]);
    expect(await tokenTo("taken@example.test", "email_change")).toBeUndefined();
    // The first change was replaced: its letters say nothing any more.
    expect(await tokenTo("free@example.test", "email_change")).toBeUndefined();
  });

  it("leaves everything as it was where the address becomes somebody's before the last yes", async () => {
    await change(maria, "masha@example.test");
    await confirm(await tokenTo("masha@example.test", "email_change"));
    await aCustomer(shop.db, { email: "masha@example.test" });
    const refused = await confirm(await tokenTo("maria@example.test", "email_change"));
    expect([refused.status, refused.body.code]).toEqual([422, "email_link_used"]);
    expect((await me(maria)).email).toBe("maria@example.test");
  });

  it("takes two presses of one link at once as one", async () => {
    await change(maria, "masha@example.test");
    const token = await tokenTo("masha@example.test", "email_change");
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await me(maria)).email).toBe("maria@example.test");
  });

  it("asks for the password, another address and a login", async () => {
    const wrong = await change(maria, "masha@example.test", "not my password");
    expect([wrong.status, wrong.body.errors]).toEqual([422, { current_password: ["wrongPassword"] }]);
    expect((await change(maria, "MARIA@example.test")).body.errors).toEqual({ email: ["sameEmail"] });
    expect((await change(maria, "maria@")).body.errors).toEqual({ email: ["invalidEmail"] });
    expect((await shop.ask("POST", "/v1/user/email", { body: {} })).status).toBe(401);
    expect(await queued()).toEqual([]);
  });

  it("can be called off: its links are dead", async () => {
    await change(maria, "masha@example.test");
    const token = await tokenTo("masha@example.test", "email_change");
    expect((await shop.ask("DELETE", "/v1/user/email", { token: maria.token })).status).toBe(204);
    expect((await me(maria)).new_email).toBeNull();
    expect((await confirm(token)).body.code).toBe("email_link_used");
  });
});
