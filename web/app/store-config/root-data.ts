import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import type { StoreConfig } from "@furoshiki/api/store-config";
import { useRouteLoaderData } from "react-router";

import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";

/** The data of the root loader, available on every page. */
export type RootData = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  buildId: string;
  /** Shown with an error, to find it in the log; empty on a page that guests share. */
  requestId: string;
  config: StoreConfig;
  /** The city that the visitor named beside the country of `config.destination`. */
  deliveryCity: string | null;
  /** The signed-in customer; writes from the browser to the API send `csrf_token` in the `csrf-token` header. */
  user: CustomerSummary["user"] | null;
  /** The quantity of each cart line, and the number of gift cards in the cart; null for a guest. */
  cart: CustomerSummary["cart"] | null;
  wishlist: CustomerSummary["wishlist"] | null;
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
