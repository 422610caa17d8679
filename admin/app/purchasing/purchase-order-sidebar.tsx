import { Mail } from "lucide-react";
import type { PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { formatPurchaseOrderNumber } from "./order-number.ts";

/** What an order from a supplier costs. */
export function TotalCard({ order }: { order: PurchaseOrder }) {
  const { t, format } = useCatalogI18n();
  const { currency, tax_percent: taxPercent } = order;
  const formatCost = (amount: number) => formatAmount(format, amount, currency);
  return (
    <Card title={t("purchasing.total_title")}>
      <KeyValues>
        <KeyValue name={t("purchasing.goods")}>{formatCost(order.goods)}</KeyValue>
        <KeyValue name={t("purchasing.delivery")}>{order.delivery > 0 ? formatCost(order.delivery) : null}</KeyValue>
        <KeyValue name={t("purchasing.tax", { percent: format.decimal(taxPercent) })}>
          {taxPercent > 0 ? formatCost(order.tax) : null}
        </KeyValue>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-hair pt-2">
          <dt className="font-semibold">{t("purchasing.to_pay")}</dt>
          <dd className="text-xl font-semibold">{formatCost(order.total)}</dd>
        </div>
        <KeyValue name={t("purchasing.at_rate", { rate: format.decimal(order.rub_per_unit) })}>
          {currency === "RUB" ? null : formatAmount(format, order.total_rub, "RUB")}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}

/** The supplier of an order, with an email to it. */
export function SupplierCard({ order: { id, supplier, currency } }: { order: PurchaseOrder }) {
  const { t } = useCatalogI18n();
  const subject = t("purchasing.title_one", { number: formatPurchaseOrderNumber(id) });
  return (
    <Card title={t("purchasing.supplier")}>
      <p className="font-semibold wrap-anywhere">{supplier.name}</p>
      {supplier.contact ? <p className="whitespace-pre-line text-ink-2 wrap-anywhere">{supplier.contact}</p> : null}
      <div className="mt-2">
        <KeyValues>
          <KeyValue name={t("purchasing.lead_days")}>{t("purchasing.days", { count: supplier.lead_days })}</KeyValue>
          <KeyValue name={t("purchasing.currency")}>{currency}</KeyValue>
        </KeyValues>
      </div>
      {supplier.note ? <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{supplier.note}</p> : null}
      {supplier.email ? (
        <a
          href={`mailto:${encodeURIComponent(supplier.email)}?subject=${encodeURIComponent(subject)}`}
          className={buttonClass({ size: "md", className: "mt-3 w-full" })}
        >
          <Mail size={16} aria-hidden />
          {t("purchasing.write_to_supplier")}
        </a>
      ) : null}
    </Card>
  );
}
