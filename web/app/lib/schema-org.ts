import type { FrontConfig } from "@furoshiki/api/front";
import { localizedPath, type Locale, type LocaleStrategy } from "./locale.ts";
import { textsOf } from "./texts.ts";

type Known = { locale: Locale; strategy: LocaleStrategy; publicUrl: string };

const NAME = "Furoshiki";
/** The shop as other things name it. */
const shopId = ({ publicUrl }: Pick<Known, "publicUrl">) => `${publicUrl}/#shop`;

/** schema.org WebSite, in the language of the page. */
export function websiteThing(known: Known): object {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: NAME,
    url: known.publicUrl + localizedPath("/", known.locale, known.strategy),
    inLanguage: known.locale,
    publisher: { "@id": shopId(known) },
  };
}

/** schema.org OnlineStore: who sells, how to reach him, and his pages elsewhere. */
export function shopThing(known: Known & { config: Pick<FrontConfig, "contacts" | "social" | "whatsapp"> }): object {
  const { contacts, social, whatsapp } = known.config;
  const valueOf = (kind: "email" | "company") => contacts.find((one) => one.kind === kind)?.value;
  const [email, company] = [valueOf("email"), valueOf("company")];
  return {
    "@context": "https://schema.org",
    "@type": "OnlineStore",
    "@id": shopId(known),
    name: NAME,
    url: known.publicUrl,
    logo: `${known.publicUrl}/favicon.svg`,
    ...(company ? { legalName: company } : {}),
    ...(email ? { email } : {}),
    sameAs: social.map(({ href }) => href),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      telephone: `+${whatsapp.phone}`,
      availableLanguage: ["ru", "en"],
    },
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
