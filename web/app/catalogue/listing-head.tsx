import type { ReactNode } from "react";
import { useShop } from "../lib/shop.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { chipClass, ChipCount } from "../ui/chip.tsx";

type Child = { id: number; name: string; link_rewrite: string; count: number };
type ListingHeadProps = {
  title: string;
  total: number;
  /** Names and paths (without the locale's prefix) between the home page and this one. */
  trail?: ReadonlyArray<{ name: string; path: string }>;
  path: string;
  children?: ReactNode;
  categories?: readonly Child[];
};

/** Where the list stands, its name, how many products it has, and the categories below it. */
export function ListingHead({ title, total, trail, path, categories, children }: ListingHeadProps) {
  const { t, to } = useShop();
  const crumbs = [{ name: t("shell.home"), path: "/" }, ...(trail ?? []), { name: title, path }];
  return (
    <>
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={crumbs.map((crumb) => ({ name: crumb.name, href: to(crumb.path) }))}
      />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-3 lg:mt-3">
        <h1 className="text-3xl lg:text-4xl">{title}</h1>
        <span role="status" className="num text-sm text-ink-3 lg:text-base">
          {t("list.count", { count: total })}
        </span>
      </div>
      {children}
      {categories?.length ? (
        <ul className="scroll-x -mx-4 mt-4 flex gap-2 px-4 lg:mx-0 lg:flex-wrap lg:px-0">
          {categories.map((category) => (
            <li key={category.id} className="shrink-0">
              <a href={to(`/category/${category.link_rewrite}`)} className={chipClass()}>
                {category.name}
                <ChipCount>{category.count}</ChipCount>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
