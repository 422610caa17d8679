import type { Page } from "@playwright/test";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { CHAT } from "./counted-shop.ts";
import { counted, expect, expectAccessible, signUp, test } from "./fixtures.ts";

const shops = {
  "ru-RU": { t: ruRU, prefix: "" },
  "en-US": { t: enUS, prefix: "/en-US" },
};
const shopOf = (locale: string | undefined) => shops[locale === "ru-RU" ? "ru-RU" : "en-US"];

/** Answers the questions about the newest build with `id`, whatever the shop says. */
const pretendBuild = (page: Page, id: string) =>
  page.route(/\/builds\/(latest|meta\/\w+)\.json/, (route) => route.fulfill({ json: { id, timestamp: 1 } }));

test("a newer build is offered quietly, and the next page comes afresh", async ({ page, locale }) => {
  const { t, prefix } = shopOf(locale);
  await pretendBuild(page, "newer");
  await page.goto(`${prefix}/brands`);
  const bar = page.getByRole("status").filter({ hasText: t["quiet.update"] });
  await expect(bar).toBeVisible();
  await expectAccessible(page);

  await bar.getByRole("button", { name: t["quiet.later"] }).click();
  await expect(bar).toBeHidden();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: t["collection.best-sales"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: t["collection.best-sales"] })).toBeVisible();
  expect(await page.evaluate(() => "isFirst" in window)).toBe(false);

  await page.getByRole("status").getByRole("button", { name: t["error.reload"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: t["collection.best-sales"] })).toBeVisible();
});

test("with the build that the page is of, nothing is offered, and pages change in place", async ({ page, locale }) => {
  const { t, prefix } = shopOf(locale);
  const checked = page.waitForResponse("**/builds/latest.json");
  await page.goto(`${prefix}/info/delivery`);
  expect((await checked).status()).toBe(200);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: t["collection.best-sales"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: t["collection.best-sales"] })).toBeVisible();
  expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
  await expect(page.getByText(t["quiet.update"])).toHaveCount(0);
});

test("what is copied says where it is from, except out of a field", async ({ page, locale, baseURL }) => {
  const { prefix } = shopOf(locale);
  // The behaviours come with the first look for a newer build, when the page is quiet.
  const isQuiet = page.waitForResponse("**/builds/latest.json");
  await page.goto(`${prefix}/info/delivery?from=letter`);
  await isQuiet;
  const copied = (selector: string) =>
    page.evaluate((at) => {
      const element = document.querySelector(at);
      if (element instanceof HTMLInputElement) element.select();
      else if (element) getSelection()?.selectAllChildren(element);
      const clipboardData = new DataTransfer();
      element?.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return { text: clipboardData.getData("text/plain"), html: clipboardData.getData("text/html") };
    }, selector);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const address = `${baseURL}${prefix}/info/delivery`;
  const { text, html } = await copied("h1");
  expect(text).toBe(`${title}\n\n— Furoshiki, ${address}`);
  expect(html).toContain(`<a href="${address}">Furoshiki</a>`);
  expect(await copied("input[type=search]")).toEqual({ text: "", html: "" });
});

test.describe("an address that is no page", () => {
  test.use({ expectedComplaints: [/status of 404/] });

  test("says so in the layout, and its search finds", async ({ page, locale }) => {
    const { t, prefix } = shopOf(locale);
    const answer = await page.goto(`${prefix}/category/no-such-shelf`);
    expect(answer?.status()).toBe(404);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1, name: t["error.not_found_title"] })).toBeVisible();
    await expect(main.getByText("/category/no-such-shelf")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expectAccessible(page);
    const box = main.getByRole("search", { name: t["error.search"] }).getByRole("combobox");
    await box.fill(locale === "ru-RU" ? "крем" : "cream");
    await box.press("Enter");
    await expect(page).toHaveURL(/product_search\?q=/);
    await expect(main.getByRole("article").first()).toBeVisible();
  });
});

