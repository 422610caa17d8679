import type { Locator, Page } from "@playwright/test";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { expect, expectAccessible, test } from "./fixtures.ts";

const places = {
  "ru-RU": { texts: ruRU, prefix: "", word: "крем", currency: { code: "RUB", other: "USD", sign: "$" } },
  "en-US": { texts: enUS, prefix: "/en-US", word: "cream", currency: { code: "USD", other: "EUR", sign: "€" } },
};
const placeOf = (locale: string | undefined) => places[locale === "ru-RU" ? "ru-RU" : "en-US"];

const seen = (all: Locator) => all.filter({ visible: true }).first();
const label = (text: string) => new RegExp(`^${text}( \\*)?$`);
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** Keeps back what matches until it is let go, as a slow network would. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}

/** The sign-in, on either of its screens or still empty. */
const doorOf = (page: Page, texts: typeof ruRU) =>
  page.getByRole("dialog", {
    name: new RegExp(`${texts["auth.login_title"]}|${texts["auth.register_title"]}|${texts["shell.sign_in"]}`),
  });

const focusIsIn = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement));

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

test("the search suggests while one types and remembers what was searched", async ({ page, locale }) => {
  const { texts, prefix, word } = placeOf(locale);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/search/suggest")) asked.push(request.url());
  });
  await page.goto(prefix || "/");
  const field = seen(page.getByRole("combobox", { name: texts["search.label"] }));
  const form = page.getByRole("search").filter({ has: field });
  const list = form.getByRole("listbox");
  const options = list.getByRole("option");
  await expect(field).toHaveAttribute("aria-expanded", "false");

  await field.click();
  await field.pressSequentially(word.slice(0, 2), { delay: 20 });
  await field.press("Enter");
  await expect(form.getByText(texts["search.too_short"])).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(prefix || "/");
  await field.pressSequentially(word.slice(2), { delay: 20 });
  await expect(options.first()).toBeVisible();
  expect(asked).toHaveLength(1);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  const count = await options.count();
  expect(count).toBeGreaterThan(3);
  await expect(form.getByRole("status").filter({ hasText: String(count) })).toHaveCount(1);
  await expect(list.getByRole("group", { name: texts["suggest.products"] }).getByRole("option").first()).toContainText(
    /[₽$]/,
  );
  await expectAccessible(page);

  const chosen = async () => options.locator('xpath=self::*[@aria-selected="true"]').getAttribute("id");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await chosen()) ?? "none");
  await field.press("End");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("Home");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toBeFocused();

  await field.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue(word);
  await field.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  const product = list.getByRole("group", { name: texts["suggest.products"] }).getByRole("option").first();
  const target = (await product.getAttribute("href")) ?? "";
  while ((await product.getAttribute("aria-selected")) !== "true") await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(target);
  await expect(list).toBeHidden();

  for (const q of ["yuzu", word]) {
    await field.fill(q);
    await field.press("Enter");
    await expect(page).toHaveURL(`${prefix}/product_search?q=${encodeURIComponent(q)}`);
  }
  const stored = await page.evaluate(() => localStorage.getItem("search-history"));
  expect((JSON.parse(stored ?? "[]") as { label: string }[]).map((entry) => entry.label)).toEqual([word, "yuzu"]);

  await page.goto(prefix || "/");
  await field.click();
  await expect(form.getByRole("link", { name: word })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: texts["suggest.forget"].replace("{q}", word) }).click();
  await expect(form.getByRole("link", { name: word })).toBeHidden();
  await form.getByRole("link", { name: "yuzu" }).click();
  await expect(page).toHaveURL(`${prefix}/product_search?q=yuzu`);
});

