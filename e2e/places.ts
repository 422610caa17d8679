import { expect, type Locator, type Page } from "@playwright/test";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };

const places = {
  "ru-RU": {
    ...{ texts: ruRU, prefix: "", department: "Уход за лицом", russia: "Россия", word: "крем" },
    currency: { code: "RUB", other: "USD", sign: "$" },
  },
  "en-US": {
    ...{ texts: enUS, prefix: "/en-US", department: "Face care", russia: "Russia", word: "cream" },
    currency: { code: "USD", other: "EUR", sign: "€" },
  },
};
export const placeOf = (locale: string | undefined) => places[locale === "ru-RU" ? "ru-RU" : "en-US"];

export const seen = (all: Locator) => all.filter({ visible: true }).first();
/** Short words are bound to the next one by a space that does not break. */
export const label = (text: string) => new RegExp(`^${text.replaceAll(" ", "\\s")}( \\*)?$`);
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** Keeps back what matches until it is let go, as a slow network would. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
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

/** Scrolls to a section of a product's page, and waits until it has come to life. */
export async function lookAt(page: Page, texts: typeof ruRU, id: "reviews" | "questions"): Promise<Locator> {
  const section = page.locator(`#${id}`);
  await section.evaluate((element) => element.scrollIntoView());
  const tabs = page.getByRole("navigation", { name: texts["product.about"] });
  await expect(tabs.getByRole("link", { name: texts[`${id}.title`] })).toHaveAttribute("aria-current", "true");
  return section;
}

/** The sign-in, on either of its screens or still empty. */
export const doorOf = (page: Page, texts: typeof ruRU) =>
  page.getByRole("dialog", {
    name: new RegExp(`${texts["auth.login_title"]}|${texts["auth.register_title"]}|${texts["shell.sign_in"]}`),
  });

export const focusIsIn = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement));
