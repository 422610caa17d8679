import type { FrontConfig } from "@furoshiki/api/front";
import type { WishlistCount } from "@furoshiki/api/wishlist";
import { useRouteLoaderData } from "react-router";

import type { Locale, LocaleStrategy } from "./locale.ts";

/** What the root loader knows on every page. */
export type Known = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  buildId: string;
  requestId: string;
  config: FrontConfig;
  user: { id: number; name: string; surname: string | null; email: string; phone: string } | null;
  /** What a write from the browser to the API carries in `csrf-token`; null for a guest. */
  csrfToken: string | null;
  /** Pieces in the cart, how many of each line, and how many certificates besides. */
  cart: { count: number; quantities: Record<string, number>; certificates: number } | null;
  wishlist: WishlistCount | null;
  /** How many notifications were not read yet. */
  notifications: number;
  /** The currency that the visitor had chosen and the shop has no longer. */
  lostCurrency: string | null;
};

/** Undefined on the error page of a request that failed before the shop knew anything. */
export function useKnown(): Known | undefined {
  return useRouteLoaderData("root") as Known | undefined;
}

/** What delivery costs, for texts around the shop. Nothing is promised where the shop could not be asked. */
export function useDelivery(): FrontConfig["delivery"] {
  return useKnown()?.config.delivery ?? { flat: 0, free_from: 0, iso_code: "RUB", sign: "₽" };
}
