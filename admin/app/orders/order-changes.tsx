import { useState } from "react";
import { useRevalidator } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { loadColleagues } from "../live/colleagues.ts";
import { hasUnsavedInput } from "../live/has-unsaved-input.ts";
import { useEvents } from "../live/use-events.ts";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

type OrderChangesProps = {
  orderId: number;
  /** The ids of the records on its page that have events of their own. */
  shipmentIds: readonly number[];
  returnIds: readonly number[];
};

/**
 * Reloads the data of an order that somebody else has changed. If the person is entering something, the page says so
 * instead and waits.
 */
export function OrderChanges({ orderId, shipmentIds, returnIds }: OrderChangesProps) {
  const { t } = useI18n();
  const { staff } = useMe();
  const { revalidate } = useRevalidator();
  const [change, setChange] = useState<{ orderId: number; name: string | null } | null>(null);
  const ids: Readonly<Record<string, readonly number[]>> = {
    order: [orderId],
    shipment: shipmentIds,
    return: returnIds,
  };
  const reload = () => {
    setChange(null);
    return revalidate();
  };
  useEvents(
    ({ kind, id, actor_id }) =>
      actor_id !== staff.id && kind in ids && (id === null || (ids[kind]?.includes(Number(id)) ?? false)),
    async (events) => {
      const main = document.getElementById("main");
      if (!main || !hasUnsavedInput(main)) {
        await reload();
        return;
      }
      const actorId = events.at(-1)?.actor_id ?? null;
      const colleagues = actorId === null ? [] : await loadColleagues();
      setChange({ orderId, name: colleagues.find(({ id }) => id === actorId)?.name ?? null });
    },
  );
  const text = change?.name ? t("orders.changed_by", { name: change.name }) : t("orders.changed_meanwhile");
  return (
    <div aria-live="polite">
      {change?.orderId === orderId ? (
        <Note tone="info">
          <span className="flex flex-wrap items-center justify-between gap-2">
            {text}
            <Button onClick={() => void reload()}>{t("orders.reload")}</Button>
          </span>
        </Note>
      ) : null}
    </div>
  );
}
