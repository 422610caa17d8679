import { ChevronDown, ChevronUp } from "lucide-react";
import { useMemo, useRef, type ReactNode, type Ref } from "react";
import { Link } from "react-router";
import type { OrderNeighbors } from "@furoshiki/api/admin/orders";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { usePageShortcuts } from "../ui/shortcut-help.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { createOrderListPath, createOrderPath } from "./list-path.ts";

/** Returns the pages above an order: the orders, and the list that it was opened from with the place of the order. */
export function createOrderBreadcrumbs(
  { t, format }: I18n,
  params: URLSearchParams,
  neighbors: OrderNeighbors | null,
): { name: string; path: string }[] {
  const orders = { name: t("orders.title"), path: "/orders" };
  if (!neighbors) return [orders];
  const { position, total } = neighbors;
  const view = t.find(`orders.view_${params.get("view")}`) ?? t("orders.list");
  const count = `${format.number(total.count)}${total.is_exact ? "" : "+"}`;
  const name = position === null ? view : t("orders.place_in_view", { view, position: format.number(position), count });
  return [orders, { name, path: createOrderListPath(params) }];
}

/** Links to the orders before and after an order in its list; `k` and `j` open them. */
export function NeighborLinks({ neighbors, params }: { neighbors: OrderNeighbors; params: URLSearchParams }) {
  const { t } = useI18n();
  const previousRef = useRef<HTMLAnchorElement>(null);
  const nextRef = useRef<HTMLAnchorElement>(null);
  useShortcuts({ k: () => previousRef.current?.click(), j: () => nextRef.current?.click() });
  usePageShortcuts(useMemo(() => [{ keys: ["j", "k"], label: t("orders.open_neighbor") }], [t]));
  const getPath = (id: number | null) => (id === null ? null : createOrderPath(id, params));
  return (
    <nav aria-label={t("orders.neighbors")} className="flex shrink-0">
      <NeighborLink ref={previousRef} path={getPath(neighbors.previous)} rel="prev" label={t("orders.previous")}>
        <ChevronUp size={16} aria-hidden />
      </NeighborLink>
      <NeighborLink ref={nextRef} path={getPath(neighbors.next)} rel="next" label={t("orders.next")}>
        <ChevronDown size={16} aria-hidden />
      </NeighborLink>
    </nav>
  );
}

type NeighborLinkProps = {
  ref: Ref<HTMLAnchorElement>;
  path: string | null;
  rel: "prev" | "next";
  label: string;
  children: ReactNode;
};

const linkClass =
  "-ml-px grid size-11 place-items-center border border-control bg-card first:rounded-l-md last:rounded-r-md desk:h-6.5 desk:w-7.5";

function NeighborLink({ ref, path, rel, label, children }: NeighborLinkProps) {
  if (path === null)
    return (
      <span aria-hidden className={`${linkClass} text-ink-3 opacity-50`}>
        {children}
      </span>
    );
  return (
    <Link ref={ref} to={path} rel={rel} aria-label={label} title={label} className={`${linkClass} hover:bg-hover`}>
      {children}
    </Link>
  );
}
