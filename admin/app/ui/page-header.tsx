import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";

type PageHeaderProps = {
  title: ReactNode;
  /** The pages above this one, from the top. */
  breadcrumbs?: ReadonlyArray<{ name: string; path: string }>;
  /** At the right of the breadcrumbs: the neighbors of a record. */
  neighbors?: ReactNode;
  badges?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons at the right, the primary one last; on a phone below the title. */
  actions?: ReactNode;
};

/** The title of a page with its breadcrumbs, badges and actions. */
export function PageHeader({ title, breadcrumbs, neighbors, badges, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="px-4 pt-3.5 desk:px-6 desk:pt-4.5">
      {breadcrumbs ? (
        <div className="mb-1 flex items-center justify-between gap-3">
          <Breadcrumbs items={breadcrumbs} />
          {neighbors}
        </div>
      ) : null}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-title">{title}</h1>
        {badges ? <div className="flex flex-wrap items-center gap-1.5">{badges}</div> : null}
        {actions ? (
          <div className="flex w-full flex-wrap gap-2 *:grow max-desk:order-1 desk:ml-auto desk:w-auto desk:*:grow-0">
            {actions}
          </div>
        ) : null}
        {subtitle ? <p className="-mt-1.5 w-full text-ink-2">{subtitle}</p> : null}
      </div>
    </header>
  );
}

function Breadcrumbs({ items }: { items: ReadonlyArray<{ name: string; path: string }> }) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("ui.breadcrumbs")}>
      <ol className="flex flex-wrap items-center gap-1.5 text-xs text-ink-3">
        {items.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-1.5">
            {index ? <ChevronRight size={14} aria-hidden /> : null}
            <Link to={path} className="py-1 hover:text-ink hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
