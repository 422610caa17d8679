import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { CreatedProduct } from "@furoshiki/api/admin/catalog-admin/new-product";
import { redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { buildProductRequest } from "../catalog/new-product-request.ts";
import { NewProduct } from "../catalog/new-product.tsx";
import { createProductPath } from "../catalog/product-path.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import type { Route } from "./+types/product-new.page";

export async function loader({ context }: Route.LoaderArgs) {
  return { terms: await getRequestContext({ context }).load<CatalogTerms>("catalog-terms") };
}

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const body = buildProductRequest(await request.formData());
  let id: number;
  try {
    ({ id } = (await requestContext.call<{ result: CreatedProduct }>("products", { method: "POST", body })).result);
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  await deleteDraft(requestContext, { kind: "product", id: 0 });
  throw redirect(createProductPath(id));
}

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewProduct {...loaderData} failure={actionData ?? null} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "catalog.new_title");
