import { expect, expectAccessible, signInAsDemoCustomer, signUp, test } from "./fixtures.ts";
import { holdRequests, isPhone, getLabelPattern, getLocaleData, firstVisible } from "./locators.ts";

test("the category drawer opens at once, leads through the categories and restores the focus", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const categoryRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/categories")) categoryRequests.push(request.url());
  });
  await page.goto(prefix || "/");
  expect(await page.content()).not.toContain('"sub"');
  const menuLink = firstVisible(page.getByRole("link", { name: texts["layout.catalog"], exact: true }));
  const drawer = page.getByRole("dialog");

  const release = await holdRequests(page, /\/assets\/category-levels/);
  await menuLink.click();
  await expect(drawer.getByRole("heading", { name: texts["layout.catalog"] })).toBeVisible();
  release();

  const categoryButtons = drawer.getByRole("navigation").getByRole("listitem").getByRole("button");
  const name = (await categoryButtons.first().locator("span").first().textContent()) ?? "";
  expect((await drawer.boundingBox())?.width).toBe(isPhone(page) ? page.viewportSize()?.width : 450);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden");
  await expectAccessible(page);

  await categoryButtons.first().click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  const all = drawer.getByRole("link", { name: texts["drawer.all"] });
  await expect(all).toBeFocused();
  await categoryButtons.first().click();
  await expect(drawer.getByRole("button", { name: texts["drawer.back"].replace("{to}", name) })).toBeVisible();
  await drawer.getByRole("button", { name: texts["drawer.back"].replace("{to}", name) }).click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => document.activeElement?.closest("header, main, footer") !== null);
    expect(isOutside).toBe(false);
  }

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(menuLink).toBeFocused();
  await menuLink.click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  if (!isPhone(page)) {
    await page.mouse.click(900, 500);
    await expect(drawer).toBeHidden();
    await menuLink.click();
  }
  await all.click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole("dialog", { name })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(categoryRequests).toHaveLength(1);
});

test("the notification panel and the profile menu open at once", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await signInAsDemoCustomer(page, context);
  await page.goto(prefix || "/");
  const bell = firstVisible(
    page.getByRole("button", { name: texts[isPhone(page) ? "layout.alerts" : "layout.notifications"] }),
  );
  const release = await holdRequests(page, /\/assets\/notification-panel/);
  await bell.click();
  await expect(page.getByRole("heading", { name: texts["layout.notifications"] })).toBeVisible();
  release();
  const panel = page.getByRole("region", { name: texts["layout.notifications"] });
  const rows = panel.getByRole("listitem");
  await expect(rows.first().getByRole("heading", { level: 3 })).toBeVisible();
  await expect(rows.first().getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  if (isPhone(page)) {
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    return;
  }
  expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(24 * 16);
  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();

  await firstVisible(page.getByRole("banner").getByRole("button", { name: "Анна" })).click();
  const menu = page.getByRole("navigation", { name: texts["layout.profile"] });
  await expect(menu.getByText("anna@example.com")).toBeVisible();
  const hrefs = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(["/profile/info", "/profile/orders", "/profile/addresses"].map((path) => prefix + path));
  await expectAccessible(page);
});

test("clicks before hydration are replayed", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  const release = await holdRequests(page, /\/assets\/(?:entry\.client|notification-(?:bell|tab)|profile-popover)/);
  await page.goto(`${prefix}/best-sales`, { waitUntil: "commit" });
  const addToCartButton = main.getByRole("button", { name: texts["cart.add"], exact: true }).first();
  await addToCartButton.click();
  await expect(addToCartButton).toHaveAttribute("data-replay-pending");
  await firstVisible(
    page.getByRole("button", { name: texts[isPhone(page) ? "layout.alerts" : "layout.notifications"] }),
  ).click();
  release();
  await expect(page.getByRole("region", { name: texts["layout.notifications"] })).toBeVisible();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
  await expect(page.locator("[data-replay-pending]")).toHaveCount(0);
});

test("input and form submissions before hydration are replayed", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const form = `${prefix}/podarocnyi-sertifikat.html`;
  const release = await holdRequests(page, /\/assets\/entry\.client/);
  // Without the stylesheet the radio buttons are outside of the viewport.
  await page.goto(form, { waitUntil: "domcontentloaded" });
  const amountOptions = main.getByRole("group", { name: texts["giftcard.sum"] }).getByRole("radio");
  const price = main.getByRole("complementary").locator(".price").last();
  const priceBefore = (await price.textContent()) ?? "";
  await amountOptions.first().check({ force: true });
  await main.getByLabel(getLabelPattern(texts["giftcard.recipient_name"])).fill("Maria Lind");
  await main.getByLabel(getLabelPattern(texts["giftcard.recipient_email"])).fill("maria@example.test");
  const submitButton = main.getByRole("button", { name: texts["giftcard.to_cart"] });
  await submitButton.click();
  await expect(submitButton).toHaveAttribute("data-replay-pending");
  release();
  await expect(main.getByText(texts["giftcard.sign_in"])).toBeVisible();
  await expect(price).not.toHaveText(priceBefore);
  await expect(amountOptions.first()).toBeChecked();
  await expect(main.getByText("Maria Lind", { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(form);
});

test("links that open dialogs work without scripts", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await holdRequests(page, /\/assets\/entry\.client/);
  // Which of the links is visible depends on the stylesheet.
  await page.goto(`${prefix}/best-sales`, { waitUntil: "domcontentloaded" });
  await firstVisible(page.getByRole("link", { name: texts["layout.catalog"], exact: true })).click();
  await expect(page).toHaveURL((url) => url.hash === "#catalogue");
});

test("the page layout fits narrow screens and zoomed text", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  for (const [width, height] of [
    [320, 640],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ["/best-sales", "/cart", ""]) {
      await page.goto(prefix + path || "/");
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflowPx, `${path} at ${width}`).toBeLessThanOrEqual(0);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    }
    const smallTargets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("header a, header button, footer a, nav a, nav button")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ text }) => text),
    );
    expect(smallTargets).toEqual([]);
    for (const link of [
      page.getByRole("link", { name: texts["layout.catalog"], exact: true }),
      page.getByRole("link", { name: texts["layout.sign_in"], exact: true }),
    ]) {
      await firstVisible(link).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
  }
  await page.goto(prefix || "/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: texts["layout.skip"] });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
