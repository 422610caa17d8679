import { Link } from "react-router";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";

const MAX_SHOWN = 6;

/** Order numbers, as links if the person may open orders; those beyond the sixth are counted. */
export function OrderNumbers({ ids }: { ids: readonly number[] }) {
  const { t } = useI18n();
  const canOpen = useMe().permissions.includes("orders:read");
  const rest = ids.length - MAX_SHOWN;
  return (
    <span className="inline-flex flex-wrap gap-x-2.5">
      {ids.slice(0, MAX_SHOWN).map((id) =>
        canOpen ? (
          <Link key={id} to={`/orders/${id}`} className="link whitespace-nowrap">
            {formatOrderNumber(id)}
          </Link>
        ) : (
          <span key={id} className="whitespace-nowrap">
            {formatOrderNumber(id)}
          </span>
        ),
      )}
      {rest > 0 ? <span className="text-ink-3">{t("fulfillment.more_orders", { count: rest })}</span> : null}
    </span>
  );
}
