import type { Notification } from "@furoshiki/api/notifications";
import { Bell } from "lucide-react";
import { data } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { sidePart } from "../lib/side-part.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { useRead } from "./use-read.ts";
import { HideAll, NotificationList } from "./notification-list.tsx";
import type { Route } from "./+types/notifications.page";

/** The page that no link leads to; the bell's panel asks it for the same. A guest has none: `items` is null. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ items: Notification[] | null }> {
  const visit = visitOf({ context });
  return visit.token ? visit.page<{ items: Notification[] }>("/v1/user/notification") : { items: null };
}

/** Hides the notifications whose ids are sent, or notes up to which they were read. One that is hidden already stays so. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const readUpTo = Number(form.get("read"));
  if (readUpTo > 0) {
    await sidePart(visit.call("/v1/user/notification/read", { method: "POST", body: { up_to: readUpTo } }));
    return data({ ok: true, message: "" });
  }
  const ids = form.getAll("id").map(String);
  for (const id of ids) {
    try {
      await visit.call(`/v1/user/notification/${encodeURIComponent(id)}`, { method: "DELETE" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) return data({ ok: false, message: error.message }, error.status);
    }
  }
  return data({ ok: true, message: "" });
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("shell.notifications"), noindex: true })
    : [];
};

export default function NotificationsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useShop();
  return (
    <div className="mx-auto max-w-[752px] px-4 pt-4 lg:pt-9">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-3xl lg:text-4xl">{t("shell.notifications")}</h1>
        {items && items.length > 0 ? <HideAll items={items} /> : null}
      </div>
      <div className="mt-5 lg:mt-7">
        {items === null ? (
          <Nothing
            title={t("notifications.guest")}
            text={t("notifications.guest_text")}
            to="/?auth=1&from=/notifications"
            link={t("shell.sign_in")}
          />
        ) : items.length === 0 ? (
          <Nothing
            title={t("notifications.empty")}
            text={t("notifications.empty_text")}
            to="/profile/orders"
            link={t("account.orders")}
          />
        ) : (
          <OwnNotifications items={items} />
        )}
      </div>
    </div>
  );
}

type NothingProps = { title: string; text: string; to: string; link: string };

function Nothing({ title, text, to, link }: NothingProps) {
  return (
    <Empty
      icon={<Bell size={26} strokeWidth={1.5} aria-hidden />}
      title={title}
      action={
        <Link to={to} className={buttonClass({ kind: "outline" })}>
          {link}
        </Link>
      }
    >
      {text}
    </Empty>
  );
}

function OwnNotifications({ items }: { items: Notification[] }) {
  const { t } = useShop();
  useRead(items);
  return (
    <section aria-label={t("notifications.list")} className="rounded-md border border-line bg-surface">
      <h2 className="sr-only">{t("notifications.list")}</h2>
      <NotificationList items={items} />
    </section>
  );
}
