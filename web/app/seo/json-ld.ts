import type { StoreConfig } from "@furoshiki/api/store-config";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, type LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";
import { getTranslator } from "../i18n/messages.ts";

type StoreData = { locale: Locale; strategy: LocaleStrategy; publicUrl: string };

/** The `@id` that other objects reference the store by. */
const getStoreId = ({ publicUrl }: Pick<StoreData, "publicUrl">) => `${publicUrl}/#shop`;

/** schema.org WebSite, in the locale of the page. */
export function createWebsiteJsonLd(rootData: StoreData & { config: Pick<StoreConfig, "shop"> }): object {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: rootData.config.shop.name,
    url: rootData.publicUrl + localizePath("/", rootData.locale, rootData.strategy),
    inLanguage: rootData.locale,
    publisher: { "@id": getStoreId(rootData) },
  };
}

/** schema.org OnlineStore: the seller, contact details and social profiles. */
export function createStoreJsonLd(
  rootData: StoreData & { config: Pick<StoreConfig, "contacts" | "shop" | "social" | "whatsapp"> },
): object {
  const { contacts, shop, social, whatsapp } = rootData.config;
  const getContact = (kind: "email" | "company") => contacts.find((contact) => contact.kind === kind)?.value;
  const [email, company] = [getContact("email"), shop.legal?.name ?? getContact("company")];
  return {
    "@context": "https://schema.org",
    "@type": "OnlineStore",
    "@id": getStoreId(rootData),
    name: shop.name,
    url: rootData.publicUrl,
    logo: rootData.publicUrl + (shop.files.logo ?? shop.files.favicon),
    ...(company ? { legalName: company } : {}),
    ...(shop.legal ? { taxID: shop.legal.inn } : {}),
    ...(email ? { email } : {}),
    sameAs: social.map(({ href }) => href),
    ...(whatsapp
      ? {
          contactPoint: {
            "@type": "ContactPoint",
            contactType: "customer service",
            telephone: `+${whatsapp.phone}`,
            availableLanguage: ["ru", "en"],
          },
        }
      : {}),
  };
}

/** schema.org BreadcrumbList: the home page, followed by the given names and paths (without the locale prefix). */
export function createBreadcrumbJsonLd(
  rootData: StoreData,
  breadcrumbs: ReadonlyArray<{ name: string; path: string }>,
): object {
  const items = [{ name: getTranslator(rootData.locale)("layout.home"), path: "/" }, ...breadcrumbs];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: items.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: rootData.publicUrl + localizePath(path, rootData.locale, rootData.strategy),
    })),
  };
}
