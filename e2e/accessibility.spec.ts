import type { Locator, Page } from "@playwright/test";
import { findAxeViolations, findFocusFault, findLayoutFaults, findNarrowViewportFaults } from "./accessibility.ts";
import { expect, signInAsDemoCustomer, test } from "./fixtures.ts";
import {
  listCatalogPaths,
  DISCONTINUED_PATH,
  MISSING_PATH,
  listCustomerPaths,
  createApiReader,
  listContentPaths,
} from "./page-paths.ts";
import { holdRequests, isPhone, getLocaleData, firstVisible } from "./locators.ts";

test.use({ allowedConsoleErrors: [/status of 4(?:04|10)/] });
const expectedStatuses: Record<string, number> = {
  [MISSING_PATH]: 404,
  [DISCONTINUED_PATH]: 410,
  "/user/unsubscribe?token=x": 410,
};
test.setTimeout(360_000);

/** Opens every path and reports accessibility and layout faults. */
async function expectAccessiblePages(page: Page, prefix: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const response = await page.goto(prefix + path);
    expect.soft(response?.status(), path).toBe(expectedStatuses[path] ?? 200);
    const faults = [
      ...(await findAxeViolations(page)),
      ...(await findLayoutFaults(page)),
      ...(await findNarrowViewportFaults(page)),
    ];
    expect.soft(faults, prefix + path).toEqual([]);
  }
}

test("every catalog page is accessible", async ({ page, locale }) => {
  const { prefix, word } = getLocaleData(locale);
  const apiReader = createApiReader(page.request, locale);
  await expectAccessiblePages(page, prefix, await listCatalogPaths(apiReader, word));
});

test("every content page is accessible", async ({ page, locale }) => {
  const { prefix } = getLocaleData(locale);
  await expectAccessiblePages(page, prefix, await listContentPaths(createApiReader(page.request, locale), locale));
});

