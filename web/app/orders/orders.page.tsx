import type { OrderList } from "@furoshiki/api/orders";
import { Package } from "lucide-react";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { Segment } from "../ui/segment.tsx";
import { OrderCard } from "./order-card.tsx";
import type { Route } from "./+types/orders.page";

const PATH = "/profile/orders";
const PER_PAGE = 12;
const filters = ["all", "active", "completed"] as const;
type Filter = (typeof filters)[number];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const filter = filters.find((one) => one === searchParams.get("status")) ?? "all";
  const page = Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1);
  const query = new URLSearchParams({ status: filter, page: String(page), per_page: String(PER_PAGE) });
  const list = await visitOf({ context }).page<OrderList>(`/v1/user/orders?${query}`);
  return { filter, list };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("account.orders"), noindex: true }) : [];
};

export default function OrdersPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { t, to } = useShop();
  const href = (status: Filter, page = 1) => {
    const query = new URLSearchParams({
      ...(status === "all" ? {} : { status }),
      ...(page > 1 ? { page: String(page) } : {}),
    });
    return to(PATH) + (query.size > 0 ? `?${query}` : "");
  };
  return (
    <AccountFrame
      current={PATH}
      title={t("account.orders")}
      right={
        list.counts.all > 0 ? (
          <Segment
            label={t("orders.filter")}
            items={filters.map((status) => ({
              name: t(`orders.${status}`),
              href: href(status),
              count: list.counts[status],
              current: status === filter,
            }))}
          />
        ) : null
      }
    >
      {list.items.length === 0 ? (
        <div className="mt-5 lg:mt-7">
          <Empty
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
          </Empty>
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
          href={(page) => href(filter, page)}
          label={t("orders.pages")}
          previous={t("orders.previous")}
          next={t("orders.next")}
        />
      </div>
    </AccountFrame>
  );
}
