import type { Page } from "@playwright/test";
import { CHAT_ORIGIN } from "./analytics-storefront.ts";
import { testWithAnalytics, expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { acceptTerms, getLocaleData, getProductSection, waitForHydration, getMessagePattern } from "./locators.ts";

/** Responds to the build checks of the page with this build id. */
const mockBuildId = (page: Page, id: string) =>
  page.route(/\/builds\/(latest|meta\/\w+)\.json/, (route) => route.fulfill({ json: { id, timestamp: 1 } }));

test("a newer build is offered without interrupting, and the next page loads as a new document", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  await mockBuildId(page, "newer");
  await page.goto(`${prefix}/brands`);
  const bar = page.getByRole("status").filter({ hasText: texts["notice.update"] });
  await expect(bar).toBeVisible();
  await expectAccessible(page);

  await bar.getByRole("button", { name: texts["notice.later"] }).click();
  await expect(bar).toBeHidden();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: texts["collection.best-sales"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
  expect(await page.evaluate(() => "isFirst" in window)).toBe(false);

  await page.getByRole("status").getByRole("button", { name: texts["error.reload"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
});

test("with the current build nothing is offered and navigation stays client-side", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const buildCheck = page.waitForResponse("**/builds/latest.json");
  await page.goto(`${prefix}/info/delivery`);
  expect((await buildCheck).status()).toBe(200);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: texts["collection.best-sales"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
  expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
  await expect(page.getByText(texts["notice.update"])).toHaveCount(0);
});

test("copied text names its source, except text copied from a field", async ({ page, locale, baseURL }) => {
  const { prefix } = getLocaleData(locale);
  await page.goto(`${prefix}/info/delivery?from=letter`);
  const copyFrom = (selector: string) =>
    page.evaluate((selector) => {
      const element = document.querySelector(selector);
      if (element instanceof HTMLInputElement) element.select();
      else if (element) getSelection()?.selectAllChildren(element);
      const clipboardData = new DataTransfer();
      element?.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return { text: clipboardData.getData("text/plain"), html: clipboardData.getData("text/html") };
    }, selector);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const url = `${baseURL}${prefix}/info/delivery`;
  // The listeners are added when the page is idle.
  await expect.poll(async () => (await copyFrom("h1")).text).toBe(`${title}\n\n— Furoshiki, ${url}`);
  const { html } = await copyFrom("h1");
  expect(html).toContain(`<a href="${url}">Furoshiki</a>`);
  expect(await copyFrom("input[type=search]")).toEqual({ text: "", html: "" });
});

test.describe("a URL without a page", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("shows the error in the layout, with a working search", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    const response = await page.goto(`${prefix}/category/no-such-category`);
    expect(response?.status()).toBe(404);
    const main = page.getByRole("main");
    const heading = texts["error.not_found_path"].replace("{path}", "/category/no-such-category");
    await expect(main.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expectAccessible(page);
    const box = main.getByRole("search", { name: texts["error.search"] }).getByRole("combobox");
    await box.fill(locale === "ru-RU" ? "крем" : "cream");
    await box.press("Enter");
    await expect(page).toHaveURL(/product_search\?q=/);
    await expect(main.getByRole("article").first()).toBeVisible();
  });
});

test.describe("a section that throws", () => {
  test.use({ allowedConsoleErrors: [/Cannot read properties of undefined/] });

  test("leaves the rest of the page intact", async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    await page.addInitScript(() => localStorage.setItem("recently-viewed", "[1,2,3]"));
    await page.route("**/v1/products?ids=*", (route) => route.fulfill({ json: { data: { items: [{ id: 1 }, {}] } } }));
    await page.goto(`${prefix}/best-sales`);
    const brokenResponse = page.waitForResponse("**/v1/products?ids=*");
    await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
    await (await brokenResponse).finished();
    await expect(page.getByRole("heading", { name: texts["product.description"] })).toBeVisible();
    await page.getByRole("button", { name: texts["cart.add"] }).filter({ visible: true }).first().click();
    await expect(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: texts["product.recently_viewed"] })).toHaveCount(0);
  });
});

