import type { Locale } from "../lib/locale.ts";
import type { TextKey } from "../lib/texts.ts";

type MenuEntry = { text: TextKey; to: string; red?: true };

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

type FooterColumn = {
  title: TextKey;
  entries: readonly MenuEntry[];
  /** A guest is asked to sign in first. */ own?: true;
};

const catalogue: FooterColumn = {
  title: "footer.catalogue",
  entries: [
    { text: "collection.new-products", to: "/new-products" },
    { text: "collection.best-sales", to: "/best-sales" },
    { text: "footer.newsletter", to: "/user/newsletter" },
  ],
};
const account: FooterColumn = {
  title: "footer.account",
  entries: [
    { text: "account.orders", to: "/profile/orders" },
    { text: "account.addresses", to: "/profile/addresses" },
    { text: "account.info", to: "/profile/info" },
  ],
  own: true,
};

/** The footer's columns (spec §2, Footer). */
export const footer: Record<Locale, readonly FooterColumn[]> = {
  "ru-RU": [
    catalogue,
    {
      title: "footer.help",
      entries: [
        { text: "menu.delivery", to: "/info/delivery" },
        { text: "menu.payment", to: "/info/payment" },
        { text: "footer.warranty", to: "/info/garantiy-i-vozvrat" },
        { text: "footer.payment_security", to: "/info/payment-security" },
        { text: "footer.why", to: "/info/pochemu-my" },
      ],
    },
    account,
  ],
  "en-US": [
    catalogue,
    { title: "footer.legal", entries: [{ text: "footer.legal_notice", to: "/info/legal-notice" }] },
    account,
  ],
};

/** Under the line at the very bottom. */
export const smallPrint: Record<Locale, readonly MenuEntry[]> = {
  "ru-RU": [
    { text: "footer.offer", to: "/info/oferta" },
    { text: "footer.privacy", to: "/info/privacy-policy" },
  ],
  "en-US": [{ text: "footer.legal_notice", to: "/info/legal-notice" }],
};

/** The page that is open, with the sign-in above it (spec §2, Auth modal); afterwards on to `from`. */
export function signInAt(path: string, from?: string): string {
  const url = new URL(path, "http://shop");
  url.searchParams.set("auth", "1");
  if (from) url.searchParams.set("from", from);
  return url.pathname + url.search;
}
