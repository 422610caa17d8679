import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "./button.tsx";
import { squareClass } from "./icon-button.tsx";

type ListFooterProps = {
  /** The number of records, as text. */
  summary: string;
  /** Paths of the neighboring pages; null if there is none. */
  previousPath: string | null;
  nextPath: string | null;
  children?: ReactNode;
};

/** The foot of a list: hints at the left, the number of records and the neighboring pages at the right. */
export function ListFooter({ summary, previousPath, nextPath, children }: ListFooterProps) {
  const { t } = useI18n();
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-3 border-t border-edge py-1 pr-2.5 pl-4 text-xs text-ink-3">
      {children}
      <nav aria-label={t("list.pages")} className="ml-auto flex items-center gap-1">
        <span className="mr-1">{summary}</span>
        <PageLink path={previousPath} rel="prev" label={t("list.previous_page")}>
          <ChevronLeft size={16} aria-hidden />
        </PageLink>
        <PageLink path={nextPath} rel="next" label={t("list.next_page")}>
          <ChevronRight size={16} aria-hidden />
        </PageLink>
      </nav>
    </div>
  );
}

function PageLink({
  path,
  rel,
  label,
  children,
}: {
  path: string | null;
  rel: string;
  label: string;
  children: ReactNode;
}) {
  const className = buttonClass({ kind: "quiet", className: squareClass });
  if (path === null)
    return (
      <span aria-hidden className={`${className} pointer-events-none opacity-40`}>
        {children}
      </span>
    );
  return (
    <Link to={path} rel={rel} aria-label={label} title={label} className={className}>
      {children}
    </Link>
  );
}
