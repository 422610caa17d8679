import type { Page } from "@playwright/test";
import en from "../admin/app/messages/en-US/main.json" with { type: "json" };
import station from "../admin/app/fulfillment/messages/en-US.json" with { type: "json" };
import { buildS10Number } from "../demo/codes.ts";
import { waitForHydration } from "../e2e/locators.ts";
import { expect, loadData, type Workplace } from "./hands.ts";

type PackingItem = { barcode: string | null; reference: string; quantity: number; packed: number };
type Packing = { shipments: { expected_weight_g: number; items: PackingItem[] }[] };

/** Matches a message up to its first parameter. */
const startOf = (message: string) => new RegExp(`^${message.split("{")[0] ?? ""}`);

/** Opens an order with the command palette. */
export async function openOrder({ page, hands }: Workplace, order: number): Promise<void> {
  await expect(page.getByRole("button", { name: en["palette.open"] })).toBeVisible();
  await waitForHydration(page);
  await hands.keys("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await hands.type(String(order));
  await expect(page.getByRole("option").first()).toContainText(formatNumber(order));
  await hands.keys("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(formatNumber(order));
}

/** Matches an order number in groups of three digits. */
function formatNumber(order: number): RegExp {
  return new RegExp(String(order).replaceAll(/\B(?=(?:\d{3})+$)/g, String.raw`\s`));
}

/** Packs an order at the station: every piece is scanned, and the parcel has the expected weight. */
export async function packOrder({ page, hands }: Workplace, order: number): Promise<void> {
  await page.goto(`/admin/fulfillment/pack/${order}`);
  await waitForHydration(page);
  await hands.press(page.getByRole("button", { name: station.begin }));
  const progress = page.getByRole("progressbar");
  await expect(progress).toBeVisible();
  const { shipments } = await loadData<Packing>(page, `orders/${order}/packing`);
  const pieces = (shipments[0]?.items ?? []).flatMap(({ barcode, reference, quantity, packed }) =>
    Array.from({ length: quantity - packed }, () => barcode ?? reference),
  );
  for (const [index, code] of pieces.entries()) {
    await hands.scan(code);
    await expect(progress).toHaveAttribute("value", String(index + 1));
  }
  await hands.press(page.getByRole("button", { name: station.to_weight }));
  // Until all scans are sent, the weight is not accepted.
  await expect(page.getByRole("button", { name: station.weigh })).toBeEnabled();
  await hands.type(String(shipments[0]?.expected_weight_g ?? 0));
  await hands.keys("Enter");
  await hands.press(page.getByRole("link", { name: station.hand_over_later }));
  await expect(page).toHaveURL(/\/handover/);
}

export async function printDocuments(workplace: Workplace, order: number): Promise<void> {
  const { page, hands } = workplace;
  await openOrder(workplace, order);
  for (const kind of ["invoice", "packing_slip", "customs_data_sheet"] as const) {
    const name = en[`fulfillment.kind_${kind}`];
    await hands.press(page.getByRole("button", { name: en["fulfillment.print_kind"].replace("{name}", name) }));
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  }
}

/** Hands a packed shipment over to the carrier. */
export async function handOver({ page, hands }: Workplace, order: number): Promise<void> {
  await hands.keys("g", "f");
  await hands.press(page.getByRole("link", { name: en["shipments.handover"] }));
  const field = page.getByRole("row", { name: formatNumber(order) }).getByRole("textbox");
  await hands.press(field);
  await hands.scan(buildS10Number("RR", "47312482"));
  await hands.press(page.getByRole("button", { name: en["shipments.hand_over"] }));
  await expect(field).toBeHidden();
}

/** Refunds one piece of the first line of an order to the card. */
export async function refundLine(workplace: Workplace, order: number): Promise<void> {
  const { page, hands } = workplace;
  await openOrder(workplace, order);
  await hands.press(page.getByRole("link", { name: startOf(en["orders.do_refund"]) }));
  const dialog = page.getByRole("dialog", { name: en["refunds.title"] });
  await hands.press(getFirstMoreButton(page));
  const submit = dialog.getByRole("button", { name: new RegExp(`^${en["refunds.title"]} .*\\d`) });
  await expect(submit).toBeEnabled();
  await hands.press(submit);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: en["refunds.list"] }).getByRole("listitem").first()).toBeVisible();
}

const getFirstMoreButton = (page: Page) => page.getByRole("button", { name: startOf(en["refunds.more"]) }).first();
