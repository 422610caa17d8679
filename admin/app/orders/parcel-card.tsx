import { PackagePlus } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { JoinCandidates } from "@furoshiki/api/admin/joined-orders";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatParcelAction } from "./joined-orders.ts";
import { createActionPath } from "./list-path.ts";

type ParcelCardProps = {
  order: OrderDetail;
  /** The other orders of the customer that wait to be sent. */
  candidates: JoinCandidates;
  /** The day in the time zone of the store. */
  today: string;
};

/** The orders that are sent in one parcel with an order, and those that could be; nothing if there are none. */
export function ParcelCard({ order, candidates, today }: ParcelCardProps) {
  const { t } = useI18n();
  const canEdit = useMe().permissions.includes("orders:edit");
  const [params] = useSearchParams();
  const { parcel } = order;
  if (parcel === null && candidates.length === 0) return null;
  const canSeparate = canEdit && parcel !== null && (order.status === "paid" || order.status === "packing");
  return (
    <Card
      title={t("orders.parcel")}
      actions={
        canSeparate ? (
          <Link
            to={createActionPath(params, formatParcelAction({ kind: "separate" })) || "."}
            preventScrollReset
            className={buttonClass()}
          >
            {t("orders.do_separate")}
          </Link>
        ) : null
      }
    >
      <div className="grid gap-3">
        {parcel ? <JoinedOrders parcel={parcel} orderId={order.id} /> : null}
        {candidates.length === 0 ? null : (
          <ul aria-label={t("orders.parcel_candidates")} className="grid gap-2">
            {candidates.map(({ order_id: id, placed_at: at, reasons }) => (
              <Candidate key={id} id={id} at={at} reasons={reasons} canEdit={canEdit} today={today} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function JoinedOrders({ parcel, orderId }: { parcel: NonNullable<OrderDetail["parcel"]>; orderId: number }) {
  const { t } = useI18n();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      {t("orders.parcel_together")}
      {parcel.joined_orders.map((id) => (
        <Link key={id} to={`/orders/${id}`} className="link font-medium whitespace-nowrap">
          {formatOrderNumber(id)}
        </Link>
      ))}
      <span className="text-ink-3">
        {t(parcel.main_order_id === orderId ? "orders.parcel_main" : "orders.parcel_joined")}
      </span>
    </p>
  );
}

type CandidateProps = {
  id: number;
  at: string;
  reasons: JoinCandidates[number]["reasons"];
  canEdit: boolean;
  today: string;
};

function Candidate({ id, at, reasons, canEdit, today }: CandidateProps) {
  const { t, locale } = useI18n();
  const [params] = useSearchParams();
  const [reason] = reasons;
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Link to={`/orders/${id}`} className="link font-medium whitespace-nowrap">
        {formatOrderNumber(id)}
      </Link>
      <span className="text-xs text-ink-3">{formatShortTime(at, locale, today)}</span>
      {reason === undefined ? null : <span className="text-ink-2">{t(`orders.join_reason_${reason}`)}</span>}
      {reason === undefined && canEdit ? (
        <Link
          to={createActionPath(params, formatParcelAction({ kind: "join", otherId: id }))}
          preventScrollReset
          aria-label={t("orders.do_join_with", { number: formatOrderNumber(id) })}
          className={`${buttonClass()} ml-auto`}
        >
          <PackagePlus size={16} aria-hidden />
          {t("orders.do_join")}
        </Link>
      ) : null}
    </li>
  );
}
