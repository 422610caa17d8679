import { getSetting } from "../../../platform/settings/settings.ts";
import { MAX_EXPORT_ROWS } from "../../../staff/exports/admin-schema.ts";
import { defineListExport, type ExportColumns } from "../../../staff/exports/list-export.ts";
import { type OrderRow, orderListFilterQuery } from "../../admin-schema.ts";
import { countOrders, listOrderIds, listOrderPage } from "../../admin-sql.ts";
import { handlingDays } from "../../settings.ts";
import type { ExportColumn } from "../admin-schema.ts";
import { buildListFilter, serializeOrderRow } from "../order-list.ts";
import { listContacts, type OrderContactsRow } from "./contacts-sql.ts";

/** An order of the file, with its unmasked name; the contacts are null if no column has them. */
type ExportedOrder = OrderRow & { contacts: OrderContactsRow | null };

const columns: ExportColumns<ExportColumn, ExportedOrder> = {
  number: [{ name: "order", getValue: ({ id }) => id }],
  placed: [
    { name: "placed_at", getValue: (row) => row.placed_at },
    { name: "source", getValue: ({ source }) => source },
  ],
  customer: [{ name: "customer", getValue: ({ customer }) => customer, personal: "name" }],
  contacts: [
    { name: "email", getValue: ({ contacts }) => contacts?.email, personal: "email" },
    { name: "phone", getValue: ({ contacts }) => contacts?.phone, personal: "phone" },
  ],
  address: [
    { name: "recipient", getValue: ({ contacts }) => contacts?.recipient, personal: "name" },
    { name: "address", getValue: ({ contacts }) => contacts?.address, personal: "text" },
    { name: "postcode", getValue: ({ contacts }) => contacts?.postcode, personal: "text" },
    { name: "city", getValue: ({ city }) => city },
  ],
  shipping: [
    { name: "country", getValue: ({ country }) => country },
    { name: "shipping_method", getValue: (row) => row.shipping_method?.name },
    { name: "tracking_number", getValue: (row) => row.tracking_number },
  ],
  items: [{ name: "items", getValue: ({ pieces }) => pieces }],
  weight: [{ name: "weight_g", getValue: (row) => row.weight_g }],
  total: [
    { name: "total", getValue: ({ total }) => total },
    { name: "currency", getValue: ({ currency }) => currency },
  ],
  customs: [{ name: "customs", getValue: ({ customs }) => customs }],
  due: [{ name: "due_on", getValue: (row) => row.due_on }],
  assignee: [{ name: "assignee", getValue: ({ assignee }) => assignee?.name }],
  status: [{ name: "status", getValue: ({ status }) => status }],
};

/**
 * The list of orders. Which orders the file has, and in which order, is read once, when the download begins: the sort
 * key of an order can change. Their values are read batch by batch, as they are then.
 */
export const orderListExport = defineListExport({
  name: "orders",
  record: "order",
  permission: "orders:read",
  query: orderListFilterQuery,
  columns,
  count: (db, query, { staffId, now }) =>
    countOrders(db, buildListFilter(query, staffId), now, { max: MAX_EXPORT_ROWS + 1 }),
  async *readBatches(db, query, { staffId, now, batchSize, columns: chosen }): AsyncGenerator<ExportedOrder[]> {
    const { sort } = query;
    const days = await getSetting(db, handlingDays);
    const allIds = await listOrderIds(db, buildListFilter(query, staffId), sort, now);
    const hasContacts = chosen.has("contacts") || chosen.has("address");
    for (let start = 0; start < allIds.length; start += batchSize) {
      const ids = allIds.slice(start, start + batchSize);
      const rows = await listOrderPage(db, { view: "all", filter: { ids } }, { sort, limit: ids.length }, now);
      const contacts = hasContacts ? await listContacts(db, ids) : null;
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      yield ids
        .flatMap((id) => rowsById.get(id) ?? [])
        .map((row) => ({
          ...serializeOrderRow(row, days),
          customer: row.customer_name,
          contacts: contacts?.get(row.id) ?? null,
        }));
    }
  },
});
