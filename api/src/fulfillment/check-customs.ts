import { type Declaration, type DeclaredParcel, getDeclarationRules } from "../customs/declaration-limits.ts";
import { type ExportLimit, findExportLimits } from "../customs/rules.ts";
import type { CustomsProblemCode, CustomsStatus } from "../orders/schema.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { findCustomsProblems, getCustomsStatus } from "./customs-problems.ts";
import { refusals } from "./schema.ts";
import {
  type CheckedOrder,
  type CustomsCheckRow,
  findProductReferences,
  listCheckedOrders,
  listOrdersOfProduct,
  lockChecks,
  saveChecks,
} from "./sql.ts";

/**
 * Checks whether the goods of orders can be declared and sent, with the products and rules of this moment, and stores
 * the results (docs/domain/fulfillment.md). Orders of gift cards alone have no result. Checks of the same order wait for
 * each other, so that the last one has seen the newest data.
 * @returns the results with the status that each order had before; null if it was not checked before
 */
export async function checkCustoms(
  db: Tx,
  orderIds: readonly number[],
  now: Date,
): Promise<(CustomsCheckRow & { previous_status: CustomsStatus | null })[]> {
  const previousStatuses = await lockChecks(db, orderIds);
  const orders = await listCheckedOrders(db, orderIds);
  if (orders.length === 0) return [];
  const getDeclaration = await getDeclarationRules(db, now);
  const limitsByCountry = new Map<string, ExportLimit[]>();
  for (const country of new Set(orders.map((order) => order.country)))
    limitsByCountry.set(country, await findExportLimits(db, country, now));
  const checks = orders.map((order) => checkOrder(order, limitsByCountry.get(order.country) ?? [], getDeclaration));
  await saveChecks(db, checks, now);
  return checks.map((check) => ({ ...check, previous_status: previousStatuses.get(check.order_id) ?? null }));
}

/** The orders of a product that wait to be sent, after its customs data was changed. */
export type CheckedOrders = { released_orders: number[]; waiting_orders: number[] };

/** Checks every order that waits to be sent and contains a product. @returns which of them can be sent now */
export async function checkOrdersOfProduct(db: Tx, productId: number, now: Date): Promise<CheckedOrders> {
  const checks = await checkCustoms(db, await listOrdersOfProduct(db, productId), now);
  const list = (hasMatch: (check: (typeof checks)[number]) => boolean) =>
    checks.filter(hasMatch).map((check) => check.order_id);
  return {
    released_orders: list((check) => check.status === "complete" && check.previous_status !== "complete"),
    waiting_orders: list((check) => check.status !== "complete"),
  };
}

function checkOrder(
  order: CheckedOrder,
  exportLimits: readonly ExportLimit[],
  getDeclaration: (parcel: DeclaredParcel) => Declaration,
): CustomsCheckRow {
  const problems = findCustomsProblems(order.lines, order, exportLimits);
  const { form, needsExportDeclaration } = getDeclaration({
    valueRubMinor: order.parcel_rub_minor,
    weightG: order.parcel_weight_g,
  });
  return {
    order_id: order.order_id,
    status: getCustomsStatus(problems),
    problems,
    form,
    needs_export_declaration: needsExportDeclaration,
  };
}

/** The customs data of a product that solves a problem. */
const fieldByProblem: Partial<Record<CustomsProblemCode, "hs_code" | "customs_name_en">> = {
  hs_code_missing: "hs_code",
  name_not_specific: "customs_name_en",
};

/**
 * Checks an order that is about to leave the store.
 * @throws refusal `customs_data_missing` or `shipment_not_allowed`, each with the problems: product and field
 */
export async function requireCustomsData(db: Tx, orderId: number, now: Date): Promise<void> {
  const [check] = await checkCustoms(db, [orderId], now);
  if (!check || check.status === "complete") return;
  const code = check.status === "missing" ? "customs_data_missing" : "shipment_not_allowed";
  const references = await findProductReferences(
    db,
    check.problems.map(({ product_id }) => product_id),
  );
  const problems = check.problems.map((problem) => ({
    ...problem,
    reference: references.get(problem.product_id) ?? "",
    field: fieldByProblem[problem.code] ?? null,
  }));
  const listReferences = (problemCode: CustomsProblemCode) =>
    problems
      .filter((problem) => problem.code === problemCode)
      .map(({ reference }) => reference)
      .join(", ") || "none";
  throw refuse(refusals, code, {
    data: { problems },
    params: {
      hs_codes: listReferences("hs_code_missing"),
      names: listReferences("name_not_specific"),
      over_limit: listReferences("export_limit_exceeded"),
      not_carried: listReferences("not_carried"),
    },
  });
}
