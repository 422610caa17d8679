import type { Locale } from "../lib/locale.ts";
import type { TextKey } from "../lib/texts.ts";
import type { MenuEntry } from "./addresses.ts";

type FooterColumn = {
  title: TextKey;
  entries: readonly MenuEntry[];
  /** A guest is asked to sign in first. */
  own?: true;
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
  "en-US": [],
};
