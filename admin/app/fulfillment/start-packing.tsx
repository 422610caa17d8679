import type { PackingOrder } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button } from "../ui/button.tsx";
import { focusOnMount, StationError, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import { useStationAction } from "./use-station-action.ts";

/** Begins to pack an order, or what is left of it. */
export function StartPacking({ order }: { order: PackingOrder }) {
  const { t } = useStationTexts();
  const { run, isBusy, refusal, error } = useStationAction();
  const colleague = (refusal?.data["staff"] as { name: string } | undefined)?.name;
  const start = async (canTakeOver: boolean) => {
    const takeOver = { take_over: canTakeOver };
    const isPacking =
      order.status === "packing" ||
      (await run(`orders/${order.id}/start-packing`, { method: "POST", body: { from: "paid", ...takeOver } }));
    if (isPacking) await run("shipments", { method: "POST", body: { order_id: order.id, ...takeOver } });
  };
  return (
    <main>
      <StationPanel title={t("box")} text={t("begin_text")}>
        {order.comment === "" ? null : <q>{order.comment}</q>}
        <StationError>{colleague === undefined ? error : t("take_over_text", { name: colleague })}</StationError>
        <div>
          <Button
            size="xl"
            kind="primary"
            busy={isBusy}
            ref={focusOnMount}
            onClick={() => void start(colleague !== undefined)}
          >
            {t(colleague === undefined ? "begin" : "take_over")}
          </Button>
        </div>
      </StationPanel>
    </main>
  );
}
