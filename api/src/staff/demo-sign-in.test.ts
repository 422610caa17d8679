import { expect, it } from "vitest";
import { getSessionCookie, openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import type { Config } from "../platform/config.ts";
import type { Me, StepUpState } from "./admin-schema.ts";
import { createDemoLink } from "./demo-sign-in.ts";
import { createTestStaffSession } from "./fixtures.ts";

const shop = await openTestShop();
const owner = { email: "owner@demo.example", name: "Анна", locale: "ru-RU" } as const;
const withConfig = (config: Partial<Config>) => ({ ...shop.app, config: { ...shop.app.config, ...config } });

const signIn = (link: string, app = shop.app) =>
  openAdminClient(app).request("POST", "/session/demo", {
    body: { token: link.split("/").at(-1) },
    headers: { origin: new URL(app.config.adminUrl ?? "").origin },
  });

it("signs the owner in once, always in the same account", async () => {
  const link = await createDemoLink(shop.app, owner);
  expect(link).toMatch(/^http:\/\/shop\.test\/admin\/demo-sign-in\/[\w-]{43}$/);
  const signedIn = await signIn(link);
  const me = await openAdminClient(shop.app).request<Me>("GET", "/me", { cookie: getSessionCookie(signedIn) });
  expect(me.body.data.staff).toMatchObject({ email: owner.email, role_key: "owner" });
  expect((await signIn(link)).body.code).toBe("sign_in_link_expired");
  expect((await signIn(await createDemoLink(shop.app, owner))).status).toBe(200);
  expect(await shop.db.selectFrom("staff").select("id").execute()).toHaveLength(1);
});

it("ends after a day", async () => {
  const link = await createDemoLink(shop.app, owner);
  shop.clock.advance(24 * 60 * 60 * 1000);
  expect((await signIn(link)).status).toBe(410);
});

it.each([
  { publicUrl: "https://shop.test" },
  { adminUrl: "https://shop.test/admin" },
  { demo: false },
  { databaseUrl: "postgresql://db.example/shop" },
])("neither exists nor works with %o", async (config) => {
  const link = await createDemoLink(shop.app, owner);
  await expect(createDemoLink(withConfig(config), owner)).rejects.toThrow("not allowed");
  expect((await signIn(link, withConfig(config))).body.code).toBe("sign_in_link_expired");
  expect((await signIn(link)).status).toBe(200);
});

it("shows its owner the code that nobody's app shows, and nobody else", async () => {
  const cookie = getSessionCookie(await signIn(await createDemoLink(shop.app, owner)));
  const getCode = async (ofCookie: string, app = shop.app) =>
    (await openAdminClient(app).request<StepUpState>("GET", "/session/step-up", { cookie: ofCookie })).body.data;
  const { demo_code } = await getCode(cookie);
  expect(demo_code).toMatch(/^\d{6}$/);
  const stepUp = { cookie, body: { code: demo_code } };
  expect((await openAdminClient(shop.app).request("POST", "/session/step-up", stepUp)).status).toBe(200);
  expect((await getCode(cookie, withConfig({ databaseUrl: "postgresql://db.example/shop" }))).demo_code).toBeNull();

  const account = await shop.db.selectFrom("staff").select("id").executeTakeFirstOrThrow();
  expect((await getCode(await createTestStaffSession(shop.app, account.id))).demo_code).toBeNull();
});
