import { defineSelectableList } from "../../tasks/task-kind.ts";
import { orderListFilterQuery, orderParams } from "../admin-schema.ts";
import { selectOrders } from "../admin-sql.ts";
import { buildListFilter } from "./order-list.ts";

/** The list of orders, whose records can be selected for a task. */
export const orderSelection = defineSelectableList({
  name: "orders",
  subjectKind: "order",
  permission: "orders:read",
  query: orderListFilterQuery,
  select: (selection, { staffId, now }) => {
    if (!("ids" in selection)) return selectOrders(buildListFilter(selection.filter, staffId), now);
    const ids = selection.ids.filter((id) => orderParams.safeParse({ id }).success).map(Number);
    return selectOrders({ view: "all", filter: { ids } }, now);
  },
});
