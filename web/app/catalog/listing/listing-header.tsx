import type { ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { chipClass, ChipCount } from "@furoshiki/design-system/ui/chip.tsx";

/** A narrower listing with its own page; the path is without locale prefix. */
type SubListing = { name: string; path: string; count: number };
type ListingHeaderProps = {
  title: string;
  /** Set if it differs from the language of the page. */
  titleLang?: string;
  total: number;
  /** Names and paths (without locale prefix) between the home page and this one. */
  breadcrumbs?: ReadonlyArray<{ name: string; path: string }>;
  path: string;
  children?: ReactNode;
  subListings?: readonly SubListing[];
};

/** Breadcrumbs, title, number of products and narrower listings. */
export function ListingHeader({
  title,
  titleLang,
  total,
  breadcrumbs,
  path,
  subListings,
  children,
}: ListingHeaderProps) {
  const { t, to } = useI18n();
  const allBreadcrumbs = [{ name: t("layout.home"), path: "/" }, ...(breadcrumbs ?? []), { name: title, path }];
  return (
    <>
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={allBreadcrumbs.map((crumb) => ({ name: crumb.name, href: to(crumb.path) }))}
      />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-3 lg:mt-3">
        <h1 lang={titleLang} className="text-3xl lg:text-4xl">
          {title}
        </h1>
        <span role="status" className="num text-sm text-ink-3 lg:text-base">
          {t("list.count", { count: total })}
        </span>
      </div>
      {children}
      {subListings?.length ? (
        <ul className="scroll-x -mx-4 mt-4 flex gap-2 px-4 lg:mx-0 lg:flex-wrap lg:px-0">
          {subListings.map((subListing) => (
            <li key={subListing.path} className="shrink-0">
              <Link to={subListing.path} className={chipClass()}>
                {subListing.name}
                <ChipCount>{subListing.count}</ChipCount>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
