import type { CarrierErrorField } from "@furoshiki/api/admin/fulfillment/carrier-orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { OrderShipments } from "@furoshiki/api/admin/fulfillment/shipments";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { type CarrierFailure, isCurrentOrder, mergeErrors } from "./carrier-actions.ts";
import { CarrierFileButton } from "./carrier-file-button.tsx";

type CarrierOrderProps = {
  orderId: number;
  shipment: Pick<OrderShipments["shipments"][number], "id" | "status" | "carrier_order" | "cdek_registration">;
  /** Why it was not created or canceled. */
  failure: CarrierFailure | null;
};

/** The order of a shipment at CDEK, with what can be done about it; nothing if another carrier takes the shipment. */
export function CarrierOrderState({ orderId, shipment, failure }: CarrierOrderProps) {
  const { t } = useI18n();
  const canFulfill = useMe().permissions.includes("orders:fulfill");
  const { id, status, carrier_order: order, cdek_registration: registration } = shipment;
  if (registration === null || (order === null && status !== "packed")) return null;
  const isCurrent = order !== null && isCurrentOrder(order);
  const canCancel = canFulfill && isCurrent && (status === "open" || status === "packed");
  const isMissing = !isCurrent && status === "packed";
  return (
    <div className="grid justify-items-start gap-2.5 desk:col-span-2">
      {order ? (
        <p>
          {t("shipments.cdek_order")} <span className="code">{order.reference}</span>:{" "}
          {t(`shipments.cdek_${order.status}`)}
        </p>
      ) : null}
      {order && order.errors.length > 0 ? <CarrierErrors orderId={orderId} order={order} /> : null}
      {failure ? <Note tone="error">{failure.message}</Note> : null}
      {order?.status === "created" && canFulfill ? (
        <div className="flex flex-wrap items-start gap-2.5">
          <CarrierFileButton kind="label" shipmentIds={[id]}>
            {t("shipments.cdek_label")}
          </CarrierFileButton>
          <CarrierFileButton kind="waybill" shipmentIds={[id]}>
            {t("shipments.cdek_waybill")}
          </CarrierFileButton>
        </div>
      ) : null}
      {isMissing && registration === "not_set_up" ? (
        <p className="text-ink-2">{t("shipments.cdek_not_set_up")}</p>
      ) : null}
      {isMissing && canFulfill && registration === "available" ? (
        <CarrierOrderForm shipmentId={id} intent="register_carrier_order" />
      ) : null}
      {canCancel ? <CarrierOrderForm shipmentId={id} intent="cancel_carrier_order" /> : null}
    </div>
  );
}

type CarrierErrorsProps = { orderId: number; order: NonNullable<CarrierOrderProps["shipment"]["carrier_order"]> };

/** The reasons of CDEK, in its words: those about a field with its name and the page that corrects it, then the others. */
function CarrierErrors({ orderId, order }: CarrierErrorsProps) {
  const { t } = useI18n();
  const errors = mergeErrors(order.errors);
  const ofFields = errors.filter(({ field }) => field !== undefined);
  const others = errors.filter(({ field }) => field === undefined);
  return (
    <Note tone="warn">
      {order.status === "canceled" ? <p>{t("shipments.cdek_not_deleted", { reference: order.reference })}</p> : null}
      {ofFields.length === 0 ? null : (
        <dl className="grid gap-2">
          {ofFields.map(({ code, message, field }) =>
            field === undefined ? null : (
              <div key={`${field} ${code} ${message}`}>
                <dt className="font-medium">{t(`shipments.cdek_field_${field}`)}</dt>
                <dd>
                  {message || code} <CorrectionLink orderId={orderId} field={field} />
                </dd>
              </div>
            ),
          )}
        </dl>
      )}
      {others.length === 0 ? null : (
        <ul className="not-first:mt-2">
          {others.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message || code}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

type Correction = Readonly<{ kind: "delivery" | "weight"; permission: Me["permissions"][number] }>;

/** Where fields are corrected, and the permission that this needs. The data of products is not corrected by order. */
const corrections: Readonly<Partial<Record<CarrierErrorField, Correction>>> = {
  phone: { kind: "delivery", permission: "orders:edit" },
  recipient: { kind: "delivery", permission: "orders:edit" },
  address: { kind: "delivery", permission: "orders:edit" },
  pickup_point: { kind: "delivery", permission: "orders:edit" },
  weight: { kind: "weight", permission: "orders:fulfill" },
};

/** Leads to the page that corrects a field; nothing for those who may not. */
function CorrectionLink({ orderId, field }: { orderId: number; field: CarrierErrorField }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const correction = corrections[field];
  if (!correction || !permissions.includes(correction.permission)) return null;
  const isWeight = correction.kind === "weight";
  return (
    <Link to={isWeight ? `/fulfillment/pack/${orderId}` : `/orders/${orderId}/edit`} className="link font-medium">
      {t(`shipments.cdek_correct_${correction.kind}`)}
    </Link>
  );
}

function CarrierOrderForm({
  shipmentId,
  intent,
}: {
  shipmentId: number;
  intent: "register_carrier_order" | "cancel_carrier_order";
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent && formData.get("shipment_id") === String(shipmentId);
  const isRegistration = intent === "register_carrier_order";
  return (
    <Form method="post" action={pathname + search} replace preventScrollReset>
      <input type="hidden" name="shipment_id" value={shipmentId} />
      <Button type="submit" name="intent" value={intent} kind={isRegistration ? "outline" : "quiet"} busy={isBusy}>
        {t(isRegistration ? "shipments.cdek_register" : "shipments.cdek_cancel")}
      </Button>
    </Form>
  );
}
