import type { FrontConfig } from "@furoshiki/api/front";
import { localizedPath, type Locale, type LocaleStrategy } from "./locale.ts";
import { textsOf } from "./texts.ts";

type Known = { locale: Locale; strategy: LocaleStrategy; publicUrl: string };

/** The shop as other things name it. */
const shopId = ({ publicUrl }: Pick<Known, "publicUrl">) => `${publicUrl}/#shop`;

/** schema.org WebSite, in the language of the page. */
export function websiteThing(known: Known & { config: Pick<FrontConfig, "shop"> }): object {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: known.config.shop.name,
    url: known.publicUrl + localizedPath("/", known.locale, known.strategy),
    inLanguage: known.locale,
    publisher: { "@id": shopId(known) },
  };
}

/** schema.org OnlineStore: who sells, how to reach him, and his pages elsewhere. */
export function shopThing(
  known: Known & { config: Pick<FrontConfig, "contacts" | "shop" | "social" | "whatsapp"> },
): object {
  const { contacts, shop, social, whatsapp } = known.config;
  const valueOf = (kind: "email" | "company") => contacts.find((one) => one.kind === kind)?.value;
  const [email, company] = [valueOf("email"), shop.legal?.name ?? valueOf("company")];
  return {
    "@context": "https://schema.org",
    "@type": "OnlineStore",
    "@id": shopId(known),
    name: shop.name,
    url: known.publicUrl,
    logo: known.publicUrl + (shop.files.logo ?? shop.files.favicon),
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

/** schema.org BreadcrumbList: home, and after it names and paths without the locale's prefix. */
export function trailThing(known: Known, trail: ReadonlyArray<{ name: string; path: string }>): object {
  const crumbs = [{ name: textsOf(known.locale)("shell.home"), path: "/" }, ...trail];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: known.publicUrl + localizedPath(path, known.locale, known.strategy),
    })),
  };
}