test.describe("without storage", () => {
  // React Router's `ScrollRestoration` reports that it cannot read scroll positions.
  test.use({ allowedConsoleErrors: [/SecurityError: closed|^page error: $/] });

  test("the page works, and malformed cookies are ignored", async ({ page, context, locale, baseURL }) => {
    const { texts, prefix } = getLocaleData(locale);
    const url = baseURL ?? "";
    await context.addCookies([
      { name: "currency", value: "XYZ", url },
      { name: "token", value: "%E0%A4%A", url },
      { name: "i18n_redirected", value: "fr", url },
    ]);
    await page.addInitScript(() => {
      const throwError = () => {
        throw new DOMException("closed", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: throwError });
    });
    const response = await page.goto(`${prefix}/best-sales#%E0%A4%A`);
    expect(response?.status()).toBe(200);
    await expect(page.getByText(getMessagePattern(texts["notice.currency_removed"]))).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
    await expect(page.getByText(texts["notice.cart_not_saved"])).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});

test.describe("with an expired session", () => {
  // The notification stream of the page gets the 401 too.
  test.use({ allowedConsoleErrors: [/status of 401/] });

  test("customers signed out elsewhere are asked to sign in when they change the cart", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = getLocaleData(locale);
    await signUp(page, context);
    await page.goto(`${prefix}/best-sales`);
    const cartUpdate = page.waitForResponse("**/cart/lines");
    await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
    await cartUpdate;
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: texts["checkout.items"] })).toBeVisible();
    const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
    const logoutResponse = await page.request.post("/v1/logout", { headers: { authorization: `Bearer ${token}` } });
    expect(logoutResponse.status()).toBe(204);
    await main.getByText(texts["checkout.clear"]).click();
    await main.getByRole("button", { name: texts["checkout.clear_yes"] }).click();
    await expect(page).toHaveURL(`${prefix || "/"}?auth=1&from=%2Fcart`);
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

testWithAnalytics.use({
  allowedConsoleErrors: [/^request to outside: https:\/\/(mc\.yandex\.ru|chat\.example\.com)\/|status of 404/],
});

/** Mocks the third-party services and logs in session storage what each document pushes. Returns the requested URLs. */
async function mockThirdParties(page: Page): Promise<string[]> {
  const requestedUrls: string[] = [];
  const fulfillWith = (body: string) => (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    requestedUrls.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body });
  };
  await page.route(
    "https://mc.yandex.ru/**",
    fulfillWith(`{
      const record = (data) => sessionStorage.setItem("trackedData", (sessionStorage.getItem("trackedData") ?? "") + JSON.stringify(data) + "\\n");
      for (const call of ym.a) record([...call]);
      for (const data of ymDataLayer) record(data);
      ym.a.push = (call) => record([...call]);
      ymDataLayer.push = record;
    }`),
  );
  await page.route(`${CHAT_ORIGIN}/**`, fulfillWith("globalThis.hasChat = true"));
  return requestedUrls;
}

/** Returns what was tracked in this tab: page views as `hit /path`, goals, and the types of e-commerce events. */
async function readTrackedEvents(page: Page): Promise<string[]> {
  const log = await page.evaluate(() => sessionStorage.getItem("trackedData") ?? "");
  return log
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const event = JSON.parse(line) as unknown[] | { ecommerce: Record<string, unknown> };
      if (!Array.isArray(event)) return Object.keys(event.ecommerce).find((key) => key !== "currencyCode") ?? "";
      const [, callName, url] = event;
      return callName === "hit" ? `hit ${new URL(String(url)).pathname}` : String(callName === "init" ? callName : url);
    });
}

testWithAnalytics(
  "third parties load only after consent and then receive the earlier events",
  async ({ page, locale }) => {
    const { texts, prefix } = getLocaleData(locale);
    const requestedUrls = await mockThirdParties(page);
    await page.goto(`${prefix}/best-sales`);
    const bar = page.getByRole("region", { name: texts["consent.title"] });
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("article").first().getByRole("heading").getByRole("link").click();
    // The listing has such buttons too: wait for the product page.
    await expect(getProductSection(page, texts, "reviews")).toBeAttached();
    await page.getByRole("main").getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
    await expect(page.getByRole("main").getByRole("link", { name: texts["cart.go"] }).first()).toBeVisible();
    expect(requestedUrls).toEqual([]);

    const product = new URL(page.url()).pathname;
    await bar.getByRole("button", { name: texts["consent.all"] }).click();
    await expect(bar).toBeHidden();
    const firstEvents = ["init", `hit ${prefix}/best-sales`, `hit ${product}`];
    const ecommerceEvents = ["impressions", "click", "detail", "impressions", "add"];
    await expect.poll(() => readTrackedEvents(page)).toEqual([...firstEvents, ...ecommerceEvents]);
    expect(requestedUrls).toEqual(["https://mc.yandex.ru/metrika/tag.js", `${CHAT_ORIGIN}/widget-7.js`]);

    await page.getByRole("main").getByRole("link", { name: texts["cart.go"] }).first().click();
    await expect.poll(() => readTrackedEvents(page)).toContain(`hit ${prefix}/cart`);

    // The choice is stored until it is changed.
    await page.goto(`${prefix}/brands`);
    await expect.poll(() => readTrackedEvents(page)).toContain(`hit ${prefix}/brands`);
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: texts["footer.cookies"] }).click();
    await expect(bar).toBeFocused();
    // Withdrawing the consent reloads the page.
    await bar.getByRole("button", { name: texts["consent.necessary"] }).click();
    await page.waitForFunction(() => !("ym" in window) && document.readyState === "complete");
    await waitForHydration(page);
    expect(await page.evaluate(() => "ym" in window || "hasChat" in window)).toBe(false);
  },
);

