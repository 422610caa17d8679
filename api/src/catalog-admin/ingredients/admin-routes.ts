import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { createIngredientAction, editIngredientAction, removeIngredientAction } from "./admin-actions.ts";
import { changedIngredient, deletedIngredient, ingredientList, ingredientListQuery, refusals } from "./admin-schema.ts";
import { listIngredientsForStaff } from "./list-ingredients.ts";

const { ingredient_name_taken, ingredient_name_invalid } = refusals;

/** Endpoints by which staff describe ingredients (docs/domain/catalog-admin.md). */
export function adminIngredientRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/ingredients",
    permission: "products:read",
    summary: "List the ingredients that the store describes, and names in compositions that it does not know",
    query: ingredientListQuery,
    response: ingredientList,
    handler: async ({ db, query: { q = "", id } }) => ({ data: await listIngredientsForStaff(db, { q, id }) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/ingredients",
    summary: "Add an ingredient",
    action: createIngredientAction,
    response: changedIngredient,
    refusals: { ingredient_name_taken, ingredient_name_invalid },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/ingredients/{id}",
    summary: "Change an ingredient, with the values that were seen",
    action: editIngredientAction,
    response: changedIngredient,
    refusals: { ingredient_name_taken, ingredient_name_invalid },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/ingredients/{id}",
    summary: "Delete an ingredient",
    action: removeIngredientAction,
    response: deletedIngredient,
  });
}
