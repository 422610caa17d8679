import { z } from "zod";
import { refusals } from "../catalogue/schema.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { reviewList, reviewsQuery } from "./schema.ts";
import { listReviews } from "./service.ts";

export function reviewRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/reviews",
    who: "anyone",
    summary: "Published reviews of a product, by slug or id",
    params: z.object({ slug: z.string().max(200) }),
    query: reviewsQuery,
    answer: reviewList,
    refusals,
    handler: async ({ db, params, query }) => ({
      data: await listReviews(db, params.slug, { page: query.page, perPage: query.per_page }),
    }),
  });
}
