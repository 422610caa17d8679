import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { formatDistance } from "./format-distance.ts";
import { createPlan, getScaleBarLength, type Location } from "./map-projection.ts";
import { PIN_SIZE, PIN_TIP, type PickupPointPins, PinLabel } from "./pickup-point-pin.tsx";

/** Size of the drawing in units of its view box. */
const WIDTH = 360;
const HEIGHT = 240;
/** Height above the area that stays free, so that the pin of its northernmost point is complete. */
const HEADROOM = 20;

/**
 * Draws where pickup points lie, with north up and a scale bar: without map tiles, so that no third party learns what the
 * shopper looks at. The list beside it offers the same choice to keyboards and screen readers.
 */
export function PickupPointPlan({ points, chosenCode, shopper, getInputId }: PickupPointPins) {
  const { locale } = useAccountI18n();
  const plan = createPlan(
    [...points.map(({ location }) => location), ...(shopper ? [shopper] : [])],
    WIDTH / (HEIGHT - HEADROOM),
  );
  const place = (location: Location) => {
    const { x, y } = plan.getPosition(location);
    return { x: x * WIDTH, y: HEADROOM + y * (HEIGHT - HEADROOM) };
  };
  const scaleBarM = getScaleBarLength(plan.widthM);
  const scaleBarWidth = (scaleBarM / plan.widthM) * WIDTH;
  // The selected pin lies above its neighbors.
  const ordered = points.toSorted((one, other) => Number(one.code === chosenCode) - Number(other.code === chosenCode));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="block w-full rounded-md bg-mist scriptless:hidden">
      <PlanGrid cell={scaleBarWidth} />
      {shopper ? <ShopperDot {...place(shopper)} /> : null}
      {ordered.map((point) => {
        const { x, y } = place(point.location);
        return (
          <foreignObject key={point.code} x={x - PIN_SIZE / 2} y={y - PIN_TIP} width={PIN_SIZE} height={PIN_SIZE}>
            <PinLabel point={point} isChosen={point.code === chosenCode} inputId={getInputId(point.code)} />
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