test("every page for guests is accessible", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await expectAccessiblePages(page, prefix, [
    "/cart",
    "/login",
    "/register",
    "/forgot-password",
    "/change-password",
    "/notifications",
    MISSING_PATH,
    DISCONTINUED_PATH,
  ]);
  await page.goto(`${prefix}/best-sales`);
  await firstVisible(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expectAccessiblePages(page, prefix, ["/cart"]);
  await expect(page.getByRole("main").getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
});

test("every page for customers is accessible", async ({ page, context, locale }) => {
  const { prefix } = getLocaleData(locale);
  const apiReader = createApiReader(page.request, locale, await signInAsDemoCustomer(page, context));
  await expectAccessiblePages(page, prefix, await listCustomerPaths(apiReader, locale));
});

test("dialogs, popovers and menus are accessible", async ({ page, context, locale }) => {
  const { texts, prefix, word } = getLocaleData(locale);
  const openOverlay = async (path: string, trigger: Locator, overlay: Locator, excluded?: string) => {
    await page.goto(prefix + path);
    await trigger.click();
    await expect(overlay).toBeVisible();
    const name = `${await trigger.textContent()} over ${prefix}${path}`;
    expect.soft(await findAxeViolations(page, excluded), name).toEqual([]);
  };
  const getLink = (name: string) => firstVisible(page.getByRole("link", { name, exact: true }));
  const getButton = (name: string | RegExp) => firstVisible(page.getByRole("button", { name }));
  const drawer = page.getByRole("dialog", { name: texts["layout.catalog"] });
  await openOverlay("/best-sales", getLink(texts["layout.catalog"]), drawer.getByRole("listitem").first());
  await openOverlay(
    "/best-sales",
    getLink(texts["layout.sign_in"]),
    page.getByRole("dialog").getByRole("textbox").first(),
  );
  const searchField = firstVisible(page.getByRole("combobox", { name: texts["search.label"] }));
  await openOverlay("/best-sales", searchField, searchField);
  await searchField.fill(word);
  await expect(page.getByRole("option").first()).toBeVisible();
  expect.soft(await findAxeViolations(page), "suggestions").toEqual([]);
  if (isPhone(page))
    await openOverlay(
      "/best-sales",
      getButton(texts["filters.title"]),
      page.getByRole("dialog", { name: texts["filters.title"] }),
    );
  else await page.goto(`${prefix}/best-sales`);
  const product = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  // On phones the pictures themselves are pressed.
  const picture = getLink(texts["product.zoom_number"].replace("{number}", "1"));
  const zoomTrigger = isPhone(page) ? picture : getButton(texts["product.zoom"]);
  await openOverlay((product ?? "").slice(prefix.length), zoomTrigger, page.getByRole("dialog"));
  const currencyButton = page.getByRole("button", { name: /USD|EUR|RUB/ });
  await openOverlay("/best-sales", firstVisible(currencyButton), currencyButton.last(), "main");

  await signInAsDemoCustomer(page, context);
  const notifications = page.getByRole("region", { name: texts["layout.notifications"] }).getByRole("listitem");
  await openOverlay(
    "/best-sales",
    getButton(texts[isPhone(page) ? "layout.alerts" : "layout.notifications"]),
    notifications.first(),
    "main",
  );
  if (isPhone(page)) return;
  await openOverlay(
    "/best-sales",
    getButton("Анна"),
    page.getByRole("navigation", { name: texts["layout.profile"] }),
    "main",
  );
});

test("the focused element is visible wherever Tab moves on a phone", async ({ page, locale }) => {
  test.skip(!isPhone(page), "desktops have no bars that could cover the focus");
  const { prefix } = getLocaleData(locale);
  const faults: string[] = [];
  const tabThrough = async (key: string) => {
    // In the first moments after a page has loaded, Chromium does not scroll a row to the link that Tab focuses.
    await page.waitForLoadState("networkidle");
    for (let step = 0; step < 70; step++) {
      await page.keyboard.press(key);
      const fault = await findFocusFault(page);
      if (fault) faults.push(`${key}: ${fault}`);
    }
  };
  await page.goto(`${prefix}/best-sales`);
  const product = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  await tabThrough("Tab");
  await tabThrough("Shift+Tab");
  expect.soft(faults.splice(0), "the list").toEqual([]);

  await page.goto(product ?? "");
  await tabThrough("Tab");
  await tabThrough("Shift+Tab");
  expect.soft(faults.splice(0), "the product").toEqual([]);
});

test("a replaced control passes the focus to its replacement", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await page.goto(`${prefix}/best-sales`);
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: texts["cart.add"], exact: true }) });
  const productUrl = await card.first().getByRole("link").first().getAttribute("href");
  await card.first().getByRole("button", { name: texts["cart.add"], exact: true }).press("Enter");
  const decreaseButton = page.getByRole("button", { name: texts["cart.less"], exact: true });
  await expect(page.getByRole("button", { name: texts["cart.more"], exact: true })).toBeFocused();
  await decreaseButton.press("Enter");
  await expect(firstVisible(page.getByRole("button", { name: texts["cart.add"], exact: true }))).toBeFocused();

  await page.goto(productUrl ?? "");
  await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }).first()).toBeFocused();
  await decreaseButton.first().press("Enter");
  await expect(decreaseButton.first()).toBeFocused();
  await expect(decreaseButton.first()).toBeDisabled();
});

test("nothing moves if reduced motion is preferred", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const slideCounter = page.getByText(/^\d+ \/ \d+$/).first();
  const hasSlideChanged = async () => {
    await page.goto(prefix || "/");
    const first = await slideCounter.textContent();
    await page.clock.runFor(20_000);
    return (await slideCounter.textContent()) !== first;
  };
  await page.clock.install();
  expect(await hasSlideChanged()).toBe(!isPhone(page));
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await hasSlideChanged()).toBe(false);

  const release = await holdRequests(page, /\/assets\/category-levels/);
  await firstVisible(page.getByRole("link", { name: texts["layout.catalog"], exact: true })).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.clock.runFor(1000);
  const countRunningAnimations = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(countRunningAnimations).toBe(0);
  release();
});

test("controls keep borders and check marks in forced colors mode", async ({ page, locale }) => {
  const { prefix } = getLocaleData(locale);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${prefix}/best-sales`);
  const faults = await page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>(".button, .checkbox, .heart")];
    return elements
      .filter((element) => {
        const { borderTopStyle, borderTopWidth, appearance, backgroundColor } = getComputedStyle(element);
        if (element.matches(".checkbox")) return appearance === "none";
        if (element.matches(".heart")) return backgroundColor !== "rgb(255, 255, 255)";
        return borderTopStyle === "none" || borderTopWidth === "0px";
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(faults).toEqual([]);
});
