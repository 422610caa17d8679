import { expect, type Locator, type Page } from "@playwright/test";
import enAccount from "../web/app/messages/en-US/account.json" with { type: "json" };
import enShop from "../web/app/messages/en-US/shop.json" with { type: "json" };
import ruAccount from "../web/app/messages/ru-RU/account.json" with { type: "json" };
import ruShop from "../web/app/messages/ru-RU/shop.json" with { type: "json" };

const ruRU = { ...ruShop, ...ruAccount };
const enUS = { ...enShop, ...enAccount };

const localeData = {
  "ru-RU": {
    ...{ texts: ruRU, prefix: "", department: "Уход за лицом", russia: "Россия", word: "крем" },
    currency: { code: "RUB", other: "USD", sign: "$" },
  },
  "en-US": {
    ...{ texts: enUS, prefix: "/en-US", department: "Face care", russia: "Russia", word: "cream" },
    currency: { code: "USD", other: "EUR", sign: "€" },
  },
};
/** The messages that every page loads, and those that the product pages do not load. */
export const shopMessageKeys = Object.keys(ruShop);
export const accountMessageKeys = Object.keys(ruAccount);
export const getLocaleData = (locale: string | undefined) => localeData[locale === "ru-RU" ? "ru-RU" : "en-US"];

export const firstVisible = (locator: Locator) => locator.filter({ visible: true }).first();
/** Matches the label of a field, with or without the asterisk of required fields. Spaces may be non-breaking. */
export const getLabelPattern = (text: string) => new RegExp(`^${text.replaceAll(" ", "\\s")}( \\*)?$`);
/** Matches what begins with a message, up to its first parameter or tag. Spaces may be non-breaking. */
export const getStartPattern = (message: string) =>
  new RegExp(`^${message.split(/[<{]/)[0]?.trim().replaceAll(" ", "\\s")}`);
/** Matches a message with any values of its parameters. Spaces may be non-breaking. */
export const getMessagePattern = (message: string) =>
  new RegExp(message.replaceAll(/\{\w+\}/g, ".+").replaceAll(" ", "\\s"));
/** Whether the page has the layout of phones. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** Waits until the current document is hydrated, if it is a page of the storefront. */
export const waitForHydration = (page: Page) =>
  expect(page.locator("html[data-hydrated], html:not(:has(main#main))")).toBeAttached();

/** Opens the page of a product from its card. @returns the name of the product, which the card shows in a short form */
export async function openProduct(page: Page, card: Locator): Promise<string> {
  const heading = page.getByRole("heading", { level: 1 });
  const listTitle = (await heading.textContent()) ?? "";
  await card.getByRole("heading").getByRole("link").click();
  await expect(heading).not.toHaveText(listTitle);
  return (await heading.textContent()) ?? "";
}

/** The form of the shop's own card page. */
export const getCardForm = (page: Page, texts: typeof ruRU) =>
  page.getByRole("main").getByRole("form", { name: texts["payment.card"], exact: true });

/** Fills in the card page and submits it. */
export async function payByCard(page: Page, texts: typeof ruRU, number: string): Promise<void> {
  const form = getCardForm(page, texts);
  await form.getByLabel(texts["payment.number"]).fill(number);
  await form.getByLabel(texts["payment.holder"]).fill("ANNA KUZNETSOVA");
  await form.getByLabel(texts["payment.expiry"]).fill("12/30");
  await form.getByLabel("CVC").fill("123");
  await form.getByRole("button", { name: getStartPattern(texts["payment.pay"]) }).click();
}

/** Fills in the fields of an address in Russia that a registration does not, on the cart page. */
export async function fillAddress(page: Page, texts: typeof ruRU): Promise<void> {
  const fill = async (key: "last_name" | "postcode" | "city" | "street", value: string) =>
    page
      .getByRole("main")
      .getByLabel(getLabelPattern(texts[`address.${key}`]))
      .fill(value);
  await fill("last_name", "Kuznetsova");
  await fill("postcode", "420015");
  await fill("city", "Kazan");
  await fill("street", "ул. Пушкина 12, 34");
}

/** Accepts the terms on the cart page: personal data and the public offer. */
export async function acceptTerms(page: Page, texts: typeof ruRU): Promise<void> {
  for (const key of ["checkout.agree", "checkout.agree_offer"] as const)
    await page
      .getByRole("main")
      .getByRole("checkbox", { name: getStartPattern(texts[key]) })
      .check();
}

/** Measures the layout shift of the documents that the page loads from now on. */
export async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShift = { sum: 0 };
    Object.assign(globalThis, { layoutShift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) layoutShift.sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns the sum of the layout shifts of the current document without those that follow user input. */
export const readLayoutShift = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { layoutShift: { sum: number } }).layoutShift.sum);

/** Holds matching requests, as a slow network would. Returns a function that releases them. */
export async function holdRequests(page: Page, urlPattern: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urlPattern, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

/** The reviews or the questions of a product page. */
export const getProductSection = (page: Page, texts: typeof ruRU, id: "reviews" | "questions") =>
  page.getByRole("region", { name: texts[`${id}.title`], exact: true });

/** Scrolls to a section of a product page and waits until it is hydrated. */
export async function scrollToSection(page: Page, texts: typeof ruRU, id: "reviews" | "questions"): Promise<Locator> {
  const section = getProductSection(page, texts, id);
  await section.evaluate((element) => element.scrollIntoView());
  const tabs = page.getByRole("navigation", { name: texts["product.about"] });
  await expect(tabs.getByRole("link", { name: texts[`${id}.title`] })).toHaveAttribute("aria-current", "true");
  return section;
}

/** The sign-in dialog, on either of its screens or still loading. */
export const getSignInDialog = (page: Page, texts: typeof ruRU) =>
  page.getByRole("dialog", {
    name: new RegExp(`${texts["auth.login_title"]}|${texts["auth.register_title"]}|${texts["layout.sign_in"]}`),
  });

export const isFocusInside = (dialog: Locator) =>
  dialog.evaluate((element) => element.contains(document.activeElement));