test.describe("a part that breaks", () => {
  test.use({ expectedComplaints: [/Cannot read properties of undefined/] });

  test("leaves the page as it is", async ({ page, locale }) => {
    const { t, prefix } = shopOf(locale);
    await page.addInitScript(() => localStorage.setItem("recently-viewed", "[1,2,3]"));
    await page.route("**/v1/products?ids=*", (route) => route.fulfill({ json: { data: { items: [{ id: 1 }, {}] } } }));
    const isQuiet = page.waitForResponse("**/builds/latest.json");
    await page.goto(`${prefix}/best-sales`);
    await isQuiet;
    const broken = page.waitForResponse("**/v1/products?ids=*");
    await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
    await (await broken).finished();
    await expect(page.getByRole("heading", { name: t["product.description"] })).toBeVisible();
    await page.getByRole("button", { name: t["cart.add"] }).filter({ visible: true }).first().click();
    await expect(page.getByRole("main").getByRole("link", { name: t["cart.go"] }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: t["product.recently_viewed"] })).toHaveCount(0);
  });
});

test.describe("a script of the next page that is gone", () => {
  test.use({ expectedComplaints: [/brands\.page|dynamically imported module|status of 404/] });

  test("reloads the page once, and then says that it failed", async ({ page, locale }) => {
    const { t, prefix } = shopOf(locale);
    await page.route("**/assets/brands.page-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    const alive = page.waitForResponse("**/builds/latest.json");
    await page.goto(`${prefix}/info/payment`);
    await alive;
    const toBrands = () =>
      page.evaluate((address) => {
        const link = document.createElement("a");
        link.href = address;
        document.querySelector("main")?.append(link);
        link.click();
      }, `${prefix}/brands`);
    const reloaded = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().endsWith("/info/payment"),
    );
    await toBrands();
    await reloaded;
    await page.waitForResponse("**/builds/latest.json");
    await toBrands();
    await expect(page.getByRole("heading", { level: 1, name: t["error.server_error_title"] })).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
  });
});

test("a browser that keeps nothing, and cookies of nonsense, still get the page", async ({
  page,
  context,
  locale,
  baseURL,
}) => {
  const { t, prefix } = shopOf(locale);
  const url = baseURL ?? "";
  await context.addCookies([
    { name: "currency", value: "XYZ", url },
    { name: "token", value: "%E0%A4%A", url },
    { name: "i18n_redirected", value: "fr", url },
  ]);
  await page.addInitScript(() => {
    const fail = () => {
      throw new DOMException("closed", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: fail });
  });
  const answer = await page.goto(`${prefix}/best-sales#%E0%A4%A`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText(t["quiet.currency_lost"].split("{")[0]?.trim() ?? "")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: t["cart.add"], exact: true }).first().click();
  await expect(page.getByText(t["quiet.cart_not_kept"])).toBeVisible();
  const names = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  expect(names).toEqual([`i18n_redirected=${locale}`]);
});

test.describe("where a dead session is refused", () => {
  // The page listens for news of its customer, and hears of it too.
  test.use({ expectedComplaints: [/status of 401/] });

  test("who is signed out elsewhere while he changes his cart is asked to sign in again", async ({
    page,
    context,
    locale,
  }) => {
    const { t, prefix } = shopOf(locale);
    await signUp(page, context);
    await page.goto(`${prefix}/best-sales`);
    const kept = page.waitForResponse("**/cart/lines");
    await page.getByRole("main").getByRole("button", { name: t["cart.add"], exact: true }).first().click();
    await kept;
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: t["checkout.items"] })).toBeVisible();
    const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
    const out = await page.request.post("/v1/logout", { headers: { authorization: `Bearer ${token}` } });
    expect(out.status()).toBe(204);
    await main.getByText(t["checkout.clear"]).click();
    await main.getByRole("button", { name: t["checkout.clear_yes"] }).click();
    await expect(page).toHaveURL(`${prefix || "/"}?auth=1&from=%2Fcart`);
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

counted.use({
  expectedComplaints: [/^request to outside: https:\/\/(mc\.yandex\.ru|chat\.example\.com)\/|status of 404/],
});

/** Stands in for the services: notes in the tab what each document was pushed. Gives the addresses that were asked for. */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const answer = (body: string) => (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body });
  };
  await page.route(
    "https://mc.yandex.ru/**",
    answer(`{
      const note = (what) => sessionStorage.setItem("noted", (sessionStorage.getItem("noted") ?? "") + JSON.stringify(what) + "\\n");
      for (const call of ym.a) note([...call]);
      for (const data of ymDataLayer) note(data);
      ym.a.push = (call) => note([...call]);
      ymDataLayer.push = note;
    }`),
  );
  await page.route(`${CHAT}/**`, answer("globalThis.hasChat = true"));
  return asked;
}

