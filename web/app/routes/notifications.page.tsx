import type { Notification } from "@furoshiki/api/notifications";
import { Bell } from "lucide-react";
import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { useMarkAsRead } from "../notifications/use-mark-as-read.ts";
import { HideAllButton, NotificationList } from "../notifications/notification-list.tsx";
import type { Route } from "./+types/notifications.page";

/** Notifications of the customer, also used by the panel. `items` is null for guests. No link leads to this page. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ items: Notification[] | null }> {
  const requestContext = getRequestContext({ context });
  return requestContext.token
    ? requestContext.load<{ items: Notification[] }>("/v1/user/notification")
    : { items: null };
}

/**
 * Hides the notifications whose ids are sent, or marks them as read up to the id `read`. Hiding one again is not an
 * error.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const formData = await parseFormData(request);
  const lastReadId = Number(formData.get("read"));
  if (lastReadId > 0) {
    await loadOptionalData(
      requestContext.call("/v1/user/notification/read", { method: "POST", body: { up_to: lastReadId } }),
    );
    return data({ ok: true, message: "" });
  }
  const ids = formData.getAll("id").map(String);
  for (const id of ids) {
    try {
      await requestContext.call(`/v1/user/notification/${encodeURIComponent(id)}`, { method: "DELETE" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) return data({ ok: false, message: error.message }, error.status);
    }
  }
  return data({ ok: true, message: "" });
}

export const meta: Route.MetaFunction = createNoindexMeta("layout.notifications");

export default function NotificationsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="mx-auto max-w-[752px] px-4 pt-4 lg:pt-9">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-3xl lg:text-4xl">{t("layout.notifications")}</h1>
        {items && items.length > 0 ? <HideAllButton items={items} /> : null}
      </div>
      <div className="mt-5 lg:mt-7">
        {items === null ? (
          <EmptyNotifications
            title={t("notifications.guest")}
            text={t("notifications.guest_text")}
            to="/?auth=1&from=/notifications"
            link={t("layout.sign_in")}
          />
        ) : items.length === 0 ? (
          <EmptyNotifications
            title={t("notifications.empty")}
            text={t("notifications.empty_text")}
            to="/profile/orders"
            link={t("account.orders")}
          />
        ) : (
          <CustomerNotifications items={items} />
        )}
      </div>
    </div>
  );
}

type EmptyNotificationsProps = { title: string; text: string; to: string; link: string };

function EmptyNotifications({ title, text, to, link }: EmptyNotificationsProps) {
  return (
    <EmptyState
      icon={<Bell size={26} strokeWidth={1.5} aria-hidden />}
      title={title}
      action={
        <Link to={to} className={buttonClass({ kind: "outline" })}>
          {link}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function CustomerNotifications({ items }: { items: Notification[] }) {
  const { t } = useI18n();
  useMarkAsRead(items);
  return (
    <section aria-label={t("notifications.list")} className="rounded-md border border-line bg-surface">
      <h2 className="sr-only">{t("notifications.list")}</h2>
      <NotificationList items={items} />
    </section>
  );
}
