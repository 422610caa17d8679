import { createProduct } from "../../src/catalog/fixtures.ts";
import { createTestSupplier } from "../../src/purchasing/fixtures.ts";
import type { PurchaseOrderStatus } from "../../src/purchasing/purchase-orders/admin-schema.ts";
import { type ActionCase, type ActionInput, type CaseContext, executeCase } from "./action-case.ts";

type Id = { id: number };
let suppliers = 0;

async function createSupplier({ shop: { db } }: CaseContext): Promise<Id> {
  return createTestSupplier(db, { name: `Supplier ${++suppliers}` });
}

const createDraft: ActionCase = async (context, { count, text }) => {
  const { id: supplier_id } = await createSupplier(context);
  const { id: product_id } = await createProduct(context.shop.db, { stock: count });
  const lines = [{ product_id, option_id: 0, quantity: 10 + count, unit_cost: 100 * count }];
  return { params: {}, input: { supplier_id, lines, note: text } };
};

/** Creates a draft, and takes it through steps. */
async function createOrder(
  context: CaseContext,
  values: Parameters<ActionCase>[1],
  steps: readonly { action: string; status: PurchaseOrderStatus }[] = [],
): Promise<Id> {
  const draft = await createDraft(context, values);
  const { result } = await executeCase(context, "purchase_order.created", draft);
  const params = { id: String((result as Id).id) };
  for (const { action, status } of steps) await executeCase(context, action, { params, input: { status } });
  return result as Id;
}

const sent = { action: "purchase_order.sent", status: "draft" } as const;
const createStep =
  (status: PurchaseOrderStatus, steps: Parameters<typeof createOrder>[2] = []): ActionCase =>
  async (context, values): Promise<ActionInput> => {
    const { id } = await createOrder(context, values, steps);
    return { params: { id: String(id) }, input: { status } };
  };

/** The actions of orders from suppliers. */
export const purchasingCases: Record<string, ActionCase> = {
  "supplier.updated": async (context, { text, count }) => {
    const { id } = await createSupplier(context);
    return {
      params: { id: String(id) },
      input: { changes: { note: { from: "", to: text }, lead_days: { from: 12, to: 20 + count } } },
    };
  },
  "purchase_order.created": createDraft,
  "purchase_order.updated": async (context, values) => {
    const { id } = await createOrder(context, values, [sent]);
    const changes = { delivery: { from: 0, to: 1000 * values.count }, expected_on: { from: null, to: "2026-12-24" } };
    return { params: { id: String(id) }, input: { changes } };
  },
  "purchase_order.sent": createStep("draft"),
  "purchase_order.canceled": createStep("ordered", [sent]),
  "purchase_order.closed": async (context, values) => {
    const { id } = await createOrder(context, values, [sent]);
    const params = { id: String(id) };
    await executeCase(context, "purchase_order.received", { params, input: { lines: [{ line: 1, pieces: 1 }] } });
    return { params, input: { status: "partly_received" } };
  },
  "purchase_order.received": async (context, values) => {
    const { id } = await createOrder(context, values, [sent]);
    const pieces = values.flag ? 10 : 10 + values.count;
    return { params: { id: String(id) }, input: { lines: [{ line: 1, pieces }] } };
  },
};
