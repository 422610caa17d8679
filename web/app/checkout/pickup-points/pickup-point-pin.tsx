import type { PickupPoint } from "@furoshiki/api/delivery";
import type { Location } from "./map-projection.ts";

/** What a plan or map of pickup points shows. */
export type PickupPointPins = {
  points: readonly PickupPoint[];
  /** Code of the selected point, if one is selected. */
  chosenCode: string | null;
  /** Where the shopper is, if they have shared it. */
  shopper: Location | null;
  /** Returns the id of the radio button of a point: a press on its pin selects it. */
  getInputId: (code: string) => string;
};

/** Size of the area around a pin that can be pressed. */
export const PIN_SIZE = 44;
/** Distance of the tip of a pin from the top of that area. */
export const PIN_TIP = 40;
const PIN_PATH = "M22 40C15 30 11 25 11 18a11 11 0 0 1 22 0c0 7-4 12-11 22Z";

/** The pin of a pickup point: the label of its radio button in the list, so that a press selects it. */
export function PinLabel({ point, isChosen, inputId }: { point: PickupPoint; isChosen: boolean; inputId: string }) {
  return (
    <label htmlFor={inputId} title={point.address} className="block cursor-pointer">
      <Pin isChosen={isChosen} isRefused={point.refusal !== null} />
    </label>
  );
}

function Pin({ isChosen, isRefused }: { isChosen: boolean; isRefused: boolean }) {
  const color = isChosen
    ? "fill-tokiwa-700 stroke-surface"
    : isRefused
      ? "fill-surface stroke-line-strong"
      : "fill-surface stroke-tokiwa-700";
  const dot = isChosen ? "fill-surface" : isRefused ? "fill-line-strong" : "fill-tokiwa-700";
  return (
    <svg viewBox="0 0 44 44" width={PIN_SIZE} height={PIN_SIZE}>
      <path d={PIN_PATH} strokeWidth={2.5} className={`${color} forced-colors:stroke-[CanvasText]`} />
      <circle cx={22} cy={18} r={4} className={`${dot} forced-colors:fill-[CanvasText]`} />
    </svg>
  );
}
