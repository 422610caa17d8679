import { z } from "zod";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { orderListFilterQuery } from "../orders/admin-schema.ts";

/** The lists that have saved views. */
export const viewResource = z.enum(["orders"]);

const viewName = z.string().trim().min(1, "required").max(60, "tooLong");
const viewQuery = z
  .string()
  .max(2000)
  .refine((query) => parseViewQuery(query) !== null);

/** Returns the list that the query of a view describes; null if it is no list of orders, such as after an update. */
export function parseViewQuery(query: string): z.infer<typeof orderListFilterQuery> | null {
  return orderListFilterQuery.safeParse(Object.fromEntries(new URLSearchParams(query))).data ?? null;
}

/** A list with its filters, sort order and columns. */
export const savedView = z.object({
  id: z.int(),
  name: z.string(),
  /** The search parameters of the list, without the position and the row height. */
  query: z.string(),
  /** Whether everybody who may see the list has the view. */
  is_shared: z.boolean(),
  /** The number of records; `is_exact` is false if there are more than `count`. Null if the query is not valid any more. */
  count: z.object({ count: z.int(), is_exact: z.boolean() }).nullable(),
});
export type SavedView = z.infer<typeof savedView>;
/** Shared views first, each in their order. */
export const savedViews = z.array(savedView).meta({ id: "SavedViews" });

export const createViewRequest = z
  .strictObject({ resource: viewResource, name: viewName, query: viewQuery })
  .meta({ id: "CreateSavedViewRequest" });
export const changeViewRequest = recordEdit({ name: fieldEdit(viewName), query: fieldEdit(viewQuery) }).meta({
  id: "ChangeSavedViewRequest",
});
export const moveViewRequest = z
  .strictObject({ direction: z.enum(["left", "right"]) })
  .meta({ id: "MoveSavedViewRequest" });
export const deleteViewRequest = z.strictObject({}).meta({ id: "DeleteSavedViewRequest" });
export const viewReference = z.object({ id: z.int() }).meta({ id: "SavedViewReference" });

/** The views of one person, and the shared ones, that a list may have. */
export const MAX_VIEWS = 20;

export const refusals = {
  view_not_found: 404,
  too_many_views: 409,
} as const;
