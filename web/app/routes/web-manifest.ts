import type { StoreConfig } from "@furoshiki/api/store-config";
import { getRequestContext } from "../api-client/request-context.ts";
import { getTranslator } from "../i18n/messages.ts";
import type { Route } from "./+types/web-manifest";

/** The web app manifest of a locale: name, description and icons of the store. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const requestContext = getRequestContext({ context });
  const { shop } = await requestContext.load<StoreConfig>("/v1/frontConfig");
  const t = getTranslator(requestContext.locale);
  /** Returns the entry of an icon with its width and height, in pixels. */
  const createIcon = (kind: "icon-192" | "icon-512" | "icon-maskable-512", size: number) => ({
    src: shop.files[kind],
    sizes: `${size}x${size}`,
    type: "image/png",
    ...(kind === "icon-maskable-512" ? { purpose: "maskable" } : {}),
  });
  const manifest = {
    name: shop.name,
    short_name: shop.name,
    ...(shop.description ? { description: shop.description } : {}),
    lang: requestContext.locale,
    id: requestContext.to("/"),
    start_url: requestContext.to("/"),
    scope: "/",
    display: "standalone",
    theme_color: "#ffffff",
    background_color: "#ffffff",
    icons: [createIcon("icon-192", 192), createIcon("icon-512", 512), createIcon("icon-maskable-512", 512)],
    shortcuts: [
      { name: t("layout.cart"), url: requestContext.to("/cart") },
      { name: t("layout.wishlist"), url: requestContext.to("/wishlist") },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "no-cache" },
  });
}
