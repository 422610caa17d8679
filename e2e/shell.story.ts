import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { holdBack, isPhone, label, placeOf, seen } from "./places.ts";

test("the catalogue opens at once, leads through the tree and gives everything back", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/categories")) asked.push(request.url());
  });
  await page.goto(prefix || "/");
  expect(await page.content()).not.toContain('"sub"');
  const opener = seen(page.getByRole("link", { name: texts["shell.catalogue"], exact: true }));
  const drawer = page.getByRole("dialog");

  const letGo = await holdBack(page, /\/assets\/catalogue-levels/);
  await opener.click();
  await expect(drawer.getByRole("heading", { name: texts["shell.catalogue"] })).toBeVisible();
  letGo();

  const entries = drawer.getByRole("navigation").getByRole("listitem").getByRole("button");
  const name = (await entries.first().locator("span").first().textContent()) ?? "";
  expect((await drawer.boundingBox())?.width).toBe(isPhone(page) ? page.viewportSize()?.width : 450);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden");
  await expectAccessible(page);

  await entries.first().click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  const all = drawer.getByRole("link", { name: texts["drawer.all"] });
  await expect(all).toBeFocused();
  await entries.first().click();
  await expect(drawer.getByRole("button", { name: texts["drawer.back"].replace("{to}", name) })).toBeVisible();
  await drawer.getByRole("button", { name: texts["drawer.back"].replace("{to}", name) }).click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => document.activeElement?.closest("header, main, footer") !== null);
    expect(outside).toBe(false);
  }

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(drawer.getByRole("heading", { name })).toBeVisible();
  if (!isPhone(page)) {
    await page.mouse.click(900, 500);
    await expect(drawer).toBeHidden();
    await opener.click();
  }
  await all.click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole("dialog", { name })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("the bell opens its panel at once, the shopper's name his menu", async ({ page, context, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const session = await page.request.post("/v1/login", {
    data: { email: "anna@example.com", password: "furoshiki-demo" },
  });
  const { data } = (await session.json()) as { data: { token: string } };
  await context.addCookies([{ name: "token", value: data.token, url: process.env["SHOP_URL"] ?? "" }]);
  await page.goto(prefix || "/");
  const bell = seen(page.getByRole("button", { name: texts[isPhone(page) ? "shell.events" : "shell.notifications"] }));
  const letGo = await holdBack(page, /\/assets\/notification-panel/);
  await bell.click();
  await expect(page.getByRole("heading", { name: texts["shell.notifications"] })).toBeVisible();
  letGo();
  const panel = page.getByRole("region", { name: texts["shell.notifications"] });
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

  await seen(page.getByRole("banner").getByRole("button", { name: "Анна" })).click();
  const menu = page.getByRole("navigation", { name: texts["shell.profile"] });
  await expect(menu.getByText("anna@example.com")).toBeVisible();
  const ways = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(ways).toEqual(["/profile/info", "/profile/orders", "/profile/addresses"].map((path) => prefix + path));
  await expectAccessible(page);
});

test("what is pressed before the page's scripts are there happens once they are", async ({ page, context, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  const letGo = await holdBack(page, /\/assets\/(?:entry\.client|notification-(?:bell|tab)|profile-popover)/);
  await page.goto(`${prefix}/best-sales`, { waitUntil: "commit" });
  const add = main.getByRole("button", { name: texts["cart.add"], exact: true }).first();
  await add.click();
  await expect(add).toHaveAttribute("data-pressed");
  await seen(page.getByRole("button", { name: texts[isPhone(page) ? "shell.events" : "shell.notifications"] })).click();
  letGo();
  await expect(page.getByRole("region", { name: texts["shell.notifications"] })).toBeVisible();
  await expect(main.getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
  await expect(page.locator("[data-pressed]")).toHaveCount(0);
});

test("what is entered and sent before the page's scripts are there is taken up once they are", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const main = page.getByRole("main");
  const form = `${prefix}/podarocnyi-sertifikat.html`;
  const letGo = await holdBack(page, /\/assets\/entry\.client/);
  await page.goto(form, { waitUntil: "commit" });
  const sums = main.getByRole("group", { name: texts["gift.sum"] }).getByRole("radio");
  const price = main.getByRole("complementary").locator(".price").last();
  const before = (await price.textContent()) ?? "";
  await sums.first().check({ force: true });
  await main.getByLabel(label(texts["gift.recipient_name"])).fill("Maria Lind");
  await main.getByLabel(label(texts["gift.recipient_email"])).fill("maria@example.test");
  const send = main.getByRole("button", { name: texts["gift.to_cart"] });
  await send.click();
  await expect(send).toHaveAttribute("data-pressed");
  letGo();
  await expect(main.getByText(texts["gift.sign_in"])).toBeVisible();
  await expect(price).not.toHaveText(before);
  await expect(sums.first()).toBeChecked();
  await expect(main.getByText("Maria Lind", { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(form);
});

test("a link that opens something leads on where the scripts do not come", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  await holdBack(page, /\/assets\/entry\.client/);
  // Which of the links is seen on this device is known once the style is there.
  await page.goto(`${prefix}/best-sales`, { waitUntil: "domcontentloaded" });
  await seen(page.getByRole("link", { name: texts["shell.catalogue"], exact: true })).click();
  await expect(page).toHaveURL(/#catalogue$/);
});

test("the frame fits a narrow screen and magnified text", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  for (const [width, height] of [
    [320, 640],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ["/best-sales", "/cart", ""]) {
      await page.goto(prefix + path || "/");
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${path} at ${width}`).toBeLessThanOrEqual(0);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    }
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("header a, header button, footer a, nav a, nav button")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ text }) => text),
    );
    expect(small).toEqual([]);
    for (const opener of [
      page.getByRole("link", { name: texts["shell.catalogue"], exact: true }),
      page.getByRole("link", { name: texts["shell.sign_in"], exact: true }),
    ]) {
      await seen(opener).click();
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
  const skip = page.getByRole("link", { name: texts["shell.skip"] });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
