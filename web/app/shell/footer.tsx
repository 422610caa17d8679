import { BookOpen, Film, MessageCircle, Play, Send, Users, Video, type LucideIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "../lib/link.tsx";
import { hasTrackers, isPrivatePage } from "../lib/page-services.ts";
import { usePath, useShop } from "../lib/shop.tsx";
import { signInAt } from "./addresses.ts";
import { footer, smallPrint } from "./footer-addresses.ts";
import type { Known } from "../lib/known.ts";

// The server writes a page in one go; browsers fetch it only where the shop has set the service up.
const ServiceIcon = import.meta.env.SSR
  ? (await import("./service-icon.tsx")).ServiceIcon
  : lazy(async () => ({ default: (await import("./service-icon.tsx")).ServiceIcon }));

type SocialKind = Known["config"]["social"][number]["kind"];
const socialIcons: Record<SocialKind, LucideIcon> = {
  messenger: Send,
  network: Users,
  blog: BookOpen,
  video: Play,
  shorts: Video,
  channel: Film,
};

/** The dark band under every page (spec §2, Footer). `clear` adds space under it on product pages, where phones show a buy bar. */
export function Footer({ known, clear }: { known: Known | null; clear: boolean }) {
  const { t, locale } = useShop();
  const path = usePath();
  const marks = isPrivatePage(path) ? null : known?.config.icon_service;
  const company = known?.config.contacts.filter((contact) => contact.kind === "company" || contact.kind === "address");
  return (
    <footer className="mt-16 bg-band text-on-band lg:mt-24">
      <div className={`mx-auto max-w-page px-4 pt-10 lg:pt-16 ${clear ? "lg:pb-24 pb-44" : "lg:pb-10 pb-28"}`}>
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-[1.75fr_1fr_1fr_1fr_1.2fr] lg:gap-8">
          <div className="col-span-2 max-w-sm lg:col-span-1">
            <p className="font-display text-3xl leading-none font-semibold">Furoshiki</p>
            {/* Of the Russian footer alone (spec §2, Footer). */}
            {locale === "ru-RU" ? <p className="mt-4 text-sm text-on-band-2">{t("footer.tagline")}</p> : null}
            {known?.config.social.length ? (
              <ul className="mt-5 flex flex-wrap gap-1.5">
                {known.config.social.map(({ kind, label, href }) => {
                  const Icon = socialIcons[kind];
                  return (
                    <li key={href}>
                      <a
                        href={href}
                        rel="noopener"
                        aria-label={label}
                        className="grid h-11 min-w-11 place-items-center rounded-full border border-band-line text-on-band hover:bg-band-2"
                      >
                        {marks ? (
                          <Suspense>
                            <ServiceIcon service={marks} name={label} />
                          </Suspense>
                        ) : (
                          <Icon size={20} strokeWidth={1.5} aria-hidden />
                        )}
                      </a>
                    </li>
                  );
                })}
              </ul>
            ) : null}
          </div>
          {footer[locale].map(({ title, entries, own }) => (
            <div key={title}>
              <h2 className="mb-3 font-sans text-sm font-semibold text-on-band">{t(title)}</h2>
              <ul>
                {entries.map(({ text, to }) => (
                  <li key={to}>
                    <Link
                      to={own && !known?.user ? signInAt(path, to) : to}
                      className="block py-1.5 text-sm text-on-band-2 underline-offset-4 hover:text-white hover:underline"
                    >
                      {t(text)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {known ? (
            <div>
              <h2 className="mb-3 font-sans text-sm font-semibold">{t("footer.support")}</h2>
              <a
                href={known.config.whatsapp.url}
                className="inline-flex h-11 items-center gap-2 rounded-md border border-band-line-strong px-4 text-sm font-medium hover:bg-band-2"
              >
                <MessageCircle size={18} strokeWidth={1.5} aria-hidden />
                {known.config.whatsapp.label}
              </a>
              <p className="mt-3 text-sm text-on-band-2">{t("footer.hours")}</p>
            </div>
          ) : null}
        </div>
        <div className="mt-10 flex flex-col gap-2 border-t border-band-line pt-6 text-xs text-on-band-2 lg:flex-row lg:justify-between">
          <p>{`© ${company?.length ? company.map((contact) => contact.value).join(". ") : "Furoshiki"}`}</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {smallPrint[locale].map(({ text, to }) => (
              <li key={to}>
                <Link to={to} className="inline-block py-1.5 underline underline-offset-4 hover:text-white">
                  {t(text)}
                </Link>
              </li>
            ))}
            {known && hasTrackers(known.config) ? (
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
