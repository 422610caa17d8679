import { expect, expectAccessible, signInAsDemoCustomer, signUp, test } from "./fixtures.ts";
import { holdRequests, isPhone, getLabelPattern, getLocaleData, getStartPattern, firstVisible } from "./locators.ts";

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
  const name = ((await categoryButtons.first().textContent()) ?? "").replace(/[\d\s]+$/, "");
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

test("a guest adds to the cart before hydration", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const release = await holdRequests(page, /\/assets\/entry\.client/);
  await page.goto(`${prefix}/best-sales`, { waitUntil: "domcontentloaded" });
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  release();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
  await expect(page).toHaveURL(`${prefix}/best-sales`);
});

test("a customer adds to the cart and to the wishlist before hydration", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  await holdRequests(page, /\/assets\/entry\.client/);
  await page.goto(`${prefix}/best-sales`, { waitUntil: "domcontentloaded" });
  const card = main
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: texts["cart.add"] }) })
    .first();
  const wishlistButton = card.getByRole("button", { name: getStartPattern(texts["wishlist.add"]) });
  const label = (await wishlistButton.getAttribute("aria-label")) ?? "";
  const name = label.replace(getStartPattern(texts["wishlist.add"]), "").trim();
  await wishlistButton.click();
  await expect(wishlistButton).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(`${prefix}/best-sales`);
  await card.getByRole("button", { name: texts["cart.add"] }).click();
  await expect(page).toHaveURL(`${prefix}/cart`);
  await expect(main.getByRole("link", { name }).first()).toBeVisible();
});

test("a form is submitted before hydration", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  await holdRequests(page, /\/assets\/entry\.client/);
  await page.goto(`${prefix}/login`, { waitUntil: "domcontentloaded" });
  await main.getByLabel(getLabelPattern(texts["field.email"])).fill("nobody@example.test");
  await main.getByLabel(getLabelPattern(texts["field.password"])).fill("seven white plums");
  await main.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
  await expect(main.getByRole("alert")).toBeVisible();
  await expect(main.getByLabel(getLabelPattern(texts["field.email"]))).toHaveValue("nobody@example.test");
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

test("the stylesheet and the first image are requested before the scripts", async ({ page, locale }) => {
  const { prefix } = getLocaleData(locale);
  const { data: list } = (await (await page.request.get("/v1/products?in_stock=1&per_page=1")).json()) as {
    data: { items: { link_rewrite: string }[] };
  };
  for (const path of [prefix || "/", `${prefix}/best-sales`, `${prefix}/${list.items[0]?.link_rewrite}`]) {
    const html = await (await page.request.get(path)).text();
    const image = html.search(/<link rel="preload" as="image"[^>]*fetchPriority="high"/);
    const stylesheet = html.indexOf('<link rel="stylesheet"');
    expect([0 < image, image < stylesheet], path).toEqual([true, true]);
    expect(html.match(/<img[^>]*fetchPriority="high"/g), path).toHaveLength(1);
    // Scripts are loaded when the page has been painted.
    const requests: string[] = [];
    page.on("request", (request) =>
      requests.push(request.url().includes("-cyrillic-") ? "Cyrillic font" : request.resourceType()),
    );
    await page.goto(path);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    if (locale === "en-US") expect(requests.slice(0, requests.indexOf("script")), path).not.toContain("Cyrillic font");
    const lastOfPaint = Math.max(requests.indexOf("stylesheet"), requests.indexOf("image"));
    expect(requests.indexOf("script"), path).toBeGreaterThan(lastOfPaint);
    const paintedAt = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    );
    const scriptsAt = await page.evaluate(() =>
      Math.min(
        ...performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js"))
          .map(({ startTime }) => startTime),
      ),
    );
    expect(scriptsAt, path).toBeGreaterThanOrEqual(paintedAt);
    page.removeAllListeners("request");
  }
});

test("a page is interactive although its main picture does not arrive", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await page.route(/\/media\/.*-\d+\.(?:avif|webp)/, () => new Promise(() => undefined));
  await page.goto(prefix || "/", { waitUntil: "commit" });
  await expect(page.locator("html[data-hydrated]")).toBeAttached({ timeout: 15_000 });
  await expect(page.getByRole("link", { name: texts["layout.skip"] })).toBeAttached();
});
