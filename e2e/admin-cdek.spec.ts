import type { Page } from "@playwright/test";
import { expect, testWithCdek as test } from "./fixtures.ts";
import { expectNoStationFaults } from "./packing.ts";
import { expectNoFaults, readAdminApi, signInAsStaff } from "./staff.ts";

test.use({ allowedConsoleErrors: [/status of (409|422|502)/] });

type CarrierOrder = { status: string };
type ShipmentRow = {
  id: number;
  order_id: number;
  carrier_order: CarrierOrder | null;
  cdek_registration: string | null;
};

const registerButton = (page: Page) =>
  page.getByRole("button", { name: /^(Создать\sзаказ\sСДЭК|Create a CDEK order)$/ });

/** Finds a packed shipment for CDEK, in this state there. */
async function findShipment(page: Page, status: string | null): Promise<ShipmentRow> {
  const { items } = await readAdminApi<{ items: ShipmentRow[] }>(page, "shipments?limit=200");
  const found = items.find((one) => one.cdek_registration !== null && (one.carrier_order?.status ?? null) === status);
  if (!found) throw new Error(`no packed shipment is ${status ?? "without order"} at CDEK`);
  return found;
}

/** Waits until the store knows its contract, which it caches. */
async function openWithContract(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(registerButton(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
}

// Both parts wait for answers of CDEK and check the page at several widths.
test.setTimeout(240_000);

test("an order is refused by CDEK with reasons, created, and printed after a refusal", async ({
  page,
  locale,
  cdekStorefront: { cdek, checkOrders },
}) => {
  await signInAsStaff(page, locale);
  const { id, order_id: order } = await findShipment(page, null);
  await openWithContract(page, `/admin/orders/${order}`);
  cdek.orders.refusal = [
    { code: "v2_field_is_empty", message: "[recipient.phones[0].number] is empty" },
    { code: "v2_tariff_not_available", message: "The tariff is not available" },
  ];
  await registerButton(page).click();
  const phone = page.getByRole("term").filter({ hasText: /^(Телефон\sполучателя|Phone of the recipient)$/ });
  await expect(phone).toBeVisible();
  await expect(page.getByText("[recipient.phones[0].number] is empty")).toBeVisible();
  await expect(page.getByText("The tariff is not available")).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Изменить\sдоставку|Change the delivery)$/ })).toHaveAttribute(
    "href",
    `/admin/orders/${order}/edit`,
  );
  await expectNoFaults(page);

  cdek.orders.refusal = null;
  await registerButton(page).click();
  await expect(page.getByText(/(СДЭК\sпроверяет\sданные|CDEK checks the data)/)).toBeVisible();
  cdek.orders.confirm();
  await expect
    .poll(async () => {
      await checkOrders();
      return (await readAdminApi<{ carrier_order: CarrierOrder }>(page, `shipments/${id}`)).carrier_order.status;
    })
    .toBe("created");
  await page.reload();
  const label = page.getByRole("button", { name: /^(Этикетка\sСДЭК|CDEK label)$/ });
  cdek.plannedFailures = ["400"];
  await label.click();
  await expect(page.getByText(/(СДЭК\sне\sдаёт\sэто\sнапечатать|CDEK does not print this)/)).toBeVisible();
  await expectNoFaults(page);
  const download = page.waitForEvent("download");
  await label.click();
  expect((await download).suggestedFilename()).toBe(`cdek-label-${id}.pdf`);

  await page.goto(`/admin/fulfillment/pack/${order}`);
  cdek.plannedFailures = ["400"];
  await page.getByRole("button", { name: /^(Напечатать\sэтикетку|Print the label)$/ }).click();
  const refusal = page.getByRole("alert").filter({ hasText: /(СДЭК\sотказался\sпечатать|CDEK refused to print)/ });
  await expect(refusal).toBeVisible();
  await expectNoStationFaults(page);
});

test("the packing station says why CDEK has refused an order", async ({ page, locale, cdekStorefront: { cdek } }) => {
  await signInAsStaff(page, locale, "packer");
  const { order_id: order } = await findShipment(page, "refused");
  await openWithContract(page, `/admin/fulfillment/pack/${order}`);
  const reasons = page.getByRole("alert").filter({ hasText: /(СДЭК\sне\sпринял\sзаказ|CDEK refused the order)/ });
  await expect(reasons).toContainText("[delivery_point]");
  await expectNoStationFaults(page);
  cdek.orders.refusal = [{ code: "v2_weight_is_too_large", message: "[packages[0].weight] is too large" }];
  await registerButton(page).click();
  await expect(reasons).toContainText("[packages[0].weight] is too large");
  await expect(reasons).not.toContainText("[delivery_point]");
  cdek.orders.refusal = null;
});
