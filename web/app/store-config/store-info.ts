import type { StoreConfig } from "@furoshiki/api/store-config";
import { useRootData } from "./root-data.ts";
import { getAlternateLocale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

type StoreInfo = Pick<StoreConfig, "shop">;

/** The ICU select value for texts without a place. */
const NONE = "none";

/**
 * The place that parcels are dispatched from, as values for messages: "in Moscow", "from Russia"; `none` until the
 * store has configured a place.
 */
export function getDispatchPlaces(config: StoreInfo | undefined) {
  const place = config?.shop.dispatch;
  return {
    in_city: place?.in_city ?? NONE,
    from_city: place?.from_city ?? NONE,
    in_country: place?.in_country ?? NONE,
    from_country: place?.from_country ?? NONE,
    of_country: place?.of_country ?? NONE,
  };
}

export function useDispatchPlaces() {
  return getDispatchPlaces(useRootData()?.config);
}

/** The name of the store; a generic word on the error page of a request that failed before the store was loaded. */
export function useShopName(): string {
  const { t } = useI18n();
  return useRootData()?.config.shop.name ?? t("layout.shop");
}

/**
 * Returns the link to an info page, in the alternate locale if it does not exist in the current one; null if it exists
 * in neither.
 */
export function useInfoLinks(): (slug: string) => { href: string; hrefLang?: string } | null {
  const { locale, strategy, to } = useI18n();
  const config = useRootData()?.config;
  return (slug) => {
    if (config?.info_pages.includes(slug)) return { href: to(`/info/${slug}`) };
    if (!config?.info_pages_elsewhere.includes(slug)) return null;
    const alternateLocale = getAlternateLocale(locale);
    return { href: localizePath(`/info/${slug}`, alternateLocale, strategy), hrefLang: alternateLocale.slice(0, 2) };
  };
}

/** Returns whether an info page exists in the current locale: links to others are not shown. */
export function useHasInfoPage(): (slug: string) => boolean {
  const slugs = useRootData()?.config.info_pages ?? [];
  return (slug) => slugs.includes(slug);
}
