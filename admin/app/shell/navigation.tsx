import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useRef } from "react";
import { Form, Link, useLocation } from "react-router";
import type { WorkQueue } from "@furoshiki/api/admin/work-queues";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useHideOnNavigation } from "../ui/use-hide-on-navigation.ts";
import type { NavigationItem } from "./navigation-items.ts";

const itemClass =
  "flex w-full items-center gap-2.5 rounded-md px-2 py-3 text-ink-2 hover:bg-hover hover:text-ink desk:min-h-8 desk:py-1.5 desk:group-data-collapsed/shell:min-h-[34px] desk:group-data-collapsed/shell:justify-center";
const currentClass = "aria-[current]:bg-card aria-[current]:ring-1 aria-[current]:ring-edge";
const labelClass = "desk:group-data-collapsed/shell:sr-only";

/** Returns whether a path is that of a page or below it. */
function isWithin(page: string, pathname: string): boolean {
  return pathname === page || (page !== "/" && pathname.startsWith(`${page}/`));
}

type NavigationProps = {
  items: readonly NavigationItem[];
  queues: readonly WorkQueue[];
  isCollapsed: boolean;
};

/**
 * The sections of the back office. On a phone it is a drawer that the menu button of the top bar opens (a popover, which
 * works before hydration).
 */
export function Navigation({ items, queues, isCollapsed }: NavigationProps) {
  const { t } = useI18n();
  const ref = useRef<HTMLElement>(null);
  useHideOnNavigation(ref);
  return (
    <nav
      ref={ref}
      id="navigation"
      popover="auto"
      aria-label={t("navigation.label")}
      className="inset-y-0 left-0 m-0 h-dvh max-h-none w-72 flex-col overflow-y-auto bg-frame p-3 text-ink shadow-overlay backdrop:bg-scrim open:flex desk:sticky desk:inset-y-auto desk:top-12 desk:flex desk:h-[calc(100dvh-3rem)] desk:w-auto desk:pt-1.5 desk:shadow-none desk:group-data-collapsed/shell:px-2.5 print:hidden!"
    >
      <ul className="grid gap-px">
        {items.map((item) => (
          <li key={item.path}>
            <Section item={item} queue={queues.find(({ key }) => key === item.queue)} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
      <CollapseForm isCollapsed={isCollapsed} />
    </nav>
  );
}

type SectionProps = { item: NavigationItem; queue: WorkQueue | undefined; isCollapsed: boolean };

/** The link of a section, and on its pages those of the pages that it has. */
function Section({ item: { path, label, Icon, pages = [], children = [] }, queue, isCollapsed }: SectionProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const isCurrent = [path, ...pages, ...children.map((child) => child.path)].some((page) => isWithin(page, pathname));
  const hasChildren = children.length > 1;
  return (
    <>
      <Link
        to={path}
        title={isCollapsed ? t(label) : undefined}
        aria-current={isCurrent ? (hasChildren ? "true" : "page") : undefined}
        className={`${itemClass} aria-[current]:font-semibold aria-[current]:text-ink ${hasChildren ? "desk:group-data-collapsed/shell:aria-[current]:bg-card" : currentClass}`}
      >
        <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
        <span className={labelClass}>{t(label)}</span>
        <QueueCount queue={queue} />
      </Link>
      {hasChildren ? (
        <ul
          className={`ml-4.5 grid gap-px border-l border-edge pl-2 desk:group-data-collapsed/shell:hidden ${isCurrent ? "" : "desk:hidden"}`}
        >
          {children.map((child) => (
            <li key={child.path}>
              <Link
                to={child.path}
                aria-current={isWithin(child.path, pathname) ? "page" : undefined}
                className={`${itemClass} ${currentClass} aria-[current]:font-semibold aria-[current]:text-ink`}
              >
                {t(child.label)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** How many records of a section wait; nothing if none does. */
function QueueCount({ queue }: { queue: WorkQueue | undefined }) {
  const { t, format } = useI18n();
  if (!queue || queue.count === 0) return null;
  return (
    <span className="ml-auto text-2xs text-ink-3 tabular-nums desk:group-data-collapsed/shell:sr-only">
      <span aria-hidden>
        {format.number(queue.count)}
        {queue.is_exact ? "" : "+"}
      </span>
      <span className="sr-only">{t("navigation.waiting", { count: queue.count })}</span>
    </span>
  );
}

function CollapseForm({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Form method="post" action="/preferences" preventScrollReset className="mt-auto hidden pt-3 desk:block">
      <input type="hidden" name="from" value={pathname + search} />
      <button
        name="navigation"
        value={isCollapsed ? "expanded" : "collapsed"}
        aria-label={t(isCollapsed ? "navigation.expand_label" : "navigation.collapse_label")}
        className={itemClass}
      >
        <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
        <span className={labelClass}>{t("navigation.collapse")}</span>
      </button>
    </Form>
  );
}
