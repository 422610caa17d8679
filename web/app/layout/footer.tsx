import { BookOpen, Film, MessageCircle, Play, Send, Users, Video, type LucideIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import { hasTrackers, isPrivatePage } from "../store-config/third-party-services.ts";
import type { Translator } from "../i18n/messages.ts";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";
import { getSignInUrl } from "../navigation/sign-in-url.ts";
import { MenuLink } from "./menu-link.tsx";
import type { RootData } from "../store-config/root-data.ts";

// The server renders a page synchronously; browsers load it only if the store has configured an icon service.
const ServiceIcon = import.meta.env.SSR
  ? (await import("./service-icon.tsx")).ServiceIcon
  : lazy(async () => ({ default: (await import("./service-icon.tsx")).ServiceIcon }));

type SocialKind = RootData["config"]["social"][number]["kind"];
const socialIcons: Record<SocialKind, LucideIcon> = {
  messenger: Send,
  network: Users,
  blog: BookOpen,
  video: Play,
  shorts: Video,
  channel: Film,
};

/** The footer of every page. `hasBuyBar` adds space below it on product pages, where phones show a buy bar. */
export function Footer({ rootData, hasBuyBar }: { rootData: RootData | null; hasBuyBar: boolean }) {
  const { t, locale } = useI18n();
  const path = usePathWithoutLocale();
  const menus = rootData?.config.menus;
  const whatsapp = rootData?.config.whatsapp;
  const shop = rootData?.config.shop;
  const seller = rootData ? getSeller(rootData, t) : t("layout.shop");
  return (
    <footer className="mt-16 defer-rendering-220 bg-band text-on-band lg:mt-24 lg:defer-rendering-100">
      <div className={`mx-auto max-w-page px-4 pt-10 lg:pt-16 ${hasBuyBar ? "lg:pb-24 pb-44" : "lg:pb-10 pb-28"}`}>
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-[1.75fr_1fr_1fr_1fr_1.2fr] lg:gap-8">
          <div className="col-span-2 max-w-sm lg:col-span-1">
            <p className="font-display text-3xl leading-none font-semibold">{shop?.name}</p>
            {/* Only the Russian footer has a tagline. */}
            {locale === "ru-RU" && shop?.tagline ? <p className="mt-4 text-sm text-on-band-2">{shop.tagline}</p> : null}
            {rootData?.config.social.length ? <SocialLinks config={rootData.config} /> : null}
          </div>
          {(menus?.footer ?? []).map(({ title, entries, sign_in }) => (
            <div key={title}>
              <h2 className="mb-3 font-sans text-sm font-semibold text-on-band">{title}</h2>
              <ul>
                {entries.map(({ text, to }) => (
                  <li key={to}>
                    <MenuLink
                      to={sign_in && !rootData?.user ? getSignInUrl(path, to) : to}
                      className="block py-1.5 text-sm text-on-band-2 underline-offset-4 hover:text-white hover:underline"
                    >
                      {text}
                    </MenuLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {whatsapp || shop?.support_hours ? (
            <div>
              <h2 className="mb-3 font-sans text-sm font-semibold">{t("footer.support")}</h2>
              {whatsapp ? (
                <a
                  href={whatsapp.url}
                  className="inline-flex h-11 items-center gap-2 rounded-md border border-band-line-strong px-4 text-sm font-medium hover:bg-band-2"
                >
                  <MessageCircle size={18} strokeWidth={1.5} aria-hidden />
                  {whatsapp.label}
                </a>
              ) : null}
              {shop?.support_hours ? <p className="mt-3 text-sm text-on-band-2">{shop.support_hours.text}</p> : null}
            </div>
          ) : null}
        </div>
        <div className="mt-10 flex flex-col gap-2 border-t border-band-line pt-6 text-xs text-on-band-2 lg:flex-row lg:justify-between">
          <p>{`© ${seller}`}</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {(menus?.small_print ?? []).map(({ text, to }) => (
              <li key={to}>
                <MenuLink to={to} className="inline-block py-1.5 underline underline-offset-4 hover:text-white">
                  {text}
                </MenuLink>
              </li>
            ))}
            {rootData && hasTrackers(rootData.config) ? (
              <li className="scriptless:hidden">
                <button type="button" data-consent="" className="py-1.5 underline underline-offset-4 hover:text-white">
                  {t("footer.cookies")}
                </button>
              </li>
            ) : null}
          </ul>
        </div>
      </div>
    </footer>
  );
}

/** Returns who sells, for the copyright line: the legal entity, or company and address, or the name of the store. */
export function getSeller({ config }: RootData, t: Translator): string {
  if (config.shop.legal) return t("footer.legal_entity", config.shop.legal);
  const company = config.contacts.filter(({ kind }) => kind === "company" || kind === "address");
  return company.length > 0 ? company.map((contact) => contact.value).join(". ") : config.shop.name;
}

/** The social profiles of the store. Their icons come from the icon service, if one is configured. */
function SocialLinks({ config: { social, icon_service } }: { config: RootData["config"] }) {
  const iconService = isPrivatePage(usePathWithoutLocale()) ? null : icon_service;
  return (
    <ul className="mt-5 flex flex-wrap gap-1.5">
      {social.map(({ kind, label, href }) => {
        const Icon = socialIcons[kind];
        return (
          <li key={href}>
            <a
              href={href}
              rel="noopener"
              aria-label={label}
              className="grid h-11 min-w-11 place-items-center rounded-full border border-band-line text-on-band hover:bg-band-2"
            >
              {iconService ? (
                <Suspense>
                  <ServiceIcon service={iconService} name={label} />
                </Suspense>
              ) : (
                <Icon size={20} strokeWidth={1.5} aria-hidden />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
