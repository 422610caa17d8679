import type { CreatedReturn, CustomerOrderReturns } from "@furoshiki/api/returns";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { PackageCheck } from "lucide-react";
import { redirect } from "react-router";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { ReturnForm } from "../orders/returns/return-form.tsx";
import { getChosenLines, readFormValues } from "../orders/returns/return-selection.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import type { Route } from "./+types/return-form.page";

const getApiPath = (orderId: string) => `/v1/user/orders/${encodeURIComponent(orderId)}/returns`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const options = await getRequestContext({ context }).load<CustomerOrderReturns>(getApiPath(params.id));
  return { options, key: crypto.randomUUID() };
}

/** Requests the return and leads to its page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const form = await parseFormData(request);
  const { key = "", ...values } = readFormValues(form);
  const { reason, outcome, comment = "" } = values;
  try {
    const { id } = await call<CreatedReturn>(getApiPath(params.id), {
      method: "POST",
      headers: { "idempotency-key": key },
      body: { reason, outcome, comment, lines: getChosenLines(values), photos: form.getAll("photos") },
    });
    return redirect(to(`/profile/returns/${id}`));
  } catch (error) {
    return createErrorResult(error, values);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("return.title");

export default function ReturnFormPage({ loaderData: { options, key }, actionData }: Route.ComponentProps) {
  const { t, format } = useAccountI18n();
  const { id, status, delivered_at: deliveredAt } = options.order;
  const number = formatOrderNumber(id);
  return (
    <AccountLayout
      current="/profile/orders"
      title={t("return.title")}
      back={{ to: `/profile/orders/${id}`, text: t("return.back", { number }) }}
    >
      <p className="mt-1 text-sm text-ink-2">
        {deliveredAt
          ? t("return.received", { number, date: format.date(deliveredAt) })
          : t(status === "shipped" ? "return.not_received" : "return.back", { number })}
      </p>
      {options.can_return || options.can_claim ? (
        <ReturnForm options={options} idempotencyKey={key} result={actionData} />
      ) : (
        <div className="mt-6">
          <EmptyState icon={<PackageCheck size={40} strokeWidth={1.25} aria-hidden />} title={t("return.impossible")}>
            {t("return.impossible_text")}
          </EmptyState>
        </div>
      )}
    </AccountLayout>
  );
}
