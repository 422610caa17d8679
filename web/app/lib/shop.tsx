import { createContext, use, type ReactNode } from "react";
import { formatsOf, type Formats } from "./format.ts";
import { useLocation } from "react-router";
import { localizedPath, splitPath, type Locale, type LocaleStrategy } from "./locale.ts";
import { textsOf, type Translate } from "./texts.ts";

/** What every part of a page needs of the shop in the visitor's language. One object per locale and strategy, never rebuilt. */
export type Shop = {
  locale: Locale;
  strategy: LocaleStrategy;
  t: Translate;
  format: Formats;
  /** The address of a path of this site in this locale. */
  to(path: string): string;
};

const shops = new Map<string, Shop>();

export function shopOf(locale: Locale, strategy: LocaleStrategy): Shop {
  const key = `${locale} ${strategy}`;
  let shop = shops.get(key);
  if (!shop) {
    shop = {
      locale,
      strategy,
      t: textsOf(locale),
      format: formatsOf(locale),
      to: (path) => localizedPath(path, locale, strategy),
    };
    shops.set(key, shop);
  }
  return shop;
}

const ShopContext = createContext<Shop | null>(null);

export function ShopProvider({ shop, children }: { shop: Shop; children: ReactNode }) {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

export function useShop(): Shop {
  const shop = use(ShopContext);
  if (!shop) throw new Error("useShop outside of ShopProvider");
  return shop;
}

/** The open page's address without the locale's prefix, with its query. */
export function usePath(): string {
  const { pathname, search } = useLocation();
  return splitPath(pathname).path + search;
}
