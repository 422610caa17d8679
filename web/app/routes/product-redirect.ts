import type { Product } from "@furoshiki/api/catalog";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import type { Route } from "./+types/product-redirect";

/** `/p/{id or slug}`, for ads and messengers: redirects to the product's URL and keeps the query string. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { load, locale, server } = getRequestContext({ context });
  const { link_rewrite } = await load<Product>(`/v1/products/${encodeURIComponent(params.product)}`);
  const productPath = localizePath(`/${link_rewrite}`, locale, server.localeStrategy);
  return redirect(productPath + url.search, 301);
}
