import { randomUUID } from "node:crypto";
import { test as base, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";

import { axeFindings } from "./access.ts";
import { openCountedShop } from "./counted-shop.ts";
import { openSecureShop } from "./secure-shop.ts";

export { expect };

type Fixtures = {
  /** What a story expects the console to say, such as the browser's own line for a page of status 404. */
  expectedComplaints: RegExp[];
};

/** What the browser says where a story lets no service worker in (playwright.config.ts). */
const noWorker = /Service Worker registration blocked by Playwright/;

/**
 * A story fails on whatever its pages complain of: a console message, an error, a failed request, a request to
 * anywhere but the shop.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, tell) => {
    await tell(process.env["SHOP_URL"]);
  },
  expectedComplaints: async ({}, tell) => {
    await tell([]);
  },
  context: async ({ context, baseURL, expectedComplaints }, tell) => {
    const complaints: string[] = [];
    context.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
    context.on("weberror", (webError) => complaints.push(`page error: ${webError.error().stack ?? webError.error()}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== baseURL && protocol !== "data:" && protocol !== "blob:")
        complaints.push(`request to outside: ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // What a page was still loading when it was left is called off by the browser.
      if (reason !== "net::ERR_ABORTED") complaints.push(`failed request: ${request.url()} ${reason}`);
    });
    await tell(context);
    const unexpected = complaints.filter(
      (complaint) => ![...expectedComplaints, noWorker].some((expected) => expected.test(complaint)),
    );
    expect(unexpected, "the pages complained").toEqual([]);
  },
  page: async ({ page }, runTest) => {
    await runTest(page);
    // A request that the page sends while its test ends is not worth an error in the handler that intercepts it.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

/** The same in a shop that counts its visitors. */
export const counted = test.extend<object, { countedShop: string }>({
  countedShop: [
    async ({}, tell) => {
      const { origin, close } = await openCountedShop();
      await tell(origin);
      await close();
    },
    { scope: "worker", timeout: 360_000 },
  ],
  baseURL: async ({ countedShop }, tell) => {
    await tell(countedShop);
  },
});

/** The same in a shop behind a proxy that terminates TLS. */
export const secured = test.extend<object, { secureShop: string }>({
  secureShop: [
    async ({}, provide) => {
      const { origin, close } = await openSecureShop();
      await provide(origin);
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ secureShop }, provide) => {
    await provide(secureShop);
  },
  ignoreHTTPSErrors: true,
});

/** Axe has nothing to say of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page), `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * The dialog of a name, once the page has lifted it above everything else: a served one is seen before that,
 * while the scripts that it needs are still on their way.
 */
export async function openedDialog(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name }).and(page.locator(":modal"));
  await expect(dialog).toBeVisible();
  return dialog;
}

export type SignedUp = { email: string; password: string };

/** Registers a new customer and signs this browser in as him. */
export async function signUp(page: Page, context: BrowserContext): Promise<SignedUp> {
  const password = "seven white plums";
  const email = `${randomUUID()}@example.test`;
  const registered = await page.request.post("/v1/register", {
    data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
  });
  const { data } = (await registered.json()) as { data: { token: string } };
  await context.addCookies([{ name: "token", value: data.token, url: process.env["SHOP_URL"] ?? "" }]);
  return { email, password };
}
