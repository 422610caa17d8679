import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { label, placeOf } from "./places.ts";

test.use({
  expectedComplaints: [/status of 502|ERR_CONNECTION_REFUSED|Failed to fetch/],
});

const badGateway = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };

/** Answers every request for the data of a page as a proxy does while the shop restarts. @returns how many there were. */
async function failRefreshes(page: Page): Promise<() => number> {
  let failed = 0;
  await page.route(/\.data(\?|$)/, async (route) => {
    failed += 1;
    await route.fulfill(badGateway);
  });
  return () => failed;
}

test("a refresh that fails when a notification arrives leaves the page as it is", async ({ page, context, locale }) => {
  const { prefix, texts } = placeOf(locale);
  await signUp(page, context);
  await page.route("**/notifications/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "event: unread\ndata: 7\n\n" }),
  );
  const failed = await failRefreshes(page);
  await page.goto(`${prefix}/brands`);
  const field = page.getByRole("searchbox", { name: texts["brands.find"] });
  await field.fill("ki");
  // The stream comes back after some seconds: by the second failure the first one would be on the screen.
  const before = failed();
  await expect.poll(failed, { timeout: 30_000 }).toBeGreaterThan(before + 1);
  await expect(field).toHaveValue("ki");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a half-filled address form survives a shop that cannot be reached", async ({ page, context, locale }) => {
  const { prefix, texts } = placeOf(locale);
  await signUp(page, context);
  await page.clock.install();
  await page.route("**/notifications/stream", (route) => route.fulfill(badGateway));
  const stream = page.waitForResponse("**/notifications/stream");
  await page.goto(`${prefix}/profile/addresses/new`);
  const city = page.getByLabel(label(texts["address.city"]));
  await city.fill("Moscow");
  await stream;
  const failed = await failRefreshes(page);
  await expect
    .poll(async () => {
      await page.clock.fastForward(61_000);
      return failed();
    })
    .toBeGreaterThan(1);
  await expect(city).toHaveValue("Moscow");
  // The form is sent to a shop that does not answer: it says so, and keeps what was typed.
  await page.getByRole("button", { name: texts["address.save"] }).click();
  await expect(page.getByText(texts["error.offline"])).toBeVisible();
  await expect(city).toHaveValue("Moscow");
});

test("a page that cannot be fetched says that the connection is at fault, and opens by itself", async ({
  page,
  locale,
}) => {
  const { prefix, texts } = placeOf(locale);
  // Before the page answers clicks, a link loads a document; so it does while the browser knows that it is offline.
  const isQuiet = page.waitForResponse("**/builds/latest.json");
  await page.goto(`${prefix}/brands`);
  await isQuiet;
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
