import { Ban, Check, Clock, TimerOff, type LucideIcon } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import type { OrderEditList } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";

type OrderEdit = OrderEditList["items"][number];

const statusBadges: Record<OrderEdit["status"], { tone: BadgeTone; Icon: LucideIcon }> = {
  awaiting_payment: { tone: "warn", Icon: Clock },
  applied: { tone: "ok", Icon: Check },
  expired: { tone: "neutral", Icon: TimerOff },
  canceled: { tone: "neutral", Icon: Ban },
};

/** The link to the page that edits an order; nothing if it cannot be edited or an edit is open. */
export function EditOrderLink({ order, edits }: { order: OrderDetail; edits: OrderEditList }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const isEditable =
    order.status === "paid" &&
    order.lines.length > 0 &&
    edits.items.every(({ status }) => status !== "awaiting_payment") &&
    permissions.includes("orders:edit");
  if (!isEditable) return null;
  return (
    <Link to={`/orders/${order.id}/edit`} className={buttonClass({ size: "md" })}>
      {t("order_edits.edit")}
    </Link>
  );
}

type OrderEditsCardProps = {
  edits: OrderEditList;
  today: string;
  /** Why the last cancellation was refused. */
  failure: string | null;
};

/** The edits of an order, newest first; nothing if it was never edited. */
export function OrderEditsCard({ edits, today, failure }: OrderEditsCardProps) {
  const { t } = useI18n();
  if (edits.items.length === 0) return null;
  return (
    <Card title={t("order_edits.edits")} isFlush>
      {failure ? (
        <div className="px-4 pb-2">
          <Note tone="error">{failure}</Note>
        </div>
      ) : null}
      <ol>
        {edits.items.map((edit) => (
          <OrderEditItem key={edit.id} edit={edit} currency={edits.currency} today={today} />
        ))}
      </ol>
    </Card>
  );
}

function OrderEditItem({ edit, currency, today }: { edit: OrderEdit; currency: string; today: string }) {
  const { t, locale, format } = useI18n();
  const { permissions } = useMe();
  const isBusy = useNavigation().formData?.get("edit_id") === String(edit.id);
  const { tone, Icon } = statusBadges[edit.status];
  const isOpen = edit.status === "awaiting_payment";
  const author = edit.by_customer
    ? t("order_edits.by_customer")
    : (edit.created_by?.name ?? t("order_edits.by_command"));
  const times = [
    formatShortTime(edit.created_at, locale, today),
    isOpen && edit.expires_at
      ? t("order_edits.valid_until", { time: formatShortTime(edit.expires_at, locale, today) })
      : null,
  ];
  const amount = formatAmount(format, Math.abs(edit.difference), currency);
  return (
    <li className="grid gap-1 border-t border-hair px-4 py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
          {t(`order_edits.status_${edit.status}`)}
        </Badge>
        <span className="font-medium">
          {edit.difference === 0
            ? t("order_edits.difference_equal")
            : t(edit.difference > 0 ? "order_edits.difference_pay" : "order_edits.difference_refund", { amount })}
        </span>
        {isOpen && permissions.includes("orders:edit") ? (
          <Form method="post" preventScrollReset className="ml-auto">
            <input type="hidden" name="edit_id" value={edit.id} />
            <Button type="submit" name="intent" value="cancel_edit" kind="danger" busy={isBusy}>
              {t("order_edits.cancel")}
            </Button>
          </Form>
        ) : null}
      </div>
      <p>{describeChanges(edit, t)}</p>
      <p className="text-xs text-ink-3">
        {[author, ...times].filter(Boolean).join(" · ")}
        <br />
        {edit.reason}
      </p>
    </li>
  );
}

function describeChanges(
  { lines, has_new_address, shipping_name }: OrderEdit,
  t: ReturnType<typeof useI18n>["t"],
): string {
  const parts = lines.map(({ name, quantity, quantity_before }) =>
    t("order_edits.line_change", { name, before: quantity_before, after: quantity }),
  );
  if (has_new_address) parts.push(t("order_edits.new_address"));
  if (shipping_name !== null) parts.push(shipping_name);
  return parts.join("; ");
}
