import { calculateParcelWeight } from "../../customs/duty.ts";
import { listParcelOrders, type ParcelOrder } from "../../orders/parcel/parcel-orders.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type DocumentSource, findDocumentSource } from "./document-sql.ts";
import type { DocumentTotals } from "./printed-document.ts";

/**
 * Finds what the documents of an order are built from: the order, or all orders of its parcel if it is sent together with
 * others, as one. The orders are locked until the end of the transaction.
 * @returns undefined if there is no such order
 */
export async function findParcelSource(tx: Tx, orderId: number): Promise<DocumentSource | undefined> {
  const orders = await listParcelOrders(tx, orderId);
  const sources = new Map<number, DocumentSource>();
  for (const id of orders.map((order) => order.id).toSorted((a, b) => a - b)) {
    const source = await findDocumentSource(tx, id);
    if (source) sources.set(id, source);
  }
  const [first, ...others] = orders.flatMap((order) => {
    const source = sources.get(order.id);
    return source ? [{ order, source }] : [];
  });
  if (!first || others.length === 0) return first?.source;
  return joinSources(first, others);
}

type OrderSource = Readonly<{ order: ParcelOrder; source: DocumentSource }>;

/** Joins orders of the same currency; their lines get the numbers that their items have in the parcel. */
function joinSources(main: OrderSource, others: readonly OrderSource[]): DocumentSource {
  const all = [main, ...others];
  const lines = all.flatMap(({ order, source }) =>
    source.lines.map((line) => ({ ...line, line: line.line + order.line_offset })),
  );
  const goodsWeightG = lines.reduce((sum, { weight_g, quantity }) => sum + weight_g * quantity, 0);
  const identities = all.map(({ source }) => source.recipient_identity);
  return {
    ...main.source,
    joined_orders: others.map(({ source }) => source.id),
    weight_g: calculateParcelWeight(goodsWeightG),
    recipient_identity: identities.find((identity) => identity === "given") ?? main.source.recipient_identity,
    products_rub_minor: all.reduce((sum, { source }) => sum + source.products_rub_minor, 0),
    lines,
    totals: all.map(({ source }) => source.totals).reduce(addTotals),
  };
}

function addTotals(a: DocumentTotals, b: DocumentTotals): DocumentTotals {
  const names = Object.keys(a) as (keyof DocumentTotals)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as DocumentTotals;
}
