import type { StoreConfig } from "@furoshiki/api/store-config";
import type { WishlistCount } from "@furoshiki/api/wishlist";
import { useRouteLoaderData } from "react-router";

import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { LocaleStrategy } from "../i18n/locale-path.ts";

/** The data of the root loader, available on every page. */
export type RootData = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  buildId: string;
  requestId: string;
  config: StoreConfig;
  user: { id: number; name: string; surname: string | null; email: string; phone: string } | null;
  /** The CSRF token that writes from the browser to the API send in the `csrf-token` header; null for a guest. */
  csrfToken: string | null;
  /** The number of pieces in the cart, the quantity of each line, and the number of gift cards. */
  cart: { count: number; quantities: Record<string, number>; certificates: number } | null;
  wishlist: WishlistCount | null;
  /** The number of unread notifications. */
  notifications: number;
  /** The currency that the visitor had chosen and the store no longer offers. */
  unavailableCurrency: string | null;
};

/** The data of the root loader; undefined on the error page of a request whose root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}

/** The delivery price and the free delivery threshold. Zero if the root loader failed. */
export function useDeliveryPricing(): StoreConfig["delivery"] {
  return useRootData()?.config.delivery ?? { flat: 0, free_from: 0, iso_code: "RUB", sign: "₽" };
}
