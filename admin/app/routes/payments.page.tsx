import { redirect } from "react-router";
import { paymentListQuery, type PaymentPage } from "@furoshiki/api/admin/payments";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { layoutParams } from "../list-preferences/list-layout.ts";
import { PaymentList } from "../payments/payment-list.tsx";
import { createPaymentsPath } from "../payments/payments-path.ts";
import type { Route } from "./+types/payments.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(paymentListQuery, params);
  if (invalidParams.length > 0)
    throw redirect(createPaymentsPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const query = new URLSearchParams([...params].filter(([name]) => !layoutParams.includes(name)));
  const { load } = getRequestContext({ context });
  const [page, savedViews, preference] = await Promise.all([
    load<PaymentPage>(`payments?${query}`),
    load<SavedView[]>("saved-views/payments"),
    load<ListPreference>("me/lists/payments"),
  ]);
  const { view } = paymentListQuery.parse(Object.fromEntries(query));
  return { page, savedViews, preference, view, today: toStoreDay(new Date()) };
}

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return <PaymentList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "payments.title");
