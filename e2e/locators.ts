import { expect, type Locator, type Page } from "@playwright/test";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };

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
export const getLocaleData = (locale: string | undefined) => localeData[locale === "ru-RU" ? "ru-RU" : "en-US"];

export const firstVisible = (locator: Locator) => locator.filter({ visible: true }).first();
/** Short words are followed by a non-breaking space. */
export const getLabelPattern = (text: string) => new RegExp(`^${text.replaceAll(" ", "\\s")}( \\*)?$`);
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

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

/** Scrolls to a section of a product page and waits until it is hydrated. */
export async function scrollToSection(page: Page, texts: typeof ruRU, id: "reviews" | "questions"): Promise<Locator> {
  const section = page.locator(`#${id}`);
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
