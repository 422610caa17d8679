import { useI18n } from "../i18n/use-i18n.tsx";
import { useOrderPresence } from "../live/use-presence.ts";
import { Avatar } from "../ui/avatar.tsx";

/** The colleagues who have an order open. */
export function OrderPresence({ orderId }: { orderId: number }) {
  const { t } = useI18n();
  const people = useOrderPresence(orderId);
  const names = people.map(({ name }) => name).join(", ");
  return (
    <span aria-live="polite" className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
      {people.length > 0 ? (
        <>
          {people.slice(0, 3).map(({ id, name }) => (
            <Avatar key={id} id={id} name={name} />
          ))}
          <span className="truncate">{t("orders.viewed_by", { names, count: people.length })}</span>
        </>
      ) : null}
    </span>
  );
}
