import type { ReactNode } from "react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { Person } from "../ui/avatar.tsx";
import { Card } from "../ui/card.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { CustomerContacts } from "./customer-contacts.tsx";
import type { OrderActionResult } from "./order-actions.ts";
import { DueDay } from "./order-cells.tsx";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";
import { RecipientIdentity } from "./recipient-identity.tsx";

/** The side column of an order: delivery, customs and customer. */
export function OrderSidebar({
  order,
  today,
  customsCard,
  returnsCard,
  documentsCard,
  result,
}: {
  order: OrderDetail;
  today: string;
  customsCard: ReactNode;
  returnsCard: ReactNode;
  documentsCard: ReactNode;
  result: OrderActionResult | undefined;
}) {
  return (
    <div className="grid content-start gap-4">
      <DeliveryCard order={order} today={today} />
      {order.address === null ? null : (
        <div id="customs" className="scroll-mt-4">
          {customsCard}
        </div>
      )}
      <CustomerCard order={order} result={result} />
      {returnsCard}
      {documentsCard}
    </div>
  );
}

function DeliveryCard({ order, today }: { order: OrderDetail; today: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { address, shipping, due_on: dueOn, assignment } = order;
  const { pickup_point: point, tracking } = shipping;
  return (
    <Card title={t("orders.delivery")}>
      <KeyValues>
        <KeyValue name={t("orders.destination")}>
          {address ? [address.country_name, address.city].filter(Boolean).join(", ") : null}
        </KeyValue>
        <KeyValue name={t("orders.method")}>
          {shipping.method === null ? null : formatShippingMethod(i18n, { code: shipping.method, name: shipping.name })}
        </KeyValue>
        <KeyValue name={t("orders.pickup_point")}>{point ? <span className="code">{point.code}</span> : null}</KeyValue>
        <KeyValue name={t("orders.due")}>{dueOn === null ? null : <DueDay day={dueOn} today={today} />}</KeyValue>
        <KeyValue name={t("orders.weight")}>{formatWeight(i18n, shipping.weight_g)}</KeyValue>
        <KeyValue name={t("orders.tracking")}>
          {tracking ? (
            <a href={tracking.url} className="code link">
              {tracking.number}
            </a>
          ) : (
            <span className="text-ink-3">{t("orders.no_tracking")}</span>
          )}
        </KeyValue>
        <KeyValue name={t("orders.assignee")}>
          {assignment ? <Person {...assignment.staff} /> : t("orders.unassigned")}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}

/** The estimated duty of an order, which the customer pays on receipt. */
export function OrderDuty({ order: { customs, currency } }: { order: OrderDetail }) {
  const { t, format } = useI18n();
  return (
    <KeyValues>
      <KeyValue name={t("orders.declaration")}>{t(customs.is_declared ? "orders.duty" : "orders.duty_free")}</KeyValue>
      <KeyValue name={t("orders.duty_estimate")}>
        {customs.is_declared ? formatAmount(format, customs.tax, currency) : null}
      </KeyValue>
    </KeyValues>
  );
}

function CustomerCard({ order, result }: { order: OrderDetail; result: OrderActionResult | undefined }) {
  const { customer, address, locale, comment } = order;
  const { t, format } = useI18n();
  const contacts = [address?.phone, customer.email].filter(Boolean).join(" · ");
  return (
    <Card title={t("orders.customer")}>
      <p className="font-medium">{customer.is_deleted ? t("orders.customer_deleted") : customer.name}</p>
      {contacts ? <p className="text-xs text-ink-3">{contacts}</p> : null}
      <div className="mt-2.5 border-t border-hair pt-2.5">
        <KeyValues>
          <KeyValue name={t("orders.customer_orders")}>{format.number(customer.orders)}</KeyValue>
          <KeyValue name={t("orders.customer_returns")}>{format.number(customer.returned_orders)}</KeyValue>
          <KeyValue name={t("orders.customer_language")}>{t.find(`orders.language_${locale}`) ?? locale}</KeyValue>
        </KeyValues>
      </div>
      <CustomerContacts order={order} result={result} />
      <RecipientIdentity order={order} result={result} />
      {comment ? (
        <div className="mt-2.5 border-t border-hair pt-2.5">
          <h3 className="font-sans text-xs font-medium text-ink-3">{t("orders.comment")}</h3>
          <p className="whitespace-pre-line">{comment}</p>
        </div>
      ) : null}
    </Card>
  );
}
