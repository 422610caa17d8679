import type { IngredientList } from "@furoshiki/api/admin/catalog-admin/ingredients";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Ingredient } from "../catalog/ingredients/ingredient-fields.ts";
import { executeIngredientAction } from "../catalog/ingredients/ingredient-request.ts";
import { buildIngredientsPath, IngredientsView } from "../catalog/ingredients/ingredients-view.tsx";
import { createTitle } from "../http/page-title.ts";
import type { Route } from "./+types/ingredients.page";

const getSearch = (url: URL) => url.searchParams.get("q")?.trim().slice(0, 100) ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const q = getSearch(url);
  const edit = url.searchParams.get("edit");
  const list = await load<IngredientList>(q === "" ? "ingredients" : `ingredients?${new URLSearchParams({ q })}`);
  const find = async () => {
    if (edit === null || !/^[1-9]\d{0,8}$/.test(edit)) return null;
    const listed = list.items.find(({ id }) => String(id) === edit);
    // What is edited may be another ingredient than those that are listed.
    return listed ?? (await load<IngredientList>(`ingredients?id=${edit}`)).items[0] ?? null;
  };
  const edited: Ingredient | "new" | null = edit === "new" ? "new" : await find();
  const read = (name: string) => url.searchParams.get(name)?.trim().slice(0, 90) ?? "";
  return { list, q, edited, prefilled: { name: read("name"), alias: read("alias") } };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const listPath = buildIngredientsPath(getSearch(url));
  return executeIngredientAction(getRequestContext({ context }), await request.formData(), listPath);
}

export default function IngredientsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <IngredientsView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "ingredients.title");
