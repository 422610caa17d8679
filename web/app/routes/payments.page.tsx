import type { OrderList } from "@furoshiki/api/orders";
import { Wallet } from "lucide-react";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { OrderCard } from "../orders/order-card.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import type { Route } from "./+types/payments.page";

const MAX_ORDERS = 96;

/** Loads the customer's unpaid orders. If there is exactly one, redirects to its payment. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const { items } = await requestContext.load<OrderList>(`/v1/user/orders?status=active&per_page=${MAX_ORDERS}`);
  const unpaid = items.filter((order) => order.status === "awaiting_payment" && order.payment_id !== null);
  const [first] = unpaid;
  if (unpaid.length === 1 && first) throw redirect(requestContext.to(`/user/payment/${first.payment_id}`));
  return { unpaid };
}

export const meta: Route.MetaFunction = createNoindexMeta("payment.list_title");

export default function PaymentsPage({ loaderData: { unpaid } }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  return (
    <div className="mx-auto max-w-[880px] px-4 pt-6 lg:pt-12">
      <h1 className="text-3xl lg:text-4xl">{t("payment.list_title")}</h1>
      {unpaid.length === 0 ? (
        <div className="mt-5 lg:mt-7">
          <EmptyState
            icon={<Wallet size={26} strokeWidth={1.5} aria-hidden />}
            title={t("payment.list_empty")}
            action={
              <Link to="/profile/orders" className={buttonClass({ kind: "outline" })}>
                {t("account.orders")}
              </Link>
            }
          >
            {t("payment.list_empty_text")}
          </EmptyState>
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
