import type { Notification } from "@furoshiki/api/notifications";
import { X } from "lucide-react";
import { Link, useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { NotificationIcon } from "./notification-icon.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

type HideResult = { ok: boolean; message: string };

/**
 * The notifications with a button to hide each. A hidden one disappears at once and comes back if the request fails.
 */
export function NotificationList({ items }: { items: readonly Notification[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <NotificationRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function NotificationRow({ item }: { item: Notification }) {
  const { format } = useI18n();
  const { Form, formData, data } = useFetcher<HideResult>();
  const { to } = useI18n();
  if (formData) return null;
  return (
    <li className="flex gap-3.5 p-5">
      <NotificationIcon kind={item.kind} />
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <h3 className="font-sans text-sm font-semibold">{item.title}</h3>
          <Form
            method="post"
            action={to("/notifications")}
            onSubmit={(event) => focusNeighborRow(event.currentTarget.closest("li"))}
            className="-my-2.5 -mr-3 shrink-0"
          >
            <input type="hidden" name="id" value={item.id} />
            <button
              type="submit"
              aria-label={`${item.action.name}: ${item.title}`}
              className="grid size-11 place-items-center rounded-full text-ink-3 hover:bg-mist hover:text-ink"
            >
              <X size={18} aria-hidden />
            </button>
          </Form>
        </div>
        <div
          className="mt-0.5 text-sm break-words text-ink-2 [&_a]:text-tokiwa-700 [&_a]:underline [&_a]:underline-offset-4"
          dangerouslySetInnerHTML={{ __html: item.message }}
        />
        {data && !data.ok ? (
          <Alert kind="error" className="mt-2">
            {data.message}
          </Alert>
        ) : null}
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {item.actions.map(({ name, href }) => (
            <Link
              key={href}
              to={href}
              className="py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {name}
            </Link>
          ))}
          <time dateTime={item.created_at} className="num ml-auto text-xs text-ink-3">
            {format.dateTime(item.created_at)}
          </time>
        </div>
      </div>
    </li>
  );
}

/** Moves the focus to the next row, or else the previous one, because the focused button is hidden with its row. */
function focusNeighborRow(row: Element | null): void {
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbor?.querySelector("button")?.focus();
}

/** Hides all notifications shown; says so if that fails. */
export function HideAllButton({ items }: { items: readonly Notification[] }) {
  const { t, to } = useI18n();
  const { Form, state, data } = useFetcher<HideResult>();
  return (
    <Form method="post" action={to("/notifications")}>
      {items.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button
        type="submit"
        disabled={state !== "idle"}
        className="h-11 rounded-md px-3 text-sm font-medium whitespace-nowrap hover:bg-mist"
      >
        {t("notifications.hide_all")}
      </button>
      {state === "idle" && data && !data.ok ? (
        <p role="alert" className="max-w-56 px-3 pb-2 text-xs text-beni-600">
          {data.message}
        </p>
      ) : null}
    </Form>
  );
}
