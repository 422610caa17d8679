import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** What a shopper reads and clicks on the way from the home page to a paid order. */
const words = {
  "ru-RU": {
    home: "/",
    category: "Уход за лицом",
    add: "В корзину",
    cart: "Корзина",
    signIn: "Войти",
    newHere: "Зарегистрироваться",
    name: "Имя",
    phone: "Телефон",
    email: "Почта",
    password: "Пароль",
    passwordAgain: "Пароль ещё раз",
    agree: "Даю согласие на",
    create: "Зарегистрироваться",
    country: "Страна",
    russia: "Россия",
    firstName: "Имя",
    lastName: "Фамилия",
    postcode: "Индекс",
    city: "Город",
    street: "Улица, дом, квартира",
    mobile: "Мобильный телефон",
    saveAddress: "Сохранить адрес",
    delivery: "Доставка",
    place: "Оформить заказ",
    card: "Номер карты",
    holder: "Имя и фамилия, как на карте",
    until: "Действует до",
    pay: "Оплатить",
    declined: "Банк отклонил карту",
    paid: "Спасибо, заказ оплачен",
    openOrder: "Открыть заказ",
    orderPaid: "Заказ оплачен",
    orders: "Мои заказы",
  },
  "en-US": {
    home: "/en-US",
    category: "Face care",
    add: "Add to cart",
    cart: "Cart",
    signIn: "Sign in",
    newHere: "Create an account",
    name: "Name",
    phone: "Phone",
    email: "Email",
    password: "Password",
    passwordAgain: "Password again",
    agree: "I agree to the",
    create: "Create an account",
    country: "Country",
    russia: "Russia",
    firstName: "First name",
    lastName: "Last name",
    postcode: "Postcode",
    city: "City",
    street: "Street, building, flat",
    mobile: "Mobile phone",
    saveAddress: "Save the address",
    delivery: "Delivery",
    place: "Place the order",
    card: "Card number",
    holder: "Name as on the card",
    until: "Valid until",
    pay: "Pay",
    declined: "The bank declined the card",
    paid: "Thank you, the order is paid",
    openOrder: "Open the order",
    orderPaid: "The order is paid",
    orders: "My orders",
  },
} as const;

const PASSWORD = "white plum blossom";
const GOOD_CARD = "4242 4242 4242 4242";
const REFUSED_CARD = "4000 0000 0000 0002";

async function fillCard(page: Page, number: string, w: (typeof words)["ru-RU" | "en-US"]): Promise<void> {
  await page.getByLabel(w.card).fill(number);
  await page.getByLabel(w.holder).fill("ANNA KUZNETSOVA");
  await page.getByLabel(w.until).fill("12/30");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("main").getByRole("button", { name: w.pay }).click();
}

test("a stranger fills a cart, signs up, orders, pays and finds the paid order", async ({ page, locale }) => {
  test.setTimeout(120_000);
  const w = words[locale === "ru-RU" ? "ru-RU" : "en-US"];
  const email = `story-${locale}-${Date.now()}@example.com`;
  const main = page.getByRole("main");

  await page.goto(w.home);
  await expectAccessible(page);

  await main
    .getByRole("link", { name: new RegExp(w.category) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: w.category })).toBeVisible();
  await expectAccessible(page);

  const simple = main
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: w.add, exact: true }) })
    .first();
  const name = (await simple.getByRole("heading").textContent()) ?? "";
  await simple.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("button", { name: w.add, exact: true }).first().click();

  await page
    .getByRole("link", { name: new RegExp(`^${w.cart}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole("link", { name: w.signIn, exact: true })
    .or(page.getByRole("button", { name: w.signIn, exact: true }))
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("button", { name: w.newHere })
    .or(dialog.getByRole("link", { name: w.newHere }))
    .click();
  await dialog.getByLabel(w.name, { exact: true }).fill("Анна");
  await dialog.getByLabel(w.phone).fill("+7 900 000-00-01");
  await dialog.getByLabel(w.email).fill(email);
  await dialog.getByLabel(w.password, { exact: true }).fill(PASSWORD);
  await dialog.getByLabel(w.passwordAgain, { exact: true }).fill(PASSWORD);
  await dialog.getByLabel(w.agree).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: w.create, exact: true }).click();
  await expect(dialog.getByLabel(w.email)).toHaveValue(email);
  await dialog.getByLabel(w.password, { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: w.signIn, exact: true }).click();
  await expect(dialog).toBeHidden();

  // The guest's cart is the customer's now.
  await expect(main.getByRole("link", { name })).toBeVisible();
  await main.getByLabel(w.country).selectOption({ label: w.russia });
  await main.getByLabel(w.firstName).fill("Anna");
  await main.getByLabel(w.lastName).fill("Kuznetsova");
  await main.getByLabel(w.postcode).fill("420015");
  await main.getByLabel(w.city).fill("Kazan");
  await main.getByLabel(w.street).fill("ul. Pushkina 12, 34");
  await main.getByLabel(w.mobile).fill("+7 900 000-00-01");
  await main.getByRole("button", { name: w.saveAddress }).click();

  const delivery = main.getByRole("group", { name: w.delivery }).or(main.getByRole("region", { name: w.delivery }));
  await delivery.getByRole("radio").first().check({ force: true });
  await expectAccessible(page);
  await main.getByLabel(w.agree).check();
  await page.getByRole("button", { name: w.place }).first().click();

  await expect(page).toHaveURL(/\/user\/payment\//);
  await expectAccessible(page);
  await fillCard(page, REFUSED_CARD, w);
  await expect(main.getByText(w.declined)).toBeVisible();
  await fillCard(page, GOOD_CARD, w);
  await expect(page.getByRole("heading", { name: w.paid })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  await main.getByRole("link", { name: w.openOrder }).click();
  await expect(page.getByText(w.orderPaid).first()).toBeVisible();
  await expect(main.getByText(name).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${w.home === "/" ? "" : w.home}/profile/orders`);
  await expect(page.getByRole("heading", { level: 1, name: w.orders })).toBeVisible();
  await expectAccessible(page);
});
