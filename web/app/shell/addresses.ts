import type { Locale } from "../lib/locale.ts";
import type { TextKey } from "../lib/texts.ts";

export type MenuEntry = { text: TextKey; to: string; red?: true };

/** The sub-header (spec §2; where each entry leads: decisions, "Addresses and locales"). */
export const menu: Record<Locale, readonly MenuEntry[]> = {
  "ru-RU": [
    { text: "menu.great_deal", to: "/info/custom-tax", red: true },
    { text: "menu.promotions", to: "/prices-drop", red: true },
    { text: "menu.gift", to: "/podarocnyi-sertifikat.html", red: true },
    { text: "menu.delivery", to: "/info/delivery" },
    { text: "menu.payment", to: "/info/payment" },
    { text: "menu.blog", to: "/blog" },
    { text: "menu.news", to: "/news" },
    { text: "menu.brands", to: "/brands" },
  ],
  "en-US": [
    { text: "menu.promotions", to: "/prices-drop" },
    { text: "menu.delivery", to: "/info/delivery" },
    { text: "menu.payment", to: "/info/payment" },
    { text: "menu.blog", to: "/blog" },
    { text: "menu.brands", to: "/brands" },
  ],
};

/** The page that is open, with the sign-in above it (spec §2, Auth modal); afterwards on to `from`. */
export function signInAt(path: string, from?: string): string {
  const url = new URL(path, "http://shop");
  url.searchParams.set("auth", "1");
  if (from) url.searchParams.set("from", from);
  return url.pathname + url.search;
}
