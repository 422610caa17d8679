import type { PickupPoint } from "@furoshiki/api/delivery";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { formatDistance } from "./format-distance.ts";
import { createPlan, getScaleBarLength, type Location } from "./map-projection.ts";

type PickupPointPlanProps = {
  points: readonly PickupPoint[];
  /** Code of the selected point, if one is selected. */
  chosenCode: string | null;
  /** Where the shopper is, if they have shared it. */
  shopper: Location | null;
  /** Returns the id of the radio button of a point: a press on its pin selects it. */
  getInputId: (code: string) => string;
};

/** Size of the drawing in units of its view box. */
const WIDTH = 360;
const HEIGHT = 240;
/** Size of the area around a pin that can be pressed. */
const TARGET = 44;
/** More pins would hide each other. */
const MAX_PINS = 40;
const PIN_PATH = "M22 40C15 30 11 25 11 18a11 11 0 0 1 22 0c0 7-4 12-11 22Z";

/**
 * Draws where pickup points lie, with north up and a scale bar: without map tiles, so that no third party learns what the
 * shopper looks at. The list beside it offers the same choice to keyboards and screen readers.
 */
export function PickupPointPlan({ points, chosenCode, shopper, getInputId }: PickupPointPlanProps) {
  const { locale } = useAccountI18n();
  const pins = points.slice(0, MAX_PINS);
  const plan = createPlan([...pins.map(({ location }) => location), ...(shopper ? [shopper] : [])], WIDTH / HEIGHT);
  const place = (location: Location) => {
    const { x, y } = plan.getPosition(location);
    return { x: x * WIDTH, y: y * HEIGHT };
  };
  const scaleBarM = getScaleBarLength(plan.widthM);
  const scaleBarWidth = (scaleBarM / plan.widthM) * WIDTH;
  // The selected pin lies above its neighbors.
  const ordered = pins.toSorted((one, other) => Number(one.code === chosenCode) - Number(other.code === chosenCode));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="block w-full rounded-md bg-mist scriptless:hidden">
      <PlanGrid cell={scaleBarWidth} />
      {shopper ? <ShopperDot {...place(shopper)} /> : null}
      {ordered.map((point) => {
        const { x, y } = place(point.location);
        return (
          <foreignObject key={point.code} x={x - TARGET / 2} y={y - 40} width={TARGET} height={TARGET}>
            <label htmlFor={getInputId(point.code)} title={point.address} className="block cursor-pointer">
              <Pin isChosen={point.code === chosenCode} isRefused={point.refusal !== null} />
            </label>
          </foreignObject>
        );
      })}
      <path
        d={`M12 ${HEIGHT - 18}v6h${scaleBarWidth}v-6`}
        fill="none"
        strokeWidth={1.5}
        className="stroke-ink-2 forced-colors:stroke-[CanvasText]"
      />
      <text x={18 + scaleBarWidth} y={HEIGHT - 10} fontSize={12} className="fill-ink-2 forced-colors:fill-[CanvasText]">
        {formatDistance(scaleBarM, locale)}
      </text>
    </svg>
  );
}

/** Draws a grid whose cells are as wide as the scale bar. */
function PlanGrid({ cell }: { cell: number }) {
  const count = (length: number) => Array.from({ length: Math.floor(length / cell) }, (_, index) => (index + 1) * cell);
  const vertical = count(WIDTH).map((x) => `M${x} 0V${HEIGHT}`);
  const horizontal = count(HEIGHT).map((y) => `M0 ${HEIGHT - y}H${WIDTH}`);
  return <path d={[...vertical, ...horizontal].join("")} className="stroke-line" strokeWidth={1} />;
}

function ShopperDot({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={13} className="fill-tokiwa-300 opacity-50" />
      <circle cx={x} cy={y} r={6} strokeWidth={2} className="fill-tokiwa-700 stroke-surface" />
    </>
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
    <svg viewBox="0 0 44 44" width={TARGET} height={TARGET}>
      <path d={PIN_PATH} strokeWidth={2.5} className={`${color} forced-colors:stroke-[CanvasText]`} />
      <circle cx={22} cy={18} r={4} className={`${dot} forced-colors:fill-[CanvasText]`} />
    </svg>
  );
}
