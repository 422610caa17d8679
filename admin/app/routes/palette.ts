import type { FoundOrder } from "@furoshiki/api/admin/orders";
import type { FoundProducts } from "@furoshiki/api/admin/search";
import type { Me } from "@furoshiki/api/admin/staff";
import { getRequestContext } from "../api-client/request-context.ts";
import type { PaletteResults } from "../palette/palette-entries.ts";
import { parsePaletteText } from "../palette/palette-text.ts";
import type { Route } from "./+types/palette";

const MAX_LENGTH = 120;

/** Finds what the command palette shows, as far as the permissions of the person allow. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<PaletteResults> {
  const { load } = getRequestContext({ context });
  const text = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_LENGTH);
  const nothing = { text, orders: [], products: [], corrected: null };
  if (text === "") return nothing;
  const { permissions } = await load<Me>("me");
  const { number } = parsePaletteText(text);
  const [orders, products] = await Promise.all([
    permissions.includes("orders:read")
      ? load<FoundOrder[]>(`orders/search?${new URLSearchParams({ q: number ?? text })}`)
      : [],
    permissions.includes("products:read")
      ? load<FoundProducts>(`products/search?${new URLSearchParams({ q: text })}`)
      : { items: [], corrected: null },
  ]);
  return { text, orders, products: products.items, corrected: products.corrected };
}
