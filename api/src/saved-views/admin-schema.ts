import { z } from "zod";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { productListQuery } from "../catalog-admin/admin-schema.ts";
import { orderListFilterQuery } from "../orders/admin-schema.ts";
import { paymentListQuery } from "../payments/admin-schema.ts";
import { returnListQuery } from "../returns/admin-schema.ts";
import { moderationListQuery } from "../reviews/admin-schema.ts";
import { auditQuery } from "../staff/audit/admin-schema.ts";
import type { Permission } from "../staff/permissions.ts";

/** The search parameters of each list that has saved views, as its page takes them. */
export const viewQueries = {
  orders: orderListFilterQuery,
  returns: returnListQuery
    .pick({ view: true, kind: true, reason: true, sort: true })
    .extend({ q: returnListQuery.shape.order_id }),
  payments: paymentListQuery.omit({ after: true, limit: true }),
  products: productListQuery.omit({ after: true, limit: true }),
  audit: auditQuery.omit({ after: true, limit: true }),
  reviews: z.object({
    view: z.enum(["pending", "questions", "rejected", "published"]).default("pending"),
    kind: z.enum(["review", "question"]).optional(),
    locale: moderationListQuery.shape.locale,
  }),
} as const;
export type ViewResource = keyof typeof viewQueries;
export const viewResources = Object.keys(viewQueries) as [ViewResource, ...ViewResource[]];

/** The permission to read each list. */
export const listPermissions: Readonly<Record<ViewResource, Permission>> = {
  orders: "orders:read",
  returns: "orders:read",
  payments: "payments:read",
  products: "products:read",
  audit: "audit:read",
  reviews: "reviews:moderate",
};

const viewName = z.string().trim().min(1, "required").max(60, "tooLong");
const viewQuery = z.string().max(2000);

/** Returns the list that the query of a view describes; null if the list is not valid, such as after an update. */
export function parseViewQuery<R extends ViewResource>(
  resource: R,
  query: string,
): z.output<(typeof viewQueries)[R]> | null {
  const { data } = viewQueries[resource].safeParse(Object.fromEntries(new URLSearchParams(query)));
  return (data ?? null) as z.output<(typeof viewQueries)[R]> | null;
}

/** A list with its filters, sort order and columns. */
export const savedView = z.object({
  id: z.int(),
  name: z.string(),
  /** The search parameters of the list, without the position and the row height. */
  query: z.string(),
  /** Whether everybody who may see the list has the view. */
  is_shared: z.boolean(),
  /**
   * The number of records; `is_exact` is false if there are more than `count`. Null if the list is not counted, and if
   * the query is not valid any more.
   */
  count: z.object({ count: z.int(), is_exact: z.boolean() }).nullable(),
});
export type SavedView = z.infer<typeof savedView>;
/** Shared views first, each in their order. */
export const savedViews = z.array(savedView).meta({ id: "SavedViews" });

export const createViewRequest = z
  .strictObject({ resource: z.enum(viewResources), name: viewName, query: viewQuery })
  .refine(({ resource, query }) => parseViewQuery(resource, query) !== null, { path: ["query"], error: "invalid" })
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
  view_query_invalid: 422,
  too_many_views: 409,
} as const;
