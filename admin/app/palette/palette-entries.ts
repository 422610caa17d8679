import type { FoundOrder } from "@furoshiki/api/admin/orders";
import type { FoundProducts } from "@furoshiki/api/admin/search";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import { createOrderPath } from "../orders/list-path.ts";
import { findMatch, parsePaletteText } from "./palette-text.ts";

type FoundProduct = FoundProducts["items"][number];

/** What a text has found. */
export type PaletteResults = {
  text: string;
  orders: readonly FoundOrder[];
  products: readonly FoundProduct[];
  /** The text in the other keyboard layout, if that is what was found. */
  corrected: string | null;
};

export type PaletteIcon = "order" | "action" | "section" | "view" | "product";

/** A line of the palette, which leads to a page. */
export type PaletteEntry = Readonly<{
  key: string;
  icon: PaletteIcon;
  image?: string | undefined;
  name: string;
  /** Beside the name, such as the customer of an order. */
  details?: string | undefined;
  /** A code such as a reference or tracking number. */
  code?: string | undefined;
  /** At the right. */
  end?: string | undefined;
  isWarning?: boolean;
  /** Below `/admin`. */
  path: string;
}>;

export type PaletteGroup = Readonly<{ key: string; name: string; entries: readonly PaletteEntry[] }>;

type PaletteContext = {
  i18n: I18n;
  /** The sections that the person may open. */
  sections: ReadonlyArray<{ path: string; label: string }>;
};

/** Actions of an order page that a link can open. */
const linkedActions = ["start_packing", "ship", "mark_delivered", "mark_returned", "cancel", "refund"] as const;
const orderViews = [
  ...(["to_pack", "missing_customs_data", "customs_blocked", "stuck", "messages", "unpaid", "returns", "all"] as const),
];
/** An order that is found by its number alone has no list around it. */
const noList = new URLSearchParams({ view: "all" });

/** Returns what the palette shows for a text: orders and their actions, products, sections and views. */
export function createPaletteGroups(
  text: string,
  { orders, products, corrected }: PaletteResults,
  { i18n, sections }: PaletteContext,
): PaletteGroup[] {
  const { t } = i18n;
  const [firstOrder] = orders;
  const matchesText = (name: string) => [text, corrected ?? text].some((one) => findMatch(name, one) !== null);
  const isVisible = ({ name }: { name: string }) => text === "" || matchesText(name);
  const views = sections.some(({ path }) => path === "/orders")
    ? orderViews.map((view) => ({
        ...{ key: `view ${view}`, icon: "view" as const, name: t(`orders.view_${view}`), path: `/orders?view=${view}` },
      }))
    : [];
  const groups: PaletteGroup[] = [
    { key: "orders", name: t("palette.orders"), entries: orders.map((order) => createOrderEntry(i18n, order)) },
    {
      key: "order_actions",
      name: firstOrder ? t("palette.order_actions", { number: formatOrderNumber(firstOrder.id) }) : "",
      entries: firstOrder ? createActionEntries(i18n, text, firstOrder) : [],
    },
    { key: "products", name: t("palette.products"), entries: products.map((one) => createProductEntry(i18n, one)) },
    {
      key: "sections",
      name: t("palette.sections"),
      entries: sections
        .map(({ path, label }) => ({ key: `section ${path}`, icon: "section" as const, name: label, path }))
        .filter(isVisible),
    },
    { key: "views", name: t("palette.views"), entries: views.filter(isVisible) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function createOrderEntry({ t, format }: I18n, order: FoundOrder): PaletteEntry {
  return {
    key: `order ${order.id}`,
    icon: "order",
    name: formatOrderNumber(order.id),
    details: [order.customer, order.city].filter(Boolean).join(", "),
    code: order.tracking_number ?? undefined,
    end:
      order.customs === "missing" || order.customs === "blocked"
        ? t(`orders.customs_${order.customs}`, { count: order.products_with_customs_problems })
        : [t(`orders.status_${order.status}`), formatAmount(format, order.total, order.currency)].join(" · "),
    isWarning: order.customs === "missing" || order.customs === "blocked",
    path: createOrderPath(order.id, noList),
  };
}

/** With an action in the text, such as `refund 483 201`, only the actions whose names begin with it. */
function createActionEntries({ t }: I18n, text: string, order: FoundOrder): PaletteEntry[] {
  const { action } = parsePaletteText(text);
  return linkedActions
    .filter((name) => order.actions.includes(name))
    .map((name) => ({ name, label: t(`orders.do_${name}`) }))
    .filter(({ name, label }) => action === null || [label.toLowerCase(), name].some((one) => one.startsWith(action)))
    .map(({ name, label }) => ({
      key: `action ${name}`,
      icon: "action",
      name: `${label}…`,
      path: `${createOrderPath(order.id, noList)}&action=${name}`,
    }));
}

function createProductEntry({ t, format }: I18n, product: FoundProduct): PaletteEntry {
  return {
    key: `product ${product.id}`,
    icon: "product",
    image: product.image?.src,
    name: product.name,
    details: product.brand,
    code: product.reference,
    end:
      product.status === "active"
        ? t("palette.stock", { count: format.number(product.stock) })
        : t(`palette.${product.status}`),
    isWarning: product.status === "active" && product.stock === 0,
    path: `/products/${product.id}`,
  };
}
