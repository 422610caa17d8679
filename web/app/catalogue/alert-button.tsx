import type { Product } from "@furoshiki/api/catalogue";
import { useState } from "react";
import { useKnown } from "../lib/known.ts";
import { usePath, useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";

type Kind = Product["alerts"][number]["kind"];
type AlertButtonProps = {
  productId: number;
  optionId: number;
  kind: Kind;
  /** What the shopper waits for already. */
  alerts: Product["alerts"];
  /** The main thing to do here, or one beside others. */
  main?: boolean;
};

/** "Tell me when it is back", "tell me when the price drops": a press sets it, another takes it back. */
export function AlertButton({ productId, optionId, kind, alerts, main }: AlertButtonProps) {
  const { t, to } = useShop();
  const here = usePath();
  const user = useKnown()?.user;
  const isSet = alerts.some((alert) => alert.kind === kind && alert.option_id === optionId);
  const [own, setOwn] = useState<{ of: unknown; on: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const on = own?.of === alerts ? own.on : isSet;
  const look = main
    ? buttonClass({ kind: "outline", size: "lg", full: true, className: "mt-3" })
    : "mt-2 inline-flex min-h-8 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";
  const words = t(on ? `alert.${kind}_on` : `alert.${kind}`);
  if (!user)
    return (
      <a href={to(`${here}${here.includes("?") ? "&" : "?"}auth=1`)} rel="nofollow" className={look}>
        {words}
      </a>
    );
  const press = async () => {
    if (busy) return;
    setBusy(true);
    const { keepAlert } = await import("./keep-alert.ts");
    const kept = await keepAlert(
      to(`/profile/alerts/${productId}`),
      { kind, optionId, on: !on },
      t("error.unknown_error"),
    );
    if (kept) setOwn({ of: alerts, on: !on });
    setBusy(false);
  };
  return (
    <button type="button" aria-pressed={on} onClick={() => void press()} className={`${look} scriptless:hidden`}>
      {words}
    </button>
  );
}