/** What the counter was told in this tab: hits as `hit /path`, goals, and the kinds of pushes. */
async function noted(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => sessionStorage.getItem("noted") ?? "");
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const told = JSON.parse(line) as unknown[] | { ecommerce: Record<string, unknown> };
      if (!Array.isArray(told)) return Object.keys(told.ecommerce).find((key) => key !== "currencyCode") ?? "";
      const [, what, address] = told;
      return what === "hit" ? `hit ${new URL(String(address)).pathname}` : String(what === "init" ? what : address);
    });
}

counted(
  "nothing of others is loaded before the visitor agrees, and then it hears what he did",
  async ({ page, locale }) => {
    const { t, prefix } = shopOf(locale);
    const asked = await standIn(page);
    await page.goto(`${prefix}/best-sales`);
    const bar = page.getByRole("region", { name: t["consent.title"] });
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("article").first().getByRole("heading").getByRole("link").click();
    // The list has such buttons too: the product is there when its reviews are.
    await expect(page.locator("#reviews")).toBeAttached();
    await page.getByRole("main").getByRole("button", { name: t["cart.add"], exact: true }).first().click();
    await expect(page.getByRole("main").getByRole("link", { name: t["cart.go"] }).first()).toBeVisible();
    expect(asked).toEqual([]);

    const product = new URL(page.url()).pathname;
    await bar.getByRole("button", { name: t["consent.all"] }).click();
    await expect(bar).toBeHidden();
    const first = ["init", `hit ${prefix}/best-sales`, `hit ${product}`];
    const pushes = ["impressions", "click", "detail", "impressions", "add"];
    await expect.poll(() => noted(page)).toEqual([...first, ...pushes]);
    expect(asked).toEqual(["https://mc.yandex.ru/metrika/tag.js", `${CHAT}/room-7.js`]);

    await page.getByRole("main").getByRole("link", { name: t["cart.go"] }).first().click();
    await expect.poll(() => noted(page)).toContain(`hit ${prefix}/cart`);

    // The choice is remembered, until it is changed.
    await page.goto(`${prefix}/brands`);
    await expect.poll(() => noted(page)).toContain(`hit ${prefix}/brands`);
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: t["footer.cookies"] }).click();
    await expect(bar).toBeFocused();
    const isQuiet = page.waitForResponse("**/builds/latest.json");
    await bar.getByRole("button", { name: t["consent.necessary"] }).click();
    await page.waitForFunction(() => !("ym" in window) && document.readyState === "complete");
    await isQuiet;
    expect(await page.evaluate(() => "ym" in window || "hasChat" in window)).toBe(false);
  },
);

