import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { getLabelPattern, getLocaleData } from "./locators.ts";

test.use({
  allowedConsoleErrors: [/status of 502|ERR_CONNECTION_REFUSED|Failed to fetch|Error loading route module/],
});

const badGateway = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };

/**
 * Fails every data request of pages like a proxy while the store restarts. @returns a function that returns how many
 * failed
 */
async function failDataRequests(page: Page): Promise<() => number> {
  let failureCount = 0;
  await page.route(/\.data(\?|$)/, async (route) => {
    failureCount += 1;
    await route.fulfill(badGateway);
  });
  return () => failureCount;
}

test("a failed revalidation after a notification leaves the page intact", async ({ page, context, locale }) => {
  const { prefix, texts } = getLocaleData(locale);
  await signUp(page, context);
  await page.route("**/notifications/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "event: unread\ndata: 7\n\n" }),
  );
  const getFailureCount = await failDataRequests(page);
  await page.goto(`${prefix}/brands`);
  const field = page.getByRole("searchbox", { name: texts["brands.find"] });
  await field.fill("ki");
  // The stream reconnects after some seconds: by the second failure the page would show the first one.
  const failuresBefore = getFailureCount();
  await expect.poll(getFailureCount, { timeout: 30_000 }).toBeGreaterThan(failuresBefore + 1);
  await expect(field).toHaveValue("ki");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a half-filled address form is kept while the store is unreachable", async ({ page, context, locale }) => {
  const { prefix, texts } = getLocaleData(locale);
  await signUp(page, context);
  await page.clock.install();
  await page.route("**/notifications/stream", (route) => route.fulfill(badGateway));
  const stream = page.waitForResponse("**/notifications/stream");
  await page.goto(`${prefix}/profile/addresses/new`);
  const city = page.getByLabel(getLabelPattern(texts["address.city"]));
  await city.fill("Moscow");
  await stream;
  const getFailureCount = await failDataRequests(page);
  await expect
    .poll(async () => {
      await page.clock.fastForward(61_000);
      return getFailureCount();
    })
    .toBeGreaterThan(1);
  await expect(city).toHaveValue("Moscow");
  // Submitting the form shows an error and keeps the values.
  await page.getByRole("button", { name: texts["address.save"] }).click();
  await expect(page.getByText(texts["error.offline"])).toBeVisible();
  await expect(city).toHaveValue("Moscow");
});

test("a page that cannot be loaded shows a connection error and reloads by itself", async ({ page, locale }) => {
  const { prefix, texts } = getLocaleData(locale);
  await page.goto(`${prefix}/brands`);
  const home = page
    .getByRole("banner")
    .getByRole("link", { name: /^Furoshiki/ })
    .filter({ visible: true });
  const unreachable = /\.data(\?|$)|\/healthz$/;
  await page.route(unreachable, (route) => route.abort("connectionrefused"));
  await home.click();
  await expect(page.getByRole("heading", { level: 1, name: texts["error.no_connection"] })).toBeVisible();
  await expect(page.getByText(texts["error.server_error_title"])).toHaveCount(0);
  await page.unroute(unreachable);
  await expect(page.getByRole("heading", { level: 1, name: texts["error.no_connection"] })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expectAccessible(page);
});

test("a route module that cannot be loaded reloads the page once", async ({ page, locale }) => {
  const { prefix, texts } = getLocaleData(locale);
  let documentCount = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") documentCount += 1;
  });
  await page.route("**/assets/collection.page-*.js", (route) => route.abort("connectionrefused"));
  await page.goto(`${prefix}/info/delivery`);
  const reload = page.waitForEvent("load");
  await page.getByRole("contentinfo").getByRole("link", { name: texts["collection.best-sales"] }).click();
  await reload;
  await expect(page).toHaveURL(`${prefix}/info/delivery`);
  // The document of that page is complete without its module, and is not reloaded.
  await page.goto(`${prefix}/best-sales`, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
  expect(documentCount).toBe(3);
});
