import type { Page, Route } from "@playwright/test";
import { buildS10Number } from "../demo/codes.ts";
import { findLayoutFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import {
  expectNoStationFaults,
  getBoxCount,
  getShipment,
  progress,
  scan,
  type Shipment,
  startPacking,
  waitForStation,
} from "./packing.ts";
import { signInAsStaff } from "./staff.ts";

test.use({ allowedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (409|422|503)/] });

/** Returns a tracking number that no other order has. */
const getTrackingNumber = (order: number) => buildS10Number("RR", String(order).slice(-8));

/** Scans what is missing, one piece after the other. */
async function scanAll(page: Page, { items }: Shipment): Promise<void> {
  for (const { barcode, reference, quantity, packed } of items)
    for (let piece = packed; piece < quantity; piece++) {
      const count = await getBoxCount(page);
      await scan(page, barcode ?? reference);
      await expect(progress(page)).toHaveAttribute("value", String(count + 1));
    }
}

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale, "packer");
});

test("an order is packed with the keyboard alone, and the order is shipped", async ({ page, locale }) => {
  const order = await startPacking(page);
  const shipment = await getShipment(page, order);
  await expectNoStationFaults(page);
  await scan(page, "4999999999999");
  await expect(page.getByRole("alert").getByText(/(Не\sтот товар|Wrong item)/)).toBeVisible();
  await expectNoStationFaults(page);

  // The server answers the scans only after the weight was entered.
  const weightEntered = Promise.withResolvers<void>();
  await page.route("**/scans", async (route) => {
    await weightEntered.promise;
    await route.continue();
  });
  await scanAll(page, shipment);
  await expect(page.getByRole("alert").getByText(/(Не\sтот товар|Wrong item)/)).toBeHidden();
  const toWeight = page.getByRole("button", { name: /^(К весу|To the weight)$/ });
  await toWeight.focus();
  await page.keyboard.press("Enter");
  const weight = page.getByRole("main").getByRole("textbox");
  await expect(weight).toBeFocused();
  const grams = String(Math.round(shipment.expected_weight_g * 1.13));
  await page.keyboard.type(grams);
  await expect(weight).toHaveValue(grams);
  await page.keyboard.press("Enter");
  weightEntered.resolve();
  await expect(page.getByRole("heading", { name: /^(Вес не сходится|The weight differs)$/ })).toBeVisible();
  await expectNoStationFaults(page);
  await page.getByRole("button", { name: /^(Двойная упаковка|Double packaging)$/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^(Верно|Correct):/ }).focus();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("textbox", { name: /^(Трек-номер|Tracking number)$/ })).toBeFocused();
  await expectNoStationFaults(page);
  await scan(page, "RR473124828JP");
  await expect(page.getByRole("alert")).toContainText(/(В\sномере ошибка|number has an error)/);
  await page.keyboard.press("ControlOrMeta+a");
  await scan(page, getTrackingNumber(order));
  await expect(page.getByRole("heading", { name: /^(Отправлено|Shipped)$/ })).toBeVisible();
  await expectNoStationFaults(page);
  expect(await getShipment(page, order)).toMatchObject({
    status: "shipped",
    weight_reason: locale === "ru-RU" ? "Двойная упаковка" : "Double packaging",
  });
});

test("scans without a connection are kept, also over a reload, and are sent once", async ({ page, context }) => {
  const order = await startPacking(page);
  const shipment = await getShipment(page, order);
  const [first] = shipment.items;
  const code = first?.barcode ?? first?.reference ?? "";
  await context.setOffline(true);
  await scan(page, code);
  await expect(page.getByRole("status").filter({ hasText: /(Нет сети|No connection)/ })).toContainText("1");
  await expect(progress(page)).toHaveAttribute("value", "1");
  await expectNoStationFaults(page);
  expect((await getShipment(page, order)).items[0]?.packed).toBe(0);

  // The answer of the second attempt is lost: the server has the scan, the page does not know it.
  const lostAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/scans", lostAnswer, { times: 1 });
  await context.setOffline(false);
  await page.reload();
  await waitForStation(page);
  await expect.poll(async () => (await getShipment(page, order)).items[0]?.packed).toBe(1);
  await expect(progress(page)).toHaveAttribute("value", "1");
  await expect(page.getByRole("status").filter({ hasText: /(Нет сети|No connection)/ })).toBeHidden();
  await scanAll(page, await getShipment(page, order));
  await expect
    .poll(async () => (await getShipment(page, order)).items.every((item) => item.packed === item.quantity))
    .toBe(true);

  // A piece is taken out again.
  const count = await getBoxCount(page);
  await page.getByRole("button", { name: /^(Вынуть последний|Take out the last one)$/ }).click();
  await expect(progress(page)).toHaveAttribute("value", String(count - 1));
  await page.reload();
  await waitForStation(page);
  await expect(progress(page)).toHaveAttribute("value", String(count - 1));
});

test("the station speaks Japanese, and packed shipments are handed over together", async ({ page }) => {
  const order = await startPacking(page);
  const shipment = await getShipment(page, order);
  await page.getByRole("button", { name: "JA", exact: true }).click();
  await expect(page.getByRole("heading", { name: "箱" })).toBeVisible();
  await expectNoStationFaults(page);
  await page.reload();
  await waitForStation(page);
  await expect(page.getByRole("heading", { name: "箱" })).toBeVisible();
  await scanAll(page, shipment);
  await page.getByRole("button", { name: "計量へ" }).click();
  await page.keyboard.type(String(shipment.expected_weight_g));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "あとで引き渡す" }).click();

  const field = page.getByRole("textbox", { name: new RegExp(String(order).replaceAll(/\B(?=(?:\d{3})+$)/g, ".")) });
  await field.fill("RR473124828JP");
  // In a window as high as the list: rows that the bar partly covers are reported as targets that are too small.
  const viewport = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (viewport) await page.setViewportSize({ ...viewport, height });
  await expectNoStationFaults(page);
  if (viewport) await page.setViewportSize(viewport);
  const submit = page.getByRole("button", { name: /^(Передать перевозчику|Hand over to the carrier)$/ });
  await submit.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(getTrackingNumber(order));
  await submit.click();
  await expect(page.getByRole("status").filter({ hasText: /(Передано 1|1 shipment was)/ })).toBeVisible();
  await expect(field).toBeHidden();
  expect(await findLayoutFaults(page)).toEqual([]);
});
