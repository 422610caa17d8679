import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { Form, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { isActionAllowed } from "./order-actions.ts";

/** Says that messages of the customer wait, and closes them without an answer; nothing if none waits. */
export function WaitingMessages({ order }: { order: OrderDetail }) {
  const { t } = useI18n();
  const isBusy = useNavigation().formData?.get("intent") === "close_messages";
  const count = order.notes.filter(
    ({ is_from_customer, answered_at }) => is_from_customer && answered_at === null,
  ).length;
  if (count === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2.5 rounded-md bg-yamabuki-50 px-3 py-2">
      <p className="text-yamabuki-800">{t("orders.messages_wait", { count })}</p>
      {isActionAllowed(order, "write_note") ? (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="close_messages" kind="quiet" busy={isBusy}>
            {t("orders.close_messages")}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