counted("a page of a payment is a document of its own, that nobody else hears of", async ({ page, locale }) => {
  const { t, prefix } = shopOf(locale);
  await standIn(page);
  await page.goto(`${prefix}/brands`);
  await page.getByRole("region", { name: t["consent.title"] }).getByRole("button", { name: t["consent.all"] }).click();
  await expect.poll(() => noted(page)).toContain(`hit ${prefix}/brands`);
  const paying = page.waitForResponse((answer) => answer.url().endsWith(`${prefix}/jpcart/payment/none`));
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.querySelector("main")?.append(link);
    link.click();
  }, `${prefix}/jpcart/payment/none`);
  const answer = await paying;
  expect(answer.request().resourceType()).toBe("document");
  expect(await answer.headerValue("content-security-policy")).not.toContain("yandex");
  await page.waitForResponse("**/builds/latest.json");
  expect(await page.evaluate(() => "ym" in window)).toBe(false);
  expect((await noted(page)).filter((told) => told.includes("jpcart"))).toEqual([]);
});

counted("an order is counted as a purchase once, before its payment", async ({ page, context, locale }) => {
  const { t, prefix } = shopOf(locale);
  await standIn(page);
  await page.addInitScript(() => localStorage.setItem("consent", '{"choice":"all","version":1}'));
  await signUp(page, context);
  await fillCart(page, context);
  await page.goto(`${prefix}/cart`);
  await expect.poll(() => noted(page)).toContain(`hit ${prefix}/cart`);
  const main = page.getByRole("main");
  await main.locator("#agree").check();
  await main.locator("#agree_offer").check();
  const paying = page.waitForResponse((answer) => answer.url().includes("/user/payment/") && answer.status() === 200);
  await main.getByRole("button", { name: t["checkout.place"] }).first().click();
  expect((await paying).request().resourceType()).toBe("document");
  await expect(page).toHaveURL(/\/user\/payment\//);
  const bought = () => noted(page).then((told) => told.filter((one) => /purchase|ORDER/.test(one)));
  await expect.poll(bought).toEqual(["purchase", "ORDER_CREATED"]);
  await page.reload();
  await page.goto(`${prefix}/profile/orders`);
  await expect.poll(() => noted(page)).toContain(`hit ${prefix}/profile/orders`);
  expect(await bought()).toEqual(["purchase", "ORDER_CREATED"]);
});

/** Puts something into the signed-in shopper's cart and chooses address, delivery and payment. */
async function fillCart(page: Page, context: Parameters<typeof signUp>[1]): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
  const call = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: T }).data;
  };
  const { items } = await call<{ items: { id: number; has_options: boolean; available_for_order: boolean }[] }>(
    "GET",
    "/v1/products?in_stock=1&sort=price_asc",
  );
  const product = items.find((one) => !one.has_options && one.available_for_order)?.id ?? 0;
  await call("POST", "/v1/user/cart", [{ cart_id: `${product}_0`, product_id: product, option_id: 0, qty: 1 }]);
  const { id } = await call<{ id: number }>("POST", "/v1/user/addresses", {
    alias: "Home",
    first_name: "Anna",
    last_name: "Kuznetsova",
    country: "RU",
    postcode: "101000",
    city: "Moscow",
    address: "Tverskaya 1",
    phone_mobile: "+7 900 123-45-67",
  });
  type Choices = { items: { id: number; options: unknown[] }[] };
  type Cart = { shipping: { availiable_shipping: Choices }; payment: { availiable_payments: Choices } };
  const addressed = await call<Cart>("POST", `/v1/user/cart/address/${id}`);
  const method = addressed.shipping.availiable_shipping.items.find((one) => one.options.length === 0)?.id;
  const shipped = await call<Cart>("POST", `/v1/user/cart/shipping/${method}`);
  await call("POST", `/v1/user/cart/payment/${shipped.payment.availiable_payments.items[0]?.id}`);
}

test("a page's scripts are asked for when it has been painted, and then it comes to life", async ({ page, locale }) => {
  const { prefix } = shopOf(locale);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  // Without its style no page is painted.
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/app-*.css", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${prefix}/brands`, { waitUntil: "commit" });
  await expect(page.locator("footer")).toBeAttached();
  expect(scripts).toEqual([]);
  const alive = page.waitForResponse("**/builds/latest.json");
  held.resolve();
  await alive;
  expect(scripts.length).toBeGreaterThan(5);
});
