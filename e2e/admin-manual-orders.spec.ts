import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectNoFaults, pageHeading, readAdminApi, signInAsStaff } from "./staff.ts";

type Order = { id: number; source: string; status: string; customer: { email: string } };

const placeButton = (page: Page) => page.getByRole("button", { name: /^(Оформить и|Place and send)/ });
const summary = (page: Page) => page.getByRole("region", { name: /^(Итог|Summary)$/ });

/** Opens the form and chooses a new customer by their email. */
async function chooseNewCustomer(page: Page, email: string): Promise<void> {
  await page.goto("/admin/orders/new");
  await expect(pageHeading(page, /^(Новый заказ|New order)$/)).toBeVisible();
  await expect(placeButton(page)).toBeDisabled();
  await page.getByRole("searchbox", { name: /^(Почта или телефон|Email or phone)/ }).fill(email);
  await page.getByRole("button", { name: /^(Новый покупатель|New customer)$/ }).click();
  await expect(page.getByText(email)).toBeVisible();
}

/** Adds an item of which enough is in stock, since other tests order too. */
async function addItem(page: Page): Promise<void> {
  await page.getByRole("searchbox", { name: /^(Добавить товар|Add an item)/ }).fill("a");
  const found = page.getByRole("listitem").getByRole("button", { name: /(доступно\s\d{2}|\d{2}\savailable)/ });
  await expectAccessible(page);
  await found.first().click();
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: /^(Страна|Country)$/ }).selectOption("RU");
  const fields: [RegExp, string][] = [
    [/^(Имя|First name)$/, "Anna"],
    [/^(Фамилия|Last name)$/, "Orlova"],
    [/^(Телефон|Phone)$/, "+79000000001"],
    [/^(Индекс|Postcode)$/, "420015"],
    [/^(Регион|Region)$/, "Tatarstan"],
    [/^(Город|City)/, "Kazan"],
    [/^(Улица|Street)/, "ul. Pushkina 12, 34"],
  ];
  for (const [name, value] of fields) await page.getByRole("textbox", { name }).fill(value);
}

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("an order is placed once for a new customer, who gets a payment link", async ({ page }) => {
  const email = `${randomUUID()}@example.test`;
  await chooseNewCustomer(page, email);
  await expectNoFaults(page);
  await addItem(page);
  await fillAddress(page);
  const method = page.getByRole("combobox", { name: /^(Способ|Method)/ });
  await expect(method).toHaveValue(/\d/);
  await page.getByRole("textbox", { name: /^(Причина|Reason)$/ }).fill("По телефону");
  await expect(summary(page).getByText(/(Посылка весит|The parcel weighs)/)).toBeVisible();
  await expect(placeButton(page)).toBeEnabled();
  await expectNoFaults(page);

  await placeButton(page).dblclick();
  await expect(pageHeading(page, /\d/)).toBeVisible();
  const { items } = await readAdminApi<{ items: Order[] }>(page, `orders?view=all&q=${encodeURIComponent(email)}`);
  expect(items).toMatchObject([{ source: "manual", status: "awaiting_payment" }]);
  await expectNoFaults(page);
});

test.describe("an address that is refused", () => {
  test.use({ allowedConsoleErrors: [/status of 422/] });
  test("stays in the form with all that was typed", async ({ page }) => {
    const email = `${randomUUID()}@example.test`;
    await chooseNewCustomer(page, email);
    await addItem(page);
    await fillAddress(page);
    const city = page.getByRole("textbox", { name: /^(Город|City)/ });
    await city.fill("Казань");
    await page.getByRole("textbox", { name: /^(Причина|Reason)$/ }).fill("По телефону");
    await placeButton(page).click();
    await expect(city).toHaveAttribute("aria-invalid", "true");
    await expect(city).toHaveValue("Казань");
    await expect(page.getByText(email)).toBeVisible();
    await expectNoFaults(page);
  });
});
