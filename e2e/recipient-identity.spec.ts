import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLabelPattern, getLocaleData, getStartPattern, payByCard, waitForHydration } from "./locators.ts";
import { fillPickupCart } from "./pickup-cart.ts";
import { pageHeading, signInAsStaff } from "./staff.ts";

const CARD_SUCCEEDS = "4242 4242 4242 4242";

test("customs data of the recipient is announced, asked for after the payment, and hidden once it is given", async ({
  page,
  context,
  browser,
  locale,
}) => {
  test.setTimeout(360_000);
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const { token } = await fillPickupCart(page, { locale, chosen: true });
  await page.goto(`${prefix}/cart`);
  await expect(main.getByText(texts["identity.announced"]).first()).toBeVisible();

  const authorized = { authorization: `Bearer ${token}`, currency: "RUB", "accept-language": locale ?? "" };
  const cart = (await (await page.request.get("/v1/user/cart", { headers: authorized })).json()).data;
  const placed = await page.request.post("/v1/user/orders", {
    headers: { ...authorized, "idempotency-key": randomUUID() },
    data: { agree: true, agree_offer: true, expected_total: cart.price_v2.total_price },
  });
  const { order, payment } = (await placed.json()).data as { order: { id: number }; payment: { id: string } };
  await page.goto(`${prefix}/user/payment/${payment.id}`);
  await waitForHydration(page);
  await payByCard(page, texts, CARD_SUCCEEDS);
  const section = main.getByRole("region", { name: texts["identity.title"] });
  await expect(section).toBeVisible();
  await expectAccessible(page);

  // Without scripts: a wrong taxpayer number is refused at its field, and what was typed stays.
  const plainContext = await browser.newContext({
    ...{ javaScriptEnabled: false, ...(locale ? { locale } : {}), storageState: await context.storageState() },
    baseURL: process.env["SHOP_URL"] ?? "",
  });
  const plainPage = await plainContext.newPage();
  await plainPage.goto(`${prefix}/profile/orders/${order.id}`);
  const plainSection = plainPage.getByRole("region", { name: texts["identity.title"] });
  await plainSection.getByLabel(getLabelPattern(texts["identity.passport"])).fill("4509 123456");
  await plainSection.getByLabel(getLabelPattern(texts["identity.issued_on"])).fill("2015-03-20");
  await plainSection.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732258");
  await plainSection.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(plainSection.getByText(texts["field.invalidInn"])).toBeVisible();
  await expect(plainSection.getByLabel(getLabelPattern(texts["identity.passport"]))).toHaveValue("4509 123456");
  await plainContext.close();

  await section.getByLabel(getLabelPattern(texts["identity.passport"])).fill("4509 123456");
  await section.getByLabel(getLabelPattern(texts["identity.issued_on"])).fill("2015-03-20");
  await section.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732258");
  await section.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(section.getByText(texts["field.invalidInn"])).toBeVisible();
  await expect(section.getByLabel(getLabelPattern(texts["identity.inn"]))).toBeFocused();
  await expectAccessible(page);
  await section.getByLabel(getLabelPattern(texts["identity.inn"])).fill("500100732259");
  await section.getByRole("button", { name: texts["identity.save"] }).click();
  await expect(section.getByText(texts["identity.replace"])).toBeVisible();
  await expect(section.locator(":focus")).toContainText(getStartPattern(texts["identity.given"]));
  await expectAccessible(page);

  await page.goto(`${prefix}/profile/orders/${order.id}`);
  await expect(section.getByText(texts["identity.replace"])).toBeVisible();
  expect(await page.content()).not.toMatch(/4509|500100732259/);

  const staffContext = await browser.newContext({ baseURL: process.env["SHOP_URL"] ?? "" });
  const staffPage = await staffContext.newPage();
  await signInAsStaff(staffPage, locale, "manager");
  await staffPage.goto(`/admin/orders/${order.id}`);
  await expect(pageHeading(staffPage, new RegExp(String(order.id).slice(-3)))).toBeVisible();
  expect(await staffPage.content()).not.toMatch(/4509|500100732259/);
  await staffPage.getByText(/(Показать паспорт и\s?ИНН…|Reveal passport and INN…)/).click();
  const reason = staffPage.locator("#reveal_identity-reason");
  await reason.fill("The carrier asks");
  await staffPage.locator("form", { has: reason }).getByRole("button").click();
  await expect(staffPage.getByText("4509 123456")).toBeVisible();
  await expectAccessible(staffPage);
  await staffContext.close();
});
