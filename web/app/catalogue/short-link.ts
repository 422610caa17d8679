import type { Product } from "@furoshiki/api/catalogue";
import { redirect } from "react-router";
import { visitOf } from "../lib/api.ts";
import { localizedPath } from "../lib/locale.ts";
import type { Route } from "./+types/short-link";

/** `/p/{id or slug}`, for ads and messengers: leads to the product's own address with its query. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { page, locale, server } = visitOf({ context });
  const { link_rewrite } = await page<Product>(`/v1/products/${encodeURIComponent(params.product)}`);
  const own = localizedPath(`/${link_rewrite}`, locale, server.localeStrategy);
  return redirect(own + url.search, 301);
}
