import { beforeEach, expect, it } from "vitest";
import { getSessionCookie, openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import type { Me, OwnSession, SignInState } from "./admin-schema.ts";
import { commands } from "./commands.ts";
import { emails } from "./emails.ts";
import { createTestStaff, createTestStaffSession, STAFF_PASSWORD, type TestStaff } from "./fixtures.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);
const runCommand = createCommandRunner(shop, commands);

let person: TestStaff;
let cookie: string;
beforeEach(async () => {
  person = await createTestStaff(shop.app, { locale: "en-US" });
  cookie = await createTestStaffSession(shop.app, person.id);
});

const listSessions = async () =>
  (await admin.request<{ items: OwnSession[] }>("GET", "/me/sessions", { cookie })).body.data.items;
const getMe = (ofCookie: string) => admin.request<Me>("GET", "/me", { cookie: ofCookie });

/** Signs in with password and code from a device and an address. @returns the cookie */
async function signIn(ipAddress: string, code = person.codeAt(shop.clock.now())): Promise<string> {
  const headers = { "x-client-ip": ipAddress, "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" };
  const body = { email: person.email, password: STAFF_PASSWORD };
  const password = await admin.request("POST", "/session", { body, headers });
  const options = { cookie: getSessionCookie(password), body: { code }, headers };
  return getSessionCookie(await admin.request<SignInState>("POST", "/session/second-factor", options));
}

it("lists a person's own open sessions and ends one or all others", async () => {
  const other = await createTestStaffSession(shop.app, person.id);
  await createTestStaffSession(shop.app, person.id, { level: "password" });
  const stranger = await createTestStaff(shop.app);
  const strangerCookie = await createTestStaffSession(shop.app, stranger.id);
  const sessions = await listSessions();
  expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true]);
  const end = (id: string, ofCookie = cookie) => admin.request("DELETE", `/me/sessions/${id}`, { cookie: ofCookie });
  const [otherId = ""] = sessions.map(({ id }) => id);
  expect((await end(otherId, strangerCookie)).body.code).toBe("session_not_found");
  expect((await end(otherId)).status).toBe(204);
  expect((await getMe(other)).status).toBe(401);

  const third = await createTestStaffSession(shop.app, person.id);
  expect((await admin.request("DELETE", "/me/sessions", { cookie })).status).toBe(204);
  expect((await getMe(third)).status).toBe(401);
  expect((await getMe(cookie)).status).toBe(200);
  expect((await getMe(strangerCookie)).status).toBe(200);
});

it("changes the language of the person", async () => {
  expect((await admin.request("PATCH", "/me", { cookie, body: { locale: "ru-RU" } })).status).toBe(204);
  expect((await getMe(cookie)).body.data).toMatchObject({ locale: "ru-RU", staff: { role_name: "Владелец" } });
});

it("reports a sign-in from another device or network by email, but not the first", async () => {
  const countEmails = async () => (await shop.db.selectFrom("emails").select("id").execute()).length;
  const signInLater = async (ipAddress: string) => {
    shop.clock.advance(60_000);
    await signIn(ipAddress);
  };
  await signInLater("203.0.113.7");
  await signInLater("203.0.113.7");
  expect(await countEmails()).toBe(0);
  await signInLater("198.51.100.1");
  await signInLater("198.51.100.1");
  expect(await countEmails()).toBe(1);
  const queued = await shop.db.selectFrom("emails").selectAll().executeTakeFirstOrThrow();
  const email = await emails.staff_new_device(shop.app, {
    recipient: queued.recipient,
    locale: "en-US",
    params: queued.params as Record<string, unknown>,
    storeName: "Furoshiki",
  });
  expect(email?.text).toContain("Firefox, Windows\n198.51.100.1");
});

it("resets the second factor on the command line: a recovery code sets up a new authenticator", async () => {
  const { data } = await runCommand("staff second-factor off", { EMAIL: person.email }, { as: person.email });
  const { recovery_code } = data as { recovery_code: string };
  expect((await getMe(cookie)).status).toBe(401);
  const withOldCode = await signIn("203.0.113.7");
  const withOldRecoveryCode = await signIn("203.0.113.7", person.recoveryCodes[0]);
  expect([withOldCode, withOldRecoveryCode]).toEqual(["", ""]);
  const body = { email: person.email, password: STAFF_PASSWORD };
  const passwordCookie = getSessionCookie(await admin.request("POST", "/session", { body }));
  const recovered = await admin.request<SignInState>("POST", "/session/second-factor", {
    cookie: passwordCookie,
    body: { code: recovery_code },
  });
  expect(recovered.body.data.new_authenticator).not.toBeNull();
  expect((await shop.db.selectFrom("emails").select("template").execute()).map(({ template }) => template)).toEqual([
    "staff_second_factor_reset",
  ]);
  const entries = await shop.db
    .selectFrom("audit_entries")
    .select(["action", "actor_kind", "actor_label", "subject_id"])
    .where("action", "=", "staff.second_factor_reset")
    .execute();
  const by = { actor_kind: "command", actor_label: person.email };
  expect(entries).toEqual([{ ...by, action: "staff.second_factor_reset", subject_id: String(person.id) }]);
  await expect(runCommand("staff second-factor off", { EMAIL: "nobody@example.test" })).rejects.toThrow(
    "There is no active account",
  );
});

it("lists the accounts on the command line", async () => {
  const { lines } = await runCommand("staff list");
  expect(lines.at(-1)).toContain(person.email);
});
