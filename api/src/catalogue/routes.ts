import { z } from "zod";
import { type Api, type Asked, endpoint } from "../platform/http.ts";
import { alertRoutes } from "./alert-routes.ts";
import { ingredientRoutes } from "./ingredient-routes.ts";
import {
  card,
  categoryMap,
  forYouQuery,
  home,
  manufacturerList,
  manufacturerPage,
  product,
  productsPrice,
  productsPriceRequest,
  refusals,
  series,
  tag,
} from "./schema.ts";
import {
  getManufacturer,
  getSeries,
  getTag,
  listForYou,
  listManufacturers,
  listSimilar,
  priceProducts,
  showHome,
} from "./service.ts";
import { getProduct } from "./product.ts";
import { categoryTree } from "./tree.ts";

/** The shelves change rarely and are nobody's own: browsers and caches between keep them for five minutes. */
const SHELVES_KEPT = "public, max-age=300";
const bySlug = z.object({ slug: z.string().max(200) });
const at = ({ locale, currency, now }: Asked) => ({ locale, currency, now });

export function catalogueRoutes(api: Api): void {
  alertRoutes(api);
  ingredientRoutes(api);
  endpoint(api, {
    method: "get",
    path: "/categories",
    who: "anyone",
    summary: "The whole category tree",
    answer: categoryMap,
    handler: async ({ db, locale, context }) => {
      context.header("cache-control", SHELVES_KEPT);
      return { data: await categoryTree(db, locale) };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/home",
    who: "anyone",
    summary: "Banners and named rows of products",
    answer: home,
    handler: async (asked) => ({ data: await showHome(asked.db, at(asked)) }),
  });
  endpoint(api, {
    method: "get",
    path: "/forYou",
    who: "anyone",
    summary: "Products like those that were looked at, and a few of those themselves; none where nothing is like them",
    query: forYouQuery,
    answer: z.object({ items: z.array(card) }),
    handler: async (asked) => ({ data: { items: await listForYou(asked.db, asked.query.seen, at(asked)) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}",
    who: "anyone",
    summary: "One product by slug or id",
    params: bySlug,
    answer: product,
    refusals,
    handler: async (asked) => ({
      data: await getProduct(asked.db, asked.params.slug, at(asked), asked.customer?.id ?? null),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/similar",
    who: "anyone",
    summary: "Products like this one",
    params: bySlug,
    answer: z.object({ items: z.array(card) }),
    refusals,
    handler: async (asked) => ({ data: { items: await listSimilar(asked.db, asked.params.slug, at(asked)) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/manufacturers",
    who: "anyone",
    summary: "All manufacturers",
    answer: manufacturerList,
    handler: async ({ db, locale }) => ({ data: { items: await listManufacturers(db, locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/manufacturers/{slug}",
    who: "anyone",
    summary: "A manufacturer with its series",
    params: bySlug,
    answer: manufacturerPage,
    refusals,
    handler: async ({ db, locale, params }) => ({ data: await getManufacturer(db, params.slug, locale) }),
  });
  endpoint(api, {
    method: "get",
    path: "/brand-series/{id}",
    who: "anyone",
    summary: "A series of a manufacturer",
    params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
    answer: series,
    refusals,
    handler: async ({ db, params }) => ({ data: await getSeries(db, params.id) }),
  });
  endpoint(api, {
    method: "get",
    path: "/tags/{slug}",
    who: "anyone",
    summary: "A tag",
    params: bySlug,
    answer: tag,
    refusals,
    handler: async ({ db, locale, params }) => ({ data: await getTag(db, params.slug, locale) }),
  });
  endpoint(api, {
    method: "post",
    path: "/productsPrice",
    who: "anyone",
    summary: "Current prices of cart ids, in the currency of the body or the request",
    body: productsPriceRequest,
    answer: productsPrice,
    handler: async (asked) => ({
      data: await priceProducts(asked.db, asked.body.cart_id, {
        ...at(asked),
        currency: asked.body.currency?.trim().toUpperCase() ?? asked.currency,
      }),
    }),
  });
}
