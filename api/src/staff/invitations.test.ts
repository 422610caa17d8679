import { expect, it } from "vitest";
import { getSessionCookie, openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import type { AcceptedStep, Invitation, Me } from "./admin-schema.ts";
import { commands } from "./commands.ts";
import { emails } from "./emails.ts";
import { createAuthenticator, createTestStaff } from "./fixtures.ts";
import { jobs } from "./jobs.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);
const runCommand = createCommandRunner(shop, commands);
const HOUR_MS = 60 * 60 * 1000;
const PASSWORD = "nine grey herons";

/** Invites a person. @returns the path of their invitation */
async function invite(role = "manager", email = "new@example.test"): Promise<string> {
  const { data } = await runCommand("staff invite", { EMAIL: email }, { role });
  const { url } = data as { url: string };
  expect(url).toMatch(/^http:\/\/shop\.test\/admin\/invitations\/[\w-]{43}$/);
  return url.replace("http://shop.test/admin", "");
}

const accept = (path: string, body: object) => admin.request<AcceptedStep>("POST", `${path}/accept`, { body });
const setPassword = (path: string, password = PASSWORD) =>
  accept(path, { step: "password", name: "Ольга", password, locale: "en-US" });
const sendCode = (path: string, code: string) => accept(path, { step: "code", code });

it("creates an active account in two steps, which sign the person in", async () => {
  const path = await invite();
  const { body } = await admin.request<Invitation>("GET", path, { headers: { "accept-language": "en-US" } });
  expect(body.data).toEqual({
    email: "new@example.test",
    role_name: "Manager",
    expires_at: "2026-11-23T09:00:00.000Z",
    step: "password",
  });
  const { authenticator } = (await setPassword(path)).body.data;
  expect((await admin.request<Invitation>("GET", path)).body.data.step).toBe("code");
  expect((await sendCode(path, "000000")).body.code).toBe("wrong_code");

  const accepted = await sendCode(path, createAuthenticator(authenticator?.key ?? "")(shop.clock.now()));
  expect(accepted.body.data.recovery_codes).toHaveLength(10);
  const me = await admin.request<Me>("GET", "/me", { cookie: getSessionCookie(accepted) });
  expect(me.body.data).toMatchObject({
    staff: { email: "new@example.test", name: "Ольга", role_key: "manager", locale: "en-US" },
    recovery_codes_left: 10,
  });
  expect((await admin.request("GET", path)).status).toBe(410);
  expect((await setPassword(path)).status).toBe(410);
});

it("sends the link by email, and stores no token that could be used", async () => {
  const path = await invite();
  const queued = await shop.db.selectFrom("emails").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(queued)).not.toContain(path.split("/").at(-1));
  const email = await emails.staff_invitation(shop.app, {
    recipient: queued.recipient,
    locale: "ru-RU",
    params: queued.params as Record<string, unknown>,
    storeName: "Furoshiki",
  });
  expect(email?.text).toContain(`http://shop.test/admin${path}`);
});

it("is valid for 72 hours, and until the next invitation of the same person", async () => {
  const first = await invite();
  await setPassword(first);
  const second = await invite("packer");
  expect((await admin.request("GET", first)).status).toBe(410);
  expect((await admin.request<Invitation>("GET", second)).body.data.step).toBe("password");
  await setPassword(second);
  shop.clock.advance(72 * HOUR_MS);
  expect((await admin.request("GET", second)).status).toBe(410);
  for (const job of jobs) await job.work(shop.app, {});
  expect(await shop.db.selectFrom("staff").select("id").execute()).toEqual([]);
});

it("refuses short, common and personal passwords", async () => {
  const path = await invite();
  expect((await setPassword(path, "grey heron")).body.errors).toEqual({ password: ["shortPassword"] });
  for (const password of ["password12345", "new@example.test"])
    expect((await setPassword(path, password)).body.errors).toEqual({ password: ["weakPassword"] });
});

it("invites nobody who has an account, and to no unknown role", async () => {
  const { email } = await createTestStaff(shop.app);
  await expect(invite("manager", email)).rejects.toThrow("has an account already");
  await expect(invite("boss")).rejects.toThrow("There is no role boss");
});

it("records who invited, and who accepted", async () => {
  const path = await invite();
  const { authenticator } = (await setPassword(path)).body.data;
  await sendCode(path, createAuthenticator(authenticator?.key ?? "")(shop.clock.now()));
  const entries = await shop.db.selectFrom("audit_entries").select(["action", "actor_kind"]).orderBy("id").execute();
  expect(entries).toEqual([
    { action: "staff.invited", actor_kind: "command" },
    { action: "staff.invitation_accepted", actor_kind: "staff" },
  ]);
});
