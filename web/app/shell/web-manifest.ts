import type { FrontConfig } from "@furoshiki/api/front";
import { visitOf } from "../lib/api.ts";
import { textsOf } from "../lib/texts.ts";
import type { Route } from "./+types/web-manifest";

/** The web app manifest of the language: the name, the description and the icons of the shop. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const visit = visitOf({ context });
  const { shop } = await visit.page<FrontConfig>("/v1/frontConfig");
  const t = textsOf(visit.locale);
  const icon = (kind: "icon-192" | "icon-512" | "icon-maskable-512", size: number) => ({
    src: shop.files[kind],
    sizes: `${size}x${size}`,
    type: "image/png",
    ...(kind === "icon-maskable-512" ? { purpose: "maskable" } : {}),
  });
  const manifest = {
    ...{ name: shop.name, short_name: shop.name },
    ...(shop.description ? { description: shop.description } : {}),
    lang: visit.locale,
    ...{ id: visit.to("/"), start_url: visit.to("/"), scope: "/" },
    ...{ display: "standalone", theme_color: "#ffffff", background_color: "#ffffff" },
    icons: [icon("icon-192", 192), icon("icon-512", 512), icon("icon-maskable-512", 512)],
    shortcuts: [
      { name: t("shell.cart"), url: visit.to("/cart") },
      { name: t("shell.favourites"), url: visit.to("/wishlist") },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "no-cache" },
  });
}
