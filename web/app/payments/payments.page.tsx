import type { OrderList } from "@furoshiki/api/orders";
import { Wallet } from "lucide-react";
import { redirect } from "react-router";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { OrderCard } from "../orders/order-card.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import type { Route } from "./+types/payments.page";

const MOST_SHOWN = 96;

/** The customer's unpaid orders; where there is just one, on to its payment (decisions, Payment). */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const { items } = await visit.page<OrderList>(`/v1/user/orders?status=active&per_page=${MOST_SHOWN}`);
  const unpaid = items.filter((order) => order.status === "awaiting_payment" && order.payment_id !== null);
  const [first] = unpaid;
  if (unpaid.length === 1 && first) throw redirect(visit.to(`/user/payment/${first.payment_id}`));
  return { unpaid };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("payment.list_title"), noindex: true })
    : [];
};

export default function PaymentsPage({ loaderData: { unpaid } }: Route.ComponentProps) {
  const { t } = useShop();
  return (
    <div className="mx-auto max-w-[880px] px-4 pt-6 lg:pt-12">
      <h1 className="text-3xl lg:text-4xl">{t("payment.list_title")}</h1>
      {unpaid.length === 0 ? (
        <div className="mt-5 lg:mt-7">
          <Empty
            icon={<Wallet size={26} strokeWidth={1.5} aria-hidden />}
            title={t("payment.list_empty")}
            action={
              <Link to="/profile/orders" className={buttonClass({ kind: "outline" })}>
                {t("account.orders")}
              </Link>
            }
          >
            {t("payment.list_empty_text")}
          </Empty>
        </div>
      ) : (
        <ul className="mt-5 space-y-3 lg:mt-7 lg:space-y-4">
          {unpaid.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
