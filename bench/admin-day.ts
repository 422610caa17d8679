// npm run bench -- admin-day: a day's orders of the demo store, processed in a browser, with the time of each step.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createTestStaff, STAFF_PASSWORD } from "../api/src/staff/fixtures.ts";
import en from "../admin/app/messages/en-US/main.json" with { type: "json" };
import { waitForHydration } from "../e2e/locators.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { handOver, packOrder, printDocuments, refundLine } from "./admin-day-orders.ts";
import { withApp } from "./app.ts";
import { createHands, expect, loadData, STEP_TIMEOUT_MS, type Workplace } from "./hands.ts";
import type { Report } from "./measure.ts";
import { openChromium } from "./phone.ts";
import {
  answerQuestion,
  changeAddress,
  correctCustomsData,
  publishReviews,
  recordReturn,
} from "./admin-day-requests.ts";

/** Processes orders as the owner of the demo store, and reports the time, the presses and the keys of each step. */
export async function measureAdminDay(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "admin-day");
  await (await startStorefront(dataDir)).stop();
  const staff = await withApp(dataDir, (app) => createTestStaff(app, { name: "Irina", locale: "en-US" }));
  const shop = await startStorefront(dataDir);
  const browser = await openChromium();
  try {
    const page = await browser.newPage({
      baseURL: shop.origin,
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
    });
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    const workplace = { page, hands: createHands(page) };
    const orders = createOrderPicker(page);
    const runStep = createStepRunner(workplace, report);
    await runStep("sign in with a password and a code", () => signIn(workplace, staff));
    await runStep("look at the queue and preview an order", () => previewOrder(workplace));
    await runStep("assign three orders and make their pick list", () => assignOrders(workplace));
    await runStep("correct missing customs data of a product", () => correctCustomsData(workplace));
    const order = await orders.takePaid();
    await runStep("pack and weigh an order", () => packOrder(workplace, order));
    await runStep("print its three documents", () => printDocuments(workplace, order));
    await runStep("hand it over with a tracking number", () => handOver(workplace, order));
    const refunded = await orders.takeDelivered();
    await runStep("refund one piece of an order", () => refundLine(workplace, refunded));
    const returned = await orders.takeDelivered();
    await runStep("record, approve and receive a return", () => recordReturn(workplace, returned));
    await runStep("answer a question", () => answerQuestion(workplace));
    await runStep("publish three reviews", () => publishReviews(workplace, 3));
    const edited = await orders.takePaid();
    await runStep("change the address of an order", () => changeAddress(workplace, edited));
  } finally {
    await browser.close();
    await shop.stop();
  }
}

/** Returns a function that runs a step and reports it. */
function createStepRunner({ hands }: Workplace, report: Report) {
  return async (name: string, work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const { presses, keys, scans } = hands.takeCounts();
    const counts = [`${presses} presses`, `${keys} keys`, ...(scans > 0 ? [`${scans} scans`] : [])];
    report(name, `${seconds.toFixed(1)} s, ${counts.join(", ")}`);
  };
}

/** Returns functions that take orders, each one once. */
function createOrderPicker(page: Page) {
  const taken = new Set<number>();
  const takeNew = (ids: readonly number[]) => {
    const id = ids.find((one) => !taken.has(one));
    if (id === undefined) throw new Error("the demo store has no such order");
    taken.add(id);
    return id;
  };
  return {
    /** A paid order that can be sent and that nobody has assigned. */
    takePaid: async () => {
      const path = "customs-checks?status=complete&limit=200";
      const { items } = await loadData<{ items: { order_id: number; order_status: string }[] }>(page, path);
      return takeNew(items.flatMap((one) => (one.order_status === "paid" ? [one.order_id] : [])).toReversed());
    },
    takeDelivered: async () => {
      const path = "orders?view=all&status=delivered&sort=placed_desc";
      const { items } = await loadData<{ items: { id: number }[] }>(page, path);
      return takeNew(items.map(({ id }) => id));
    },
  };
}

async function signIn({ page, hands }: Workplace, staff: { email: string; codeAt: (moment: Date) => string }) {
  await page.goto("/admin");
  await waitForHydration(page);
  await hands.fill(page.getByLabel(en["sign_in.email"]), staff.email);
  await hands.keys("Tab");
  await hands.type(STAFF_PASSWORD);
  await hands.keys("Enter");
  await expect(page.getByRole("heading", { level: 1, name: en["sign_in.code_title"] })).toBeVisible();
  // The last digit signs in.
  await hands.fill(page.getByRole("textbox", { name: en["sign_in.code"] }), staff.codeAt(new Date()));
  await expect(page).toHaveURL(/\/admin\/?$/);
  await waitForHydration(page);
}

const rowLinks = (page: Page) => page.locator("tbody [data-row-link]");

async function previewOrder({ page, hands }: Workplace) {
  await hands.keys("g", "o");
  await expect(rowLinks(page).first()).toBeVisible();
  await hands.keys("j", "Space");
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await hands.keys("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

async function assignOrders({ page, hands }: Workplace) {
  // The oldest orders of the queue are packed already or wait for customs data.
  await page.goto("/admin/orders?view=to_pack&status=paid&customs=complete");
  await waitForHydration(page);
  await hands.keys("j", "x", "j", "x", "j", "x");
  await hands.press(page.getByRole("button", { name: en["orders.assign"] }));
  await expect(page.getByRole("dialog", { name: en["orders.bulk_assign"] })).toBeVisible();
  await hands.keys("Escape");
  await hands.press(page.getByRole("link", { name: en["orders.pick_list"] }));
  await expect(page).toHaveURL(/pick-lists\?order_ids=/);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}
