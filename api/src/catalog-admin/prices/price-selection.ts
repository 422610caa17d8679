import { defineSelectableList } from "../../tasks/task-kind.ts";
import { variantFilterQuery, variantParams } from "./admin-schema.ts";
import { selectVariants } from "./sql.ts";

/** The list of prices, whose variants can be selected for a task. With another price or cost, they are others. */
export const priceSelection = defineSelectableList({
  name: "prices",
  subjectKind: "variant",
  permission: "prices:write",
  query: variantFilterQuery,
  select: (selection, { now }) => {
    if (!("ids" in selection)) return selectVariants(selection.filter, now);
    const keys = selection.ids.flatMap((id) => variantParams.safeParse({ id }).data?.id ?? []);
    return selectVariants(keys, now);
  },
});