test("the sign-in opens over the page, says what is wrong and leaves the page as it was", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  await page.goto(`${prefix}/best-sales`);
  const door = doorOf(page, texts);
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) fetched.push(request.url());
  });

  const letGo = await holdBack(page, /\/assets\/auth-modal/);
  await page.getByRole("contentinfo").getByRole("link", { name: texts["account.orders"] }).click();
  await expect(door).toBeVisible();
  letGo();
  await expect(door.getByRole("heading", { name: texts["auth.login_title"] })).toBeVisible();
  await expect(page).toHaveURL(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Forders`);
  expect(fetched).toEqual([]);
  if (!isPhone(page)) expect((await door.boundingBox())?.width).toBe(420);
  await expectAccessible(page);
  await expect.poll(() => focusIsIn(door)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(door).toBeHidden();
  await expect(page).toHaveURL(`${prefix}/best-sales`);

  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Finfo`);
  const submit = door.getByRole("button", { name: texts["auth.sign_in"], exact: true });
  const email = door.getByLabel(label(texts["field.email"]));
  const password = door.getByLabel(label(texts["field.password"]));
  // The served form works by itself; what follows is about the one with a script.
  const eye = door.getByRole("button", { name: texts["auth.show_password"] });
  await expect(async () => {
    await eye.click({ timeout: 500 });
    await expect(password).toHaveAttribute("type", "text", { timeout: 500 });
  }).toPass();
  await door.getByRole("button", { name: texts["auth.hide_password"] }).click();
  await expect(password).toHaveAttribute("type", "password");
  await submit.click();
  await expect(door.getByText(texts["field.required"])).toHaveCount(2);
  await expect(email).toHaveAttribute("autocomplete", "username");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await email.fill("anna@");
  await password.fill("wrong password");
  await expect(door.getByText(texts["field.invalidEmail"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await submit.click();
  await expect(door.getByRole("alert")).toBeVisible();

  await email.fill("");
  await door.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(door.getByText(texts["field.user.invalid_email_for_reset"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await door.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(door.getByText(new RegExp(texts["auth.resend_in"].replace("{time}", "0+:5\\d")))).toBeVisible();
  await expectAccessible(page);

  await door.getByRole("link", { name: texts["auth.register"] }).click();
  await expect(door.getByRole("heading", { name: texts["auth.register_title"] })).toBeVisible();
  await expect(page).toHaveURL(/auth=register&from=%2Fprofile%2Finfo$/);
  await door.getByLabel(texts["field.phone"]).fill("123");
  await door.getByLabel(label(texts["field.password"])).fill("short");
  await door.getByLabel(texts["field.password_again"]).fill("other");
  await door.getByRole("button", { name: texts["auth.register"], exact: true }).click();
  for (const code of [
    "shortPhone",
    "shortPassword",
    "notification.invalid_password_match",
    "notification.no_agree_personal",
  ] as const)
    await expect(door.getByText(texts[`field.${code}`]).first()).toBeVisible();
  await expectAccessible(page);

  // It was the address that opened it: closing leads home, and back does not open it again.
  await door.getByRole("button", { name: texts["auth.close"] }).click();
  await expect(page).toHaveURL(prefix || "/");
  await expect(door).toBeHidden();
});

test.describe("where it expects a refusal", () => {
  test.use({ expectedComplaints: [/status of 4(01|22)/] });

  test("a guest who signs in finds his cart, in every tab, and signing out is seen there too", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = placeOf(locale);
    const other = await context.newPage();
    await other.goto(`${prefix}/best-sales`);
    await page.goto(`${prefix}/best-sales`);
    const cartOf = (tab: Page) =>
      seen(
        tab
          .getByRole("link", { name: new RegExp(`${texts["shell.cart"]}|^\\d`) })
          .filter({ hasText: texts["shell.cart"] }),
      );
    const add = page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first();
    await add.click();
    await expect(cartOf(page)).toContainText("1");
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: "1" })
        .filter({ hasText: /корзин|cart/i }),
    ).toHaveCount(1);
    await expect(cartOf(other)).toContainText("1");

    const email = `tabs-${locale}-${Date.now()}@example.com`;
    const password = "seven white plums";
    await page.request.post("/v1/register", {
      data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
    });
    await seen(page.getByRole("link", { name: texts["shell.sign_in"] })).click();
    const door = doorOf(page, texts);
    await door.getByLabel(label(texts["field.email"])).fill(email);
    await door.getByLabel(label(texts["field.password"])).fill(password);
    await door.getByLabel(texts["auth.remember"]).check();
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(door).toBeHidden();
    await expect(page).toHaveURL(`${prefix}/best-sales`);
    const token = (await context.cookies()).find(({ name }) => name === "token");
    expect(token?.httpOnly).toBe(true);
    expect(Math.round(((token?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);

    const guestDoor = (tab: Page) => seen(tab.getByRole("link", { name: texts["shell.sign_in"] }));
    for (const tab of [page, other]) {
      await expect(guestDoor(tab)).toBeHidden();
      await expect(cartOf(tab)).toContainText("1");
    }
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain('"entities":{}');

    const heart = page
      .getByRole("main")
      .getByRole("button", { name: /^В избранное|favourites/i })
      .first();
    const letGo = await holdBack(page, /\/wishlist\/\d+/);
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    letGo();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    const wishes = seen(other.getByRole("link", { name: texts["shell.favourites"] }));
    await expect(wishes).toContainText("1");

    await page.goto(`${prefix}/profile`);
    await seen(page.getByRole("button", { name: texts["account.sign_out"] })).click();
    await expect(page).toHaveURL(prefix || "/");
    for (const tab of [page, other]) {
      await expect(guestDoor(tab)).toBeVisible();
      await expect(cartOf(tab)).not.toContainText("1");
    }
  });
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

test("another currency shows everywhere at once, or nowhere", async ({ page, context, locale }) => {
  const { texts, prefix, currency } = placeOf(locale);
  const other = await context.newPage();
  await other.goto(`${prefix}/cart`);
  await page.goto(`${prefix}/best-sales`);
  await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await expect(
    other.getByRole("main").getByRole("heading", { name: texts["checkout.items"], exact: true }),
  ).toBeVisible();

  const picker = (tab: Page) => seen(tab.getByRole("button", { name: new RegExp(`^${texts["shell.currency"]}`) }));
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "POST") calls.push(path);
  });
  await picker(page).click();
  const choice = seen(page.getByRole("list", { name: texts["shell.currency"] }));
  await expect(choice.getByRole("button", { pressed: true })).toHaveCount(1);
  await expectAccessible(page);
  const reloaded = page.waitForEvent("load");
  await choice.getByRole("button").filter({ hasText: currency.sign }).first().click();
  await expect(picker(page)).toBeDisabled();
  const prices = () => page.evaluate(() => localStorage.getItem("cart") ?? "");
  expect(await prices()).toContain(`"currency":"${currency.code.toLowerCase()}"`);
  await reloaded;
  expect(calls).toEqual(["/v1/productsPrice", `${prefix}/currency`]);
  expect(await prices()).toContain(`"currency":"${currency.other.toLowerCase()}"`);
  for (const tab of [page, other]) {
    await expect(picker(tab)).toHaveAccessibleName(`${texts["shell.currency"]}: ${currency.other}`);
    await expect(tab.getByRole("main").locator(".price").first()).toContainText(currency.sign);
  }
  await expect(other.getByRole("main").getByText(currency.sign === "$" ? "₽" : "$")).toHaveCount(0);
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
