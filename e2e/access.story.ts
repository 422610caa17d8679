import type { BrowserContext, Locator, Page } from "@playwright/test";
import { axeFindings, expectFaultless, focusFault, frameFaults, narrowFaults } from "./access.ts";
import { expect, test } from "./fixtures.ts";
import { cataloguePages, GONE, NOWHERE, ownPages, readerOf, readingPages } from "./pages.ts";
import { holdBack, isPhone, placeOf, seen } from "./places.ts";

test.use({ expectedComplaints: [/status of 4(?:04|10)/] });
const statuses: Record<string, number> = { [NOWHERE]: 404, [GONE]: 410 };
test.setTimeout(360_000);

/** Opens every address in turn and tells what each lacks. */
async function expectFaultlessPages(page: Page, prefix: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answer = await page.goto(prefix + path);
    expect.soft(answer?.status(), path).toBe(statuses[path] ?? 200);
    const faults = [...(await axeFindings(page)), ...(await frameFaults(page)), ...(await narrowFaults(page))];
    expectFaultless(faults, prefix + path);
  }
}

/** Opens a page and waits until everything on it answers, what comes last included. */
async function openQuiet(page: Page, path: string): Promise<void> {
  const isQuiet = page.waitForResponse("**/builds/latest.json");
  await page.goto(path);
  await isQuiet;
}

/** Signs the browser in as the customer of the demonstration and returns a token for the shop's calls. */
async function signIn(page: Page, context: BrowserContext): Promise<string> {
  const session = await page.request.post("/v1/login", {
    data: { email: "anna@example.com", password: "furoshiki-demo" },
  });
  const { data } = (await session.json()) as { data: { token: string } };
  await context.addCookies([{ name: "token", value: data.token, url: process.env["SHOP_URL"] ?? "" }]);
  return data.token;
}

test("every page of the catalogue is made for everyone", async ({ page, locale }) => {
  const { prefix, word } = placeOf(locale);
  const read = readerOf(page.request, locale);
  await expectFaultlessPages(page, prefix, await cataloguePages(read, word));
});

test("every page to read is made for everyone", async ({ page, locale }) => {
  const { prefix } = placeOf(locale);
  await expectFaultlessPages(page, prefix, await readingPages(readerOf(page.request, locale), locale));
});

test("every page of a guest is made for everyone", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  await expectFaultlessPages(page, prefix, ["/cart", "/login", "/register", "/forgot-password", NOWHERE, GONE]);
  await openQuiet(page, `${prefix}/best-sales`);
  await seen(page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true })).click();
  await expectFaultlessPages(page, prefix, ["/cart"]);
  await expect(page.getByRole("main").getByRole("group", { name: texts["cart.quantity"] })).toBeVisible();
});

test("every page of a shopper is made for everyone", async ({ page, context, locale }) => {
  const { prefix } = placeOf(locale);
  const read = readerOf(page.request, locale, await signIn(page, context));
  await expectFaultlessPages(page, prefix, await ownPages(read, locale));
});

