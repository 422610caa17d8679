import type { RecordedKind } from "@furoshiki/api/admin/fulfillment/parcels";
import { useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";

const recordedKinds: readonly RecordedKind[] = [
  ...(["accepted", "departed", "arrived", "customs", "customs_problem", "released"] as const),
  ...(["in_city", "out_for_delivery", "ready_for_pickup", "not_delivered"] as const),
];

type ParcelEventFormProps = {
  shipmentId: number;
  /** The number of its events: a new one closes the form. */
  events: number;
  /** Why the last event of this shipment was not recorded. */
  failure: { message: string; errors: Readonly<Record<string, readonly string[]>> } | null;
};

/** Records what has happened to a parcel that has left, such as that it waits at the pickup point. */
export function ParcelEventForm({ shipmentId, events, failure }: ParcelEventFormProps) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const [kind, setKind] = useState("accepted");
  const id = (name: string) => `event-${shipmentId}-${name}`;
  const isBusy =
    formData?.get("intent") === "record_parcel_event" && formData.get("shipment_id") === String(shipmentId);
  return (
    <details key={events} open={failure !== null} className="desk:col-span-2">
      <summary className={buttonClass({ kind: "outline" })}>{t("shipments.record_event")}</summary>
      <Form method="post" action={pathname + search} replace preventScrollReset className="mt-3 grid max-w-120 gap-3">
        <input type="hidden" name="shipment_id" value={shipmentId} />
        {failure ? <Note tone="error">{failure.message}</Note> : null}
        <SelectField
          id={id("kind")}
          name="kind"
          label={t("shipments.event_kind")}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          {recordedKinds.map((one) => (
            <option key={one} value={one}>
              {t(`shipments.event_${one}`)}
            </option>
          ))}
        </SelectField>
        <Field id={id("place")} name="place" label={t("shipments.event_place")} maxLength={120} />
        <Field
          id={id("at")}
          name="at"
          type="datetime-local"
          label={t("shipments.event_at")}
          hint={t("shipments.event_at_hint")}
          errors={failure?.errors["at"]}
        />
        {kind === "ready_for_pickup" ? (
          <>
            <Field
              id={id("storage_until")}
              name="storage_until"
              type="date"
              label={t("shipments.storage_until")}
              errors={failure?.errors["storage_until"]}
            />
            <Field
              id={id("pickup_code")}
              name="pickup_code"
              label={t("shipments.pickup_code")}
              hint={t("shipments.pickup_code_hint")}
              maxLength={20}
              autoComplete="off"
              errors={failure?.errors["pickup_code"]}
            />
          </>
        ) : null}
        <Button type="submit" name="intent" value="record_parcel_event" busy={isBusy} className="justify-self-start">
          {t("shipments.save_event")}
        </Button>
      </Form>
    </details>
  );
}
