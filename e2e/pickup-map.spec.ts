import { MAP_ORIGIN } from "./analytics-storefront.ts";
import { expect, expectAccessible, testWithAnalytics as test } from "./fixtures.ts";
import { getLocaleData } from "./locators.ts";
import { fillPickupCart } from "./pickup-cart.ts";

/** A style with a source that the worker of the map processes. */
const style = {
  version: 8,
  sources: { area: { type: "geojson", data: { type: "Point", coordinates: [37.6, 55.75] } } },
  layers: [
    { id: "background", type: "background", paint: { "background-color": "#e4ebe4" } },
    { id: "area", type: "circle", source: "area", paint: { "circle-radius": 60, "circle-color": "#c9d8c9" } },
  ],
};

/** Other services of the store, and what software rendering of WebGL reports. */
const reported = /^request to outside: https:\/\/(mc\.yandex\.ru|(chat|maps)\.example\.com)\/|GL Driver Message/;

test.describe("the map of pickup points", () => {
  test.use({ allowedConsoleErrors: [reported] });

  test("is loaded when it is asked for, and its pins choose a point", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    const requested: string[] = [];
    await page.route(`${MAP_ORIGIN}/**`, (route) => {
      requested.push(route.request().url());
      return route.fulfill({ json: style, headers: { "access-control-allow-origin": "*" } });
    });
    await fillPickupCart(page, { locale, chosen: false });
    await page.goto(`${prefix}/cart`);
    const show = page.getByRole("button", { name: texts["checkout.map_show"] });
    await expect(show).toBeVisible();
    expect(requested).toEqual([]);
    await show.click();
    const map = page.getByRole("region", { name: texts["checkout.map_title"] });
    await expect(map).toBeVisible();
    await expect.poll(() => requested).toEqual([`${MAP_ORIGIN}/style.json`]);
    await expect(map).toBeFocused();
    await expectAccessible(page);
    // The map keeps its pins and its place while the shopper does something else on the page.
    const pin = await page.locator(".maplibregl-marker").first().elementHandle();
    await page.getByRole("searchbox", { name: texts["checkout.pickup_point_search"] }).fill(" ");
    await page.getByRole("searchbox", { name: texts["checkout.pickup_point_search"] }).fill("");
    expect(await pin?.evaluate((element) => element.isConnected)).toBe(true);
    await page.locator(".maplibregl-marker label").first().click();
    await expect(page.getByRole("button", { name: texts["checkout.other_pickup_point"] })).toBeVisible();
  });
});

test.describe("a map that cannot be loaded", () => {
  test.use({ allowedConsoleErrors: [new RegExp(`${reported.source}|status of 503|Failed to fetch|ERR_FAILED`)] });

  test("is replaced by the plan", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    await page.route(`${MAP_ORIGIN}/**`, (route) => route.fulfill({ status: 503 }));
    await fillPickupCart(page, { locale, chosen: false });
    await page.goto(`${prefix}/cart`);
    await page.getByRole("button", { name: texts["checkout.map_show"] }).click();
    await expect(page.getByText(texts["checkout.map_failed"])).toBeVisible();
    await expect(page.getByTitle(/./).first()).toBeVisible();
  });

  test("leaves the plan if its script is missing, and can be tried again", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    await page.route("**/assets/pickup-point-map-*.js", (route) => route.abort());
    await fillPickupCart(page, { locale, chosen: false });
    await page.goto(`${prefix}/cart`);
    const show = page.getByRole("button", { name: texts["checkout.map_show"] });
    await show.click();
    await expect(page.getByText(texts["checkout.map_failed"])).toBeVisible();
    await expect(show).toBeEnabled();
    await expectAccessible(page);
  });
});
