import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { avoidedBy, ingredientUse, setAvoided } from "./ingredient-sql.ts";
import { knownIngredient, knownIngredients, namesOf } from "./ingredients.ts";
import { avoided, ingredientList, ingredientPage, refusals } from "./schema.ts";

export function ingredientRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/ingredients",
    who: "anyone",
    summary: "The ingredients of which the shop can say what they are for",
    answer: ingredientList,
    handler: async ({ locale }) => ({ data: { items: knownIngredients(locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/ingredients/{slug}",
    who: "anyone",
    summary: "An ingredient: what it is for, and how many products have it",
    params: z.object({ slug: z.string().max(100) }),
    answer: ingredientPage,
    refusals,
    handler: async ({ db, params: { slug }, locale }) => {
      const known = knownIngredient(slug, locale);
      const { count, name } = await ingredientUse(db, namesOf(slug));
      if (!known && name === null) throw refuse(refusals, "ingredient_not_found");
      return {
        data: {
          slug: known?.slug ?? slug,
          name: known?.name ?? name ?? slug,
          purpose: known?.purpose ?? null,
          group: known?.group ?? null,
          count,
        },
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/avoided",
    who: "customer",
    summary: "What the customer does not want in what he buys: ingredients and groups of them",
    answer: avoided,
    handler: async ({ db, customer }) => ({ data: { items: await avoidedBy(db, customer.id) } }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/avoided",
    who: "customer",
    summary: "Keep the whole list",
    body: avoided,
    answer: avoided,
    handler: async ({ db, customer, body, now }) => {
      await withTransaction(db, (db) => setAvoided(db, customer.id, [...new Set(body.items)], now));
      return { data: { items: await avoidedBy(db, customer.id) } };
    },
  });
}
