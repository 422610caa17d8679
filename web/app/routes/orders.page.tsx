import type { OrderList } from "@furoshiki/api/orders";
import { Package } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Pagination } from "@furoshiki/design-system/ui/pagination.tsx";
import { SegmentedControl } from "@furoshiki/design-system/ui/segmented-control.tsx";
import { OrderCard } from "../orders/order-card.tsx";
import type { Route } from "./+types/orders.page";

const PATH = "/profile/orders";
const PER_PAGE = 12;
const filters = ["all", "active", "completed"] as const;
type Filter = (typeof filters)[number];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const filter = filters.find((candidate) => candidate === searchParams.get("status")) ?? "all";
  const page = Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1);
  const query = new URLSearchParams({ status: filter, page: String(page), per_page: String(PER_PAGE) });
  const list = await getRequestContext({ context }).load<OrderList>(`/v1/user/orders?${query}`);
  return { filter, list };
}

export const meta: Route.MetaFunction = createNoindexMeta("account.orders");

export default function OrdersPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const getHref = (status: Filter, page = 1) => {
    const query = new URLSearchParams({
      ...(status === "all" ? {} : { status }),
      ...(page > 1 ? { page: String(page) } : {}),
    });
    return to(PATH) + (query.size > 0 ? `?${query}` : "");
  };
  return (
    <AccountLayout
      current={PATH}
      title={t("account.orders")}
      titleAction={
        list.counts.all > 0 ? (
          <SegmentedControl
            label={t("orders.filter")}
            items={filters.map((status) => ({
              name: t(`orders.${status}`),
              href: getHref(status),
              count: list.counts[status],
              current: status === filter,
            }))}
          />
        ) : null
      }
    >
      {list.items.length === 0 ? (
        <div className="mt-5 lg:mt-7">
          <EmptyState
            icon={<Package size={26} strokeWidth={1.5} aria-hidden />}
            title={t(list.counts.all === 0 ? "orders.none_title" : "orders.none_such")}
            action={
              list.counts.all === 0 ? (
                <Link to="/best-sales" className={buttonClass()}>
                  {t("collection.best-sales")}
                </Link>
              ) : null
            }
          >
            {list.counts.all === 0 ? t("orders.none_text") : null}
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-5 space-y-3 lg:mt-7 lg:space-y-4">
          {list.items.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination
          page={list.page}
          pages={Math.ceil(list.total / list.per_page)}
          getHref={(pageNumber) => getHref(filter, pageNumber)}
          label={t("orders.pages")}
          previous={t("orders.previous")}
          next={t("orders.next")}
        />
      </div>
    </AccountLayout>
  );
}
