import { useMatches } from "react-router";
import { otherLocale, locales, type Locale } from "../lib/locale.ts";
import { usePath, useShop } from "../lib/shop.tsx";

const names: Record<Locale, { short: string; full: string }> = {
  "ru-RU": { short: "RU", full: "Русский" },
  "en-US": { short: "EN", full: "English" },
};

/**
 * Leads to the same page in the other language, as a new document: the other texts come with it. The link passes the
 * address that remembers the choice; search engines find the other language by `hreflang`. A page whose
 * loader answers `twin: false` has none there, and the switch leads home.
 */
export function LanguageSwitch({ short }: { short?: boolean }) {
  const { locale, t } = useShop();
  const path = usePath();
  const alone = useMatches().some(({ loaderData }) => (loaderData as { twin?: boolean } | undefined)?.twin === false);
  const href = (target: Locale) => {
    const there = alone && target !== locale ? "/" : path;
    return `/language/${target}?to=${encodeURIComponent(there)}`;
  };
  if (short) {
    const other = otherLocale(locale);
    return (
      <a
        href={href(other)}
        data-document=""
        lang={other}
        hrefLang={other}
        className="grid h-11 w-10 place-items-center text-sm font-medium text-ink"
      >
        <Name locale={other} />
      </a>
    );
  }
  return (
    <span className="flex items-center" role="group" aria-label={t("shell.language")}>
      {locales.map((target) => (
        <a
          key={target}
          href={href(target)}
          data-document=""
          lang={target}
          hrefLang={target}
          aria-current={target === locale ? "true" : undefined}
          className={`px-1.5 py-2 ${target === locale ? "font-semibold text-ink" : "text-ink-2 hover:text-ink"}`}
        >
          <Name locale={target} />
        </a>
      ))}
    </span>
  );
}

function Name({ locale }: { locale: Locale }) {
  return (
    <>
      {names[locale].short}
      <span className="sr-only"> {names[locale].full}</span>
    </>
  );
}