test("what opens over a page is made for everyone", async ({ page, context, locale }) => {
  const { texts, prefix, word } = placeOf(locale);
  const open = async (path: string, opener: Locator, what: Locator, besides?: string) => {
    await page.goto(prefix + path);
    await opener.click();
    await expect(what).toBeVisible();
    expectFaultless(await axeFindings(page, besides), `${await opener.textContent()} over ${prefix}${path}`);
  };
  const link = (name: string) => seen(page.getByRole("link", { name, exact: true }));
  const button = (name: string | RegExp) => seen(page.getByRole("button", { name }));
  const drawer = page.getByRole("dialog", { name: texts["shell.catalogue"] });
  await open("/best-sales", link(texts["shell.catalogue"]), drawer.getByRole("listitem").first());
  await open("/best-sales", link(texts["shell.sign_in"]), page.getByRole("dialog").getByRole("textbox").first());
  const field = seen(page.getByRole("combobox", { name: texts["search.label"] }));
  await open("/best-sales", field, field);
  await field.fill(word);
  await expect(page.getByRole("option").first()).toBeVisible();
  expectFaultless(await axeFindings(page), "suggestions");
  if (isPhone(page))
    await open(
      "/best-sales",
      button(texts["filters.title"]),
      page.getByRole("dialog", { name: texts["filters.title"] }),
    );
  else await page.goto(`${prefix}/best-sales`);
  const product = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  await open((product ?? "").slice(prefix.length), button(texts["product.zoom"]), page.getByRole("dialog"));
  const other = page.getByRole("button", { name: /USD|EUR|RUB/ });
  await open("/best-sales", seen(other), other.last(), "main");

  await signIn(page, context);
  const rows = page.getByRole("region", { name: texts["shell.notifications"] }).getByRole("listitem");
  await open(
    "/best-sales",
    button(texts[isPhone(page) ? "shell.events" : "shell.notifications"]),
    rows.first(),
    "main",
  );
  if (isPhone(page)) return;
  await open("/best-sales", button("Анна"), page.getByRole("navigation", { name: texts["shell.profile"] }), "main");
});

test("the focus is seen wherever the Tab key leads on a phone", async ({ page, locale }) => {
  test.skip(!isPhone(page), "a desktop's bars leave room enough");
  const { texts, prefix } = placeOf(locale);
  const faults: string[] = [];
  const walk = async (key: string) => {
    for (let step = 0; step < 70; step++) {
      await page.keyboard.press(key);
      const fault = await focusFault(page);
      if (fault) faults.push(`${key}: ${fault}`);
    }
  };
  await openQuiet(page, `${prefix}/best-sales`);
  const product = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  await walk("Tab");
  await walk("Shift+Tab");
  expectFaultless(faults.splice(0), "the list");

  await openQuiet(page, product ?? "");
  await walk("Tab");
  // Far down the page the bar with the button stands above the tab bar.
  await expect(
    page.getByRole("button", { name: texts["cart.add"], exact: true }).filter({ visible: true }),
  ).toHaveCount(2);
  await walk("Shift+Tab");
  expectFaultless(faults.splice(0), "the product");
});

test("a control that another takes the place of hands its focus on", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  await openQuiet(page, `${prefix}/best-sales`);
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: texts["cart.add"], exact: true }) });
  const link = await card.first().getByRole("link").first().getAttribute("href");
  await card.first().getByRole("button", { name: texts["cart.add"], exact: true }).press("Enter");
  const less = page.getByRole("button", { name: texts["cart.less"], exact: true });
  await expect(page.getByRole("button", { name: texts["cart.more"], exact: true })).toBeFocused();
  await less.press("Enter");
  await expect(seen(page.getByRole("button", { name: texts["cart.add"], exact: true }))).toBeFocused();

  await openQuiet(page, link ?? "");
  await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }).first()).toBeFocused();
  await less.first().press("Enter");
  await expect(less.first()).toBeFocused();
  await expect(less.first()).toBeDisabled();
});

test("nothing moves for a reader who wants it still", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const banner = page.getByText(/^\d+ \/ \d+$/).first();
  const stepped = async () => {
    const isQuiet = page.waitForResponse("**/builds/latest.json");
    await page.goto(prefix || "/");
    await isQuiet;
    const first = await banner.textContent();
    await page.clock.runFor(20_000);
    return (await banner.textContent()) !== first;
  };
  await page.clock.install();
  expect(await stepped()).toBe(!isPhone(page));
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await stepped()).toBe(false);

  const letGo = await holdBack(page, /\/assets\/catalogue-levels/);
  await seen(page.getByRole("link", { name: texts["shell.catalogue"], exact: true })).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.clock.runFor(1000);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving).toBe(0);
  letGo();
});

test("in colours of the reader's own every control has its edge and its mark", async ({ page, locale }) => {
  const { prefix } = placeOf(locale);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${prefix}/best-sales`);
  const faults = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>(".button, .checkbox, .heart")];
    return all
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
