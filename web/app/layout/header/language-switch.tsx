import { useMatches } from "react-router";
import { getAlternateLocale, locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { usePathWithoutLocale, useI18n } from "../../i18n/use-i18n.tsx";

const languageNames: Record<Locale, { short: string; full: string }> = {
  "ru-RU": { short: "RU", full: "Русский" },
  "en-US": { short: "EN", full: "English" },
};

/**
 * Links to the same page in the other locale, as a new document, because its messages are needed. The link goes through
 * the route that stores the choice; search engines find the other locale by `hreflang`. If a page's loader returns
 * `twin: false`, the page does not exist in the other locale, and the link leads to the home page.
 */
export function LanguageSwitch({ isCompact }: { isCompact?: boolean }) {
  const { locale, t } = useI18n();
  const path = usePathWithoutLocale();
  const hasNoAlternate = useMatches().some(
    ({ loaderData }) => (loaderData as { twin?: boolean } | undefined)?.twin === false,
  );
  const getHref = (target: Locale) => {
    const targetPath = hasNoAlternate && target !== locale ? "/" : path;
    return `/language/${target}?to=${encodeURIComponent(targetPath)}`;
  };
  if (isCompact) {
    const alternateLocale = getAlternateLocale(locale);
    return (
      <a
        href={getHref(alternateLocale)}
        lang={alternateLocale}
        hrefLang={alternateLocale}
        className="grid h-11 w-10 place-items-center text-sm font-medium text-ink"
      >
        <LanguageName locale={alternateLocale} />
      </a>
    );
  }
  return (
    <span className="flex items-center" role="group" aria-label={t("layout.language")}>
      {locales.map((target) => (
        <a
          key={target}
          href={getHref(target)}
          lang={target}
          hrefLang={target}
          aria-current={target === locale ? "true" : undefined}
          className={`px-1.5 py-2 ${target === locale ? "font-semibold text-ink" : "text-ink-2 hover:text-ink"}`}
        >
          <LanguageName locale={target} />
        </a>
      ))}
    </span>
  );
}

function LanguageName({ locale }: { locale: Locale }) {
  return (
    <>
      {languageNames[locale].short}
      {/* In the font of the page, this visually hidden name would load the file of another alphabet. */}
      <span className="sr-only font-[family-name:system-ui]"> {languageNames[locale].full}</span>
    </>
  );
}
