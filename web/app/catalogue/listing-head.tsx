import type { ReactNode } from "react";
import { useShop } from "../lib/shop.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { chipClass, ChipCount } from "../ui/chip.tsx";

/** A part of the list with a page of its own; the path is without the locale's prefix. */
type Part = { name: string; path: string; count: number };
type ListingHeadProps = {
  title: string;
  /** Where it is not the language of the page. */
  titleLang?: string;
  total: number;
  /** Names and paths (without the locale's prefix) between the home page and this one. */
  trail?: ReadonlyArray<{ name: string; path: string }>;
  path: string;
  children?: ReactNode;
  parts?: readonly Part[];
};

/** Where the list stands, its name, how many products it has, and its parts. */
export function ListingHead({ title, titleLang, total, trail, path, parts, children }: ListingHeadProps) {
  const { t, to } = useShop();
  const crumbs = [{ name: t("shell.home"), path: "/" }, ...(trail ?? []), { name: title, path }];
  return (
    <>
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={crumbs.map((crumb) => ({ name: crumb.name, href: to(crumb.path) }))}
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
      {parts?.length ? (
        <ul className="scroll-x -mx-4 mt-4 flex gap-2 px-4 lg:mx-0 lg:flex-wrap lg:px-0">
          {parts.map((part) => (
            <li key={part.path} className="shrink-0">
              <a href={to(part.path)} className={chipClass()}>
                {part.name}
                <ChipCount>{part.count}</ChipCount>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
