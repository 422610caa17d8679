import { Check } from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { useDispatchPlaces } from "../store-config/store-info.ts";
import type { OrderEvent } from "./order-events.ts";

type EventListProps = {
  events: readonly OrderEvent[];
  /** What is said of the step that comes next. */
  nextNote?: string | null;
  /** The address of the pickup point. */
  point?: string | null;
};

/** Events, newest first: name and place to the left, the time to the right. The next step is hollow. */
export function EventList({ events, nextNote = null, point = null }: EventListProps) {
  const { t, format } = useAccountI18n();
  const getNote = ({ name, state, place, weightG }: OrderEvent) => {
    if (state === "upcoming") return nextNote;
    if (weightG !== null) return t("checkout.weight", { kg: format.decimal(weightG / 1000) });
    return place || (name === "ready_for_pickup" ? point : null);
  };
  return (
    <ol className="mt-5">
      {events.map((event, index) => (
        <li
          key={`${event.name} ${event.at}`}
          aria-current={event.state === "current" ? "step" : undefined}
          className="relative flex gap-4 pb-5 last:pb-0"
        >
          {index < events.length - 1 ? (
            <span
              className={`absolute top-6 left-[11px] h-full w-0.5 ${event.state === "upcoming" ? "bg-line" : "bg-tokiwa-700"}`}
            />
          ) : null}
          <EventDot state={event.state} />
          <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
            <div className="min-w-0 text-sm wrap-anywhere">
              <p className={nameClasses[event.state]}>
                <EventName event={event} />
              </p>
              {getNote(event) ? <p className="text-ink-2">{getNote(event)}</p> : null}
            </div>
            {event.at ? (
              <time dateTime={event.at} className="num text-xs whitespace-nowrap text-ink-2">
                {format.dateTime(event.at)}
              </time>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function EventDot({ state }: Pick<OrderEvent, "state">) {
  return (
    <span className={`relative z-10 grid size-6 shrink-0 place-items-center rounded-full ${dotClasses[state]}`}>
      {state === "done" ? <Check size={14} strokeWidth={2.5} aria-hidden /> : null}
      {state === "current" ? <span className="size-2.5 rounded-full bg-tokiwa-700" /> : null}
    </span>
  );
}

function EventName({ event: { name, state } }: { event: OrderEvent }) {
  const { t } = useAccountI18n();
  const places = useDispatchPlaces();
  if (name === "packed") return t("order.done_packing", places);
  if (isParcelEvent(name)) return t(`order.event_${name}`);
  return t(state === "done" ? `order.done_${name}` : `order.status_${name}`, places);
}

/** The events of parcels that are no status of an order. */
const parcelEvents = [
  ...(["accepted", "export_customs", "departed", "arrived", "customs", "customs_problem", "released"] as const),
  ...(["in_city", "out_for_delivery", "ready_for_pickup", "not_delivered"] as const),
] as const;

function isParcelEvent(name: OrderEvent["name"]): name is (typeof parcelEvents)[number] {
  return parcelEvents.some((one) => one === name);
}

const nameClasses: Record<OrderEvent["state"], string> = {
  done: "font-medium",
  current: "font-semibold text-tokiwa-700",
  upcoming: "text-ink-2",
};

const dotClasses: Record<OrderEvent["state"], string> = {
  done: "bg-tokiwa-700 text-on-dark",
  current: "border-2 border-tokiwa-700 bg-surface outline-4 outline-tokiwa-100",
  upcoming: "border-2 border-line bg-surface",
};
