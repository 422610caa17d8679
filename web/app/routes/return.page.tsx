import type { CustomerReturn } from "@furoshiki/api/returns";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { getAccountTranslator, useAccountI18n } from "../i18n/account-i18n.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { ReturnBadge } from "../orders/returns/return-badge.tsx";
import { ReturnConversation } from "../orders/returns/return-conversation.tsx";
import { ReturnProgress } from "../orders/returns/return-progress.tsx";
import { ReturnSummary } from "../orders/returns/return-summary.tsx";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import type { Route } from "./+types/return.page";

export function loader({ params, context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<CustomerReturn>(`/v1/user/returns/${encodeURIComponent(params.id)}`);
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const title = getAccountTranslator(rootData.locale)("return.number", { number: String(loaderData.id) });
  return buildPageMeta(rootData, location, { title, noindex: true });
};

export default function ReturnPage({ loaderData: row }: Route.ComponentProps) {
  const { t, format } = useAccountI18n();
  const number = formatOrderNumber(row.order_id);
  return (
    <AccountLayout
      current="/profile/orders"
      title={t("return.number", { number: format.number(row.id) })}
      titleAction={<ReturnBadge status={row.status} outcome={row.outcome} />}
      back={{ to: `/profile/orders/${row.order_id}`, text: t("return.back", { number }) }}
    >
      <ReturnProgress row={row} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <ReturnConversation row={row} />
        <ReturnSummary row={row} />
      </div>
    </AccountLayout>
  );
}