testWithAnalytics("a payment page loads as its own document without third parties", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await mockThirdParties(page);
  await page.goto(`${prefix}/brands`);
  await page
    .getByRole("region", { name: texts["consent.title"] })
    .getByRole("button", { name: texts["consent.all"] })
    .click();
  await expect.poll(() => readTrackedEvents(page)).toContain(`hit ${prefix}/brands`);
  const paymentPage = page.waitForResponse((response) => response.url().endsWith(`${prefix}/jpcart/payment/none`));
  await page.evaluate((url) => {
    const link = document.createElement("a");
    link.href = url;
    document.querySelector("main")?.append(link);
    link.click();
  }, `${prefix}/jpcart/payment/none`);
  const response = await paymentPage;
  expect(response.request().resourceType()).toBe("document");
  expect(await response.headerValue("content-security-policy")).not.toContain("yandex");
  await waitForHydration(page);
  expect(await page.evaluate(() => "ym" in window)).toBe(false);
  expect((await readTrackedEvents(page)).filter((event) => event.includes("jpcart"))).toEqual([]);
});

testWithAnalytics("an order is tracked as a purchase once, before its payment", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await mockThirdParties(page);
  await page.addInitScript(() => localStorage.setItem("consent", '{"choice":"all","version":1}'));
  await signUp(page, context);
  await fillCart(page, context);
  await page.goto(`${prefix}/cart`);
  await expect.poll(() => readTrackedEvents(page)).toContain(`hit ${prefix}/cart`);
  const main = page.getByRole("main");
  await acceptTerms(page, texts);
  const paymentPage = page.waitForResponse(
    (response) => response.url().includes("/user/payment/") && response.status() === 200,
  );
  await main.getByRole("button", { name: texts["checkout.place"] }).first().click();
  expect((await paymentPage).request().resourceType()).toBe("document");
  await expect(page).toHaveURL(/\/user\/payment\//);
  const readPurchaseEvents = () =>
    readTrackedEvents(page).then((event) => event.filter((item) => /purchase|ORDER/.test(item)));
  await expect.poll(readPurchaseEvents).toEqual(["purchase", "ORDER_CREATED"]);
  await page.reload();
  await page.goto(`${prefix}/profile/orders`);
  await expect.poll(() => readTrackedEvents(page)).toContain(`hit ${prefix}/profile/orders`);
  expect(await readPurchaseEvents()).toEqual(["purchase", "ORDER_CREATED"]);
});

/** Fills the cart of the signed-in customer and selects address, shipping and payment. */
async function fillCart(page: Page, context: Parameters<typeof signUp>[1]): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
  const call = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return ((await response.json()) as { data: T }).data;
  };
  const { items } = await call<{ items: { id: number; has_options: boolean; available_for_order: boolean }[] }>(
    "GET",
    "/v1/products?in_stock=1&sort=price_asc",
  );
  const product = items.find((item) => !item.has_options && item.available_for_order)?.id ?? 0;
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
  const cartWithAddress = await call<Cart>("POST", `/v1/user/cart/address/${id}`);
  const method = cartWithAddress.shipping.availiable_shipping.items.find((item) => item.options.length === 0)?.id;
  const cartWithShipping = await call<Cart>("POST", `/v1/user/cart/shipping/${method}`);
  await call("POST", `/v1/user/cart/payment/${cartWithShipping.payment.availiable_payments.items[0]?.id}`);
}
