import { Link, Form, useNavigation, useSearchParams } from "react-router";
import type { BlockReason, OrderDetail } from "@furoshiki/api/admin/orders";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { createActionPath } from "./list-path.ts";
import { getBlockReasons, isActionAllowed, isStatusAction, type StatusAction } from "./order-actions.ts";

/** Actions that open a dialog. */
type DialogAction = StatusAction | "refund";

const secondaryActions: readonly DialogAction[] = ["mark_delivered", "mark_returned", "refund", "cancel"];

/** The actions of an order besides its next step. Only those that are possible are shown. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const actions = secondaryActions.filter((name) => name !== order.next_step && isActionAllowed(order, name));
  return (
    <>
      <AssignmentForm order={order} />
      {actions.map((name) => (
        <Link
          key={name}
          to={createActionPath(params, name)}
          preventScrollReset
          className={buttonClass({ size: "md", kind: name === "cancel" ? "danger" : "outline" })}
        >
          {t(`orders.do_${name}`)}…
        </Link>
      ))}
    </>
  );
}

/** The button of the next step, or of what unblocks it; nothing if the person can do neither. */
export function NextStepLink({ order }: { order: OrderDetail }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const { next_step: step } = order;
  if (!(isStatusAction(step) || step === "refund")) return null;
  if (!isActionAllowed(order, step)) return <UnblockLink order={order} reasons={getBlockReasons(order, step) ?? []} />;
  return (
    <Link
      to={createActionPath(params, step)}
      preventScrollReset
      className={buttonClass({ kind: "primary", size: "md" })}
    >
      {t(`orders.do_${step}`)}…
    </Link>
  );
}

/** The link to what makes a blocked step possible. */
function UnblockLink({ order, reasons }: { order: OrderDetail; reasons: readonly BlockReason[] }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const className = buttonClass({ kind: "primary", size: "md" });
  if (reasons.includes("customs_data_missing") && permissions.includes("products:write"))
    return (
      <a href="#customs" className={className}>
        {t("orders.enter_customs_data")}
      </a>
    );
  if (reasons.includes("shipment_not_allowed") && order.status === "paid" && permissions.includes("orders:edit"))
    return (
      <Link to={`/orders/${order.id}/edit`} className={className}>
        {t("orders.edit_blocked")}
      </Link>
    );
  if (reasons.includes("shipment_not_packed") && permissions.includes("orders:fulfill"))
    return (
      <Link to={`/fulfillment/pack/${order.id}`} className={className}>
        {t("orders.open_station")}
      </Link>
    );
  if (reasons.includes("several_shipments") && permissions.includes("orders:fulfill"))
    return (
      <Link to="/fulfillment/handover" className={className}>
        {t("orders.open_handover")}
      </Link>
    );
  return null;
}

function AssignmentForm({ order: { assignment, ...order } }: { order: OrderDetail }) {
  const { t } = useI18n();
  const me = useMe();
  const isBusy = useNavigation().formData?.get("intent") === "assign";
  const isMine = assignment?.staff.id === me.staff.id;
  const canAssign = order.actions.some(({ name, reasons }) => name === "assign" && reasons.length === 0);
  if (!canAssign || (assignment && !isMine)) return null;
  return (
    <Form method="post" preventScrollReset>
      <Button
        type="submit"
        size="md"
        name="intent"
        value={isMine ? "release" : "assign"}
        busy={isBusy}
        className="w-full"
      >
        {t(isMine ? "orders.release" : "orders.assign")}
      </Button>
    </Form>
  );
}
