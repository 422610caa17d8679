import { idParams } from "../../platform/http/id-params.ts";
import { defineSelectableList } from "../../tasks/task-kind.ts";
import { productListQuery } from "../admin-schema.ts";
import { selectProducts } from "../admin-sql.ts";

/** The list of products, whose records can be selected for a task. */
export const productSelection = defineSelectableList({
  name: "products",
  subjectKind: "product",
  permission: "products:read",
  query: productListQuery.omit({ sort: true, after: true, limit: true }),
  select: (selection, { start }) => {
    if (!("ids" in selection)) return selectProducts(selection.filter, start);
    const ids = selection.ids.flatMap((id) => idParams.safeParse({ id }).data?.id ?? []);
    return selectProducts(ids, start);
  },
});
