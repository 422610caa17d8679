import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures.ts";
import { readAdminApi } from "./staff.ts";

type PackingItem = { barcode: string | null; reference: string; quantity: number; packed: number };
export type Shipment = {
  id: number;
  status: string;
  expected_weight_g: number;
  items: PackingItem[];
  weight_reason: string;
};

/** Waits until the packing station listens to the scanner. */
export const waitForStation = (page: Page) => expect(page.locator("html[data-hydrated]")).toBeAttached();
export const progress = (page: Page) => page.getByRole("progressbar");
export const getBoxCount = async (page: Page) => Number(await progress(page).getAttribute("value"));

export const getShipment = async (page: Page, order: number) =>
  (await readAdminApi<{ shipments: [Shipment] }>(page, `orders/${order}/packing`)).shipments[0];

/**
 * Opens the packing station with an order that no other test packs, and starts to pack it with the keyboard. All tests
 * share a store: an order is taken by assigning it, which only one of them can.
 */
export async function startPacking(page: Page): Promise<number> {
  const order = await takeOrder(page);
  await page.goto(`/admin/fulfillment/pack/${order}`);
  await waitForStation(page);
  await expect(page.getByRole("button", { name: /^(Начать упаковку|Start packing)$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(progress(page)).toBeVisible();
  return order;
}

/** Assigns the person the first order that can be packed and that nobody has. */
async function takeOrder(page: Page): Promise<number> {
  const { items } = await readAdminApi<{ items: { order_id: number; order_status: string }[] }>(
    page,
    "customs-checks?status=complete&limit=200",
  );
  for (const { order_id: order, order_status: status } of items) {
    if (status !== "paid") continue;
    const response = await page.request.put(`/v1/admin/orders/${order}/assignment`, {
      data: {},
      headers: { origin: process.env["SHOP_URL"] ?? "" },
    });
    if (response.ok()) return order;
  }
  throw new Error("there is no order to pack");
}

/** Types a code as a hand scanner does. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/** Asserts that the station is accessible and not wider than the window. */
export async function expectNoStationFaults(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
