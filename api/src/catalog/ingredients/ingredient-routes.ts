import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { CATALOG_TAG } from "../cache-policy.ts";
import { listExcludedIngredients, getIngredientUsage, setExcludedIngredients } from "./ingredient-sql.ts";
import { getIngredientDictionary } from "./ingredients.ts";
import { excludedIngredients, ingredientList, ingredientPage, refusals } from "../schema.ts";

export function ingredientRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/ingredients",
    auth: "anyone",
    readsReplica: true,
    summary: "List the ingredients that the shop has descriptions of",
    response: ingredientList,
    handler: async ({ db, locale }) => ({
      data: { items: (await getIngredientDictionary(db)).list(locale) },
      cachePolicy: { tags: [], expiresAt: null },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/ingredients/{slug}",
    auth: "anyone",
    readsReplica: true,
    summary: "Get an ingredient with its purpose and the number of products that contain it",
    params: z.object({ slug: z.string().max(100) }),
    response: ingredientPage,
    refusals,
    handler: async ({ db, params: { slug }, locale }) => {
      const dictionary = await getIngredientDictionary(db);
      const details = dictionary.find(slug, locale);
      const { count, name } = await getIngredientUsage(db, dictionary.listSlugs(slug));
      if (!details && name === null) throw refuse(refusals, "ingredient_not_found");
      return {
        data: {
          slug: details?.slug ?? slug,
          name: details?.name ?? name ?? slug,
          purpose: details?.purpose ?? null,
          group: details?.group ?? null,
          count,
        },
        cachePolicy: { tags: [CATALOG_TAG], expiresAt: null },
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/avoided",
    auth: "customer",
    summary: "List the ingredients and ingredient groups that the customer excludes",
    response: excludedIngredients,
    handler: async ({ db, customer }) => ({ data: { items: await listExcludedIngredients(db, customer.id) } }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/avoided",
    auth: "customer",
    summary: "Replace the list of excluded ingredients",
    body: excludedIngredients,
    response: excludedIngredients,
    handler: async ({ db, customer, body, now }) => {
      await withTransaction(db, (db) => setExcludedIngredients(db, customer.id, [...new Set(body.items)], now));
      return { data: { items: await listExcludedIngredients(db, customer.id) } };
    },
  });
}
