import type { FrontConfig } from "@furoshiki/api/front";
import { useKnown } from "./known.ts";
import { localizedPath, otherLocale } from "./locale.ts";
import { useShop } from "./shop.tsx";

type Identity = Pick<FrontConfig, "shop">;

/** Selects the form of a text that names no place. */
const NONE = "none";

/** Where parcels are sent from, as values of texts: "in Moscow", "from Russia"; `none` until the shop has named a place. */
export function placesOf(config: Identity | undefined) {
  const place = config?.shop.dispatch;
  return {
    in_city: place?.in_city ?? NONE,
    from_city: place?.from_city ?? NONE,
    in_country: place?.in_country ?? NONE,
    from_country: place?.from_country ?? NONE,
    of_country: place?.of_country ?? NONE,
  };
}

export function usePlaces() {
  return placesOf(useKnown()?.config);
}

/** The name of the shop; a word for any shop on the error page of a request that failed before it was known. */
export function useShopName(): string {
  const { t } = useShop();
  return useKnown()?.config.shop.name ?? t("shell.shop");
}

/** The address of a text under `/info`, in the other language if the page's own has none; null if neither has it. */
export function useInfoLinks(): (slug: string) => { href: string; hrefLang?: string } | null {
  const { locale, strategy, to } = useShop();
  const config = useKnown()?.config;
  return (slug) => {
    if (config?.info_pages.includes(slug)) return { href: to(`/info/${slug}`) };
    if (!config?.info_pages_elsewhere.includes(slug)) return null;
    const other = otherLocale(locale);
    return { href: localizedPath(`/info/${slug}`, other, strategy), hrefLang: other.slice(0, 2) };
  };
}

/** Tells whether the shop has a text under `/info` in the page's language: links to others are not shown. */
export function useInfoPages(): (slug: string) => boolean {
  const slugs = useKnown()?.config.info_pages ?? [];
  return (slug) => slugs.includes(slug);
}
