import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";

import { waitForHydration } from "./locators.ts";
import { findAxeViolations } from "./accessibility.ts";
import { startAnalyticsStorefront } from "./analytics-storefront.ts";
import { type CdekStorefront, startCdekStorefront } from "./cdek-storefront.ts";
import { findPort } from "../server/src/http/listen.ts";
import { startTestStorefront, type Storefront } from "./storefront.ts";
import { startTlsStorefront } from "./tls-storefront.ts";

export { expect };

type Fixtures = {
  /** Console messages and failed requests that a test expects, such as the browser's message about a 404 page. */
  allowedConsoleErrors: RegExp[];
};

/** The message of the browser if a test blocks service workers (playwright.config.ts). */
const serviceWorkerBlocked = /Service Worker registration blocked by Playwright/;

/** A test fails on every console message, page error, failed request and request to another origin. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, provide) => {
    await provide(process.env["SHOP_URL"]);
  },
  allowedConsoleErrors: async ({}, provide) => {
    await provide([]);
  },
  context: async ({ context, baseURL, allowedConsoleErrors }, provide) => {
    const errors: string[] = [];
    context.on("console", (message) => errors.push(`console ${message.type()}: ${message.text()}`));
    context.on("weberror", (webError) => errors.push(`page error: ${webError.error().stack ?? webError.error()}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== baseURL && protocol !== "data:" && protocol !== "blob:")
        errors.push(`request to outside: ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      const failureText = request.failure()?.errorText ?? "";
      // The browser aborts requests of a page that is left.
      if (failureText !== "net::ERR_ABORTED") errors.push(`failed request: ${request.url()} ${failureText}`);
    });
    await provide(context);
    const unexpectedErrors = errors.filter(
      (error) => ![...allowedConsoleErrors, serviceWorkerBlocked].some((pattern) => pattern.test(error)),
    );
    expect(unexpectedErrors, "unexpected errors in the browser").toEqual([]);
  },
  page: async ({ page }, runTest) => {
    const goto = page.goto.bind(page);
    // Before hydration, buttons do nothing, and links and forms load documents: tests of that pass `waitUntil`.
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (!options?.waitUntil) await waitForHydration(page);
      return response;
    };
    await runTest(page);
    // Ignore errors in route handlers for requests sent while the test ends.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

/** The same with a store that has analytics enabled. */
export const testWithAnalytics = test.extend<object, { analyticsStorefront: string }>({
  analyticsStorefront: [
    async ({}, provide) => {
      const { origin, close } = await startAnalyticsStorefront();
      await provide(origin);
      await close();
    },
    { scope: "worker", timeout: 360_000 },
  ],
  baseURL: async ({ analyticsStorefront }, provide) => {
    await provide(analyticsStorefront);
  },
});

/** The same with a store behind a proxy that terminates TLS. */
export const testOverTls = test.extend<object, { tlsStorefront: string }>({
  tlsStorefront: [
    async ({}, provide) => {
      const { origin, close } = await startTlsStorefront();
      await provide(origin);
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ tlsStorefront }, provide) => {
    await provide(tlsStorefront);
  },
  ignoreHTTPSErrors: true,
});

/** The same with a store whose host is a name: browsers allow no passkeys at IP addresses. */
export const testOnLocalhost = test.extend<object, { localhostStorefront: string }>({
  localhostStorefront: [
    async ({}, provide) => {
      const host = "localhost";
      const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-localhost-"));
      const port = await findPort({ host, port: 0 });
      const address = { HOST: host, PORT: String(port), PUBLIC_URL: `http://${host}:${port}` };
      const storefront = await startTestStorefront(dataDir, address);
      await provide(storefront.origin);
      await storefront.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ localhostStorefront }, provide) => {
    await provide(localhostStorefront);
  },
});

/** The same with a store that has a contract of CDEK. Its staff are invited in this store. */
export const testWithCdek = test.extend<object, { cdekStorefront: CdekStorefront }>({
  cdekStorefront: [
    async ({}, provide) => {
      const storefront = await startCdekStorefront();
      const { SHOP_URL, SHOP_DATA } = process.env;
      Object.assign(process.env, { SHOP_URL: storefront.origin, SHOP_DATA: storefront.dataDir });
      await provide(storefront);
      Object.assign(process.env, { SHOP_URL, SHOP_DATA });
      await storefront.close();
    },
    { scope: "worker", timeout: 360_000 },
  ],
  baseURL: async ({ cdekStorefront }, provide) => {
    await provide(cdekStorefront.origin);
  },
});

/** The same with a store without any data, which has invited its first owner. */
export const testInEmptyStore = test.extend<object, { emptyStorefront: Storefront }>({
  emptyStorefront: [
    async ({}, provide) => {
      const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-empty-"));
      const env = { DEMO: "0", OWNER_EMAIL: "owner@example.test", WARM_IMAGE_CACHE: "0" };
      const storefront = await startTestStorefront(dataDir, env);
      await provide(storefront);
      await storefront.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ emptyStorefront }, provide) => {
    await provide(emptyStorefront.origin);
  },
});

/** Asserts that axe finds no violations. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page), `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * Returns the dialog of this name once it is modal: a server-rendered dialog is visible before its scripts have loaded.
 */
export async function getOpenDialog(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name });
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  return dialog;
}

export type NewCustomer = { email: string; password: string };

/** Signs this browser in as the customer of the demo data. Returns the token for API requests. */
export async function signInAsDemoCustomer(page: Page, context: BrowserContext): Promise<string> {
  const response = await page.request.post("/v1/login", {
    data: { email: "anna@example.com", password: "furoshiki-demo" },
  });
  const { data } = (await response.json()) as { data: { token: string } };
  await context.addCookies([{ name: "token", value: data.token, url: process.env["SHOP_URL"] ?? "" }]);
  return data.token;
}

/** Registers a new customer and signs this browser in. */
export async function signUp(page: Page, context: BrowserContext): Promise<NewCustomer> {
  const password = "seven white plums";
  const email = `${randomUUID()}@example.test`;
  const response = await page.request.post("/v1/register", {
    data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
  });
  const { data } = (await response.json()) as { data: { token: string } };
  await context.addCookies([{ name: "token", value: data.token, url: new URL(response.url()).origin }]);
  return { email, password };
}
