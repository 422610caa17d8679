import type { Notification } from "@furoshiki/api/notifications";
import { Bell, X } from "lucide-react";
import { useFetcher } from "react-router";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";

type Hidden = { ok: boolean; message: string };

/** Title, message, links and a way to hide it; hidden ones are gone at once and come back if the shop refuses. */
export function NotificationList({ items }: { items: readonly Notification[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Row({ item }: { item: Notification }) {
  const { format } = useShop();
  const { Form, formData, data } = useFetcher<Hidden>();
  const { to } = useShop();
  if (formData) return null;
  return (
    <li className="flex gap-3.5 p-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full border border-line bg-surface text-tokiwa-700">
        <Bell size={20} strokeWidth={1.5} aria-hidden />
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <h3 className="font-sans text-sm font-semibold">{item.title}</h3>
          <Form method="post" action={to("/notifications")} className="-my-2.5 -mr-3 shrink-0">
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
          <Note kind="error" className="mt-2">
            {data.message}
          </Note>
        ) : null}
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {item.actions.map(({ name, href }) => (
            <a
              key={href}
              href={href}
              className="py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {name}
            </a>
          ))}
          <time dateTime={item.created_at} className="num ml-auto text-xs text-ink-3">
            {format.dateTime(item.created_at)}
          </time>
        </div>
      </div>
    </li>
  );
}

/** Hides everything that is shown. */
export function HideAll({ items }: { items: readonly Notification[] }) {
  const { t, to } = useShop();
  const { Form, state } = useFetcher<Hidden>();
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
    </Form>
  );
}
