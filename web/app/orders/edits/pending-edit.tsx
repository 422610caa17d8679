import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Form, useNavigation } from "react-router";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";

/** A change of an order that awaits its payment: until when, and how to pay or cancel it. Nothing if there is none. */
export function PendingEdit({ editing }: { editing: CustomerOrderEditing }) {
  const { t, to, format } = useAccountI18n();
  const isBusy = useNavigation().formData?.get("intent") === "cancel_edit";
  const { order, pending } = editing;
  if (!pending) return null;
  return (
    <section
      aria-labelledby="pending-edit"
      className="mt-6 rounded-md bg-yamabuki-50 p-5 text-yamabuki-800 lg:px-8 print:hidden"
    >
      <h2 id="pending-edit" className="text-xl">
        {t("order_edit.pending", { sum: format.money(pending.difference, editing) })}
      </h2>
      <p className="mt-1 max-w-read text-sm">
        {t("order_edit.pending_text", { time: format.dateTime(pending.expires_at) })}
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <Link to={`/user/payment/${pending.payment_id}`} className={buttonClass()}>
          {t("order_edit.pay")}
        </Link>
        {pending.can_cancel ? (
          <Form method="post" action={to(`/profile/orders/${order.id}`)} preventScrollReset>
            <Button type="submit" name="intent" value="cancel_edit" kind="ghost" busy={isBusy}>
              {t("order_edit.cancel")}
            </Button>
          </Form>
        ) : null}
      </div>
    </section>
  );
}

/** When an order was changed last, and what that did to its total; nothing if it was never changed. */
export function LastEdit({ editing }: { editing: CustomerOrderEditing }) {
  const { t, format } = useAccountI18n();
  const { last } = editing;
  if (!last) return null;
  const kind = last.difference < 0 ? "refund" : last.difference > 0 ? "paid" : "equal";
  const sum = format.money(Math.abs(last.difference), editing);
  return <p className="mt-1 text-sm text-ink-2">{t("order_edit.last", { date: format.date(last.at), kind, sum })}</p>;
}
