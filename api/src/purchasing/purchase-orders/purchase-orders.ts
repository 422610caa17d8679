import { serializeThumbnail } from "../../content/images.ts";
import { convertToRub, toMajorUnits } from "../../money/currency.ts";
import { getCurrencyWithoutMargin } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { findProducts } from "../../search/find-products.ts";
import {
  type PurchasableVariants,
  type PurchaseOrder,
  type PurchaseOrderListQuery,
  type PurchaseOrderPage,
  purchaseOrderStatuses,
} from "./admin-schema.ts";
import {
  type CostRow,
  countPurchaseOrders,
  findPurchaseOrder,
  listEvents,
  listLineDetails,
  listPurchaseOrders,
  listVariants,
  listVariantsOfProducts,
  type PurchasableVariantRow,
} from "./query-sql.ts";

const MAX_FOUND_VARIANTS = 30;

/** Returns a page of the list of orders from suppliers, with two statements. */
export async function getPurchaseOrderPage(db: Db, query: PurchaseOrderListQuery): Promise<PurchaseOrderPage> {
  const [rows, counted] = await Promise.all([listPurchaseOrders(db, query), countPurchaseOrders(db)]);
  const items = rows.slice(0, query.limit).map((row) => {
    return {
      ...{ id: row.id, status: row.status, currency: row.currency, lines: row.lines, quantity: row.quantity },
      ...{ received: row.received, expected_on: row.expected_on },
      supplier: { id: row.supplier_id, name: row.supplier_name },
      total: getPurchaseOrderTotal(row),
      created_at: row.created_at.toISOString(),
      ordered_at: row.ordered_at?.toISOString() ?? null,
    };
  });
  const getCount = (status: string) => counted.find((one) => one.status === status)?.count ?? 0;
  return {
    items,
    next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null,
    counts: Object.fromEntries(
      purchaseOrderStatuses.map((status) => [status, getCount(status)]),
    ) as PurchaseOrderPage["counts"],
  };
}

/** Returns an order from a supplier, with three statements. @throws Refusal `not_found` */
export async function getPurchaseOrder(db: Db, id: number, locale: Locale): Promise<PurchaseOrder> {
  const [row, lines, events] = await Promise.all([
    findPurchaseOrder(db, id),
    listLineDetails(db, id, locale),
    listEvents(db, id),
  ]);
  if (!row) throw refuse(commonRefusals, "not_found");
  const digits = { minorDigits: row.minor_digits };
  const { goods, delivery, tax } = getAmounts(row);
  const currency = await getCurrencyWithoutMargin(db, row.currency);
  return {
    ...{ id: row.id, status: row.status, currency: row.currency, expected_on: row.expected_on, note: row.note },
    supplier: {
      ...{ id: row.supplier_id, name: row.supplier_name, email: row.supplier_email, contact: row.supplier_contact },
      ...{ lead_days: row.supplier_lead_days, note: row.supplier_note },
    },
    lines: lines.map(({ unit_cost_minor, previous_cost, image, ...line }) => ({
      ...line,
      image: image && serializeThumbnail(image, ""),
      unit_cost: toMajorUnits(unit_cost_minor, digits),
      previous_cost: serializeCost(previous_cost),
    })),
    goods: toMajorUnits(goods, digits),
    delivery: toMajorUnits(delivery, digits),
    tax_percent: row.tax_percent,
    tax: toMajorUnits(tax, digits),
    total: toMajorUnits(goods + delivery + tax, digits),
    total_rub: convertToRub(goods + delivery + tax, currency) / 100,
    rub_per_unit: Number(currency.rubPerUnit),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by_name,
    ordered_at: row.ordered_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}

/** Returns what an order costs, in its currency. */
export function getPurchaseOrderTotal(row: Parameters<typeof getAmounts>[0] & { minor_digits: number }): number {
  const { goods, delivery, tax } = getAmounts(row);
  return toMajorUnits(goods + delivery + tax, { minorDigits: row.minor_digits });
}

/** Returns what goods, delivery and tax cost, in minor units; the tax is rounded half up. */
function getAmounts(row: { goods_minor: number; delivery_minor: number; tax_percent: number }) {
  const [goods, delivery] = [row.goods_minor, row.delivery_minor];
  // The percentage has at most two decimals.
  const tax = Math.round(((goods + delivery) * Math.round(row.tax_percent * 100)) / 10_000);
  return { goods, delivery, tax };
}

/** Finds variants to order: those of products found by a text that is being typed, or by ids such as `204.0,205.3`. */
export async function findPurchasableVariants(
  app: Pick<AppContext, "db" | "config">,
  { q, ids }: { q?: string | undefined; ids?: string | undefined },
  locale: Locale,
): Promise<PurchasableVariants> {
  if (q === undefined)
    return { items: (await listVariants(app.db, parseVariantIds(ids ?? ""), locale)).map(serializeVariant) };
  const { items: products } = await findProducts(app, q, locale);
  const productIds = products.map(({ id }) => id);
  const rows = await listVariantsOfProducts(app.db, productIds, locale, MAX_FOUND_VARIANTS);
  return { items: rows.map(serializeVariant) };
}

function parseVariantIds(ids: string) {
  return ids.split(",").map((id) => {
    const [product_id = 0, option_id = 0] = id.split(".").map(Number);
    return { product_id, option_id };
  });
}

function serializeVariant({ image, last_cost: cost, ...variant }: PurchasableVariantRow) {
  return { ...variant, image: image && serializeThumbnail(image, ""), last_cost: serializeCost(cost) };
}

function serializeCost(cost: CostRow | null) {
  return cost && { amount: toMajorUnits(cost.cost_minor, { minorDigits: cost.minor_digits }), currency: cost.currency };
}
