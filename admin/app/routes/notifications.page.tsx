import { data, redirect } from "react-router";
import { staffNotificationQuery, type StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { NotificationList } from "../notifications/notification-list.tsx";
import type { Route } from "./+types/notifications.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(staffNotificationQuery, url.searchParams).length > 0) throw redirect("/notifications");
  const { load } = getRequestContext({ context });
  return { page: await load<StaffNotificationPage>(`me/notifications${url.search}`), today: toStoreDay(new Date()) };
}

/** Marks one notification as read, or all up to one. */
export async function action({ context, request }: Route.ActionArgs) {
  const { call } = getRequestContext({ context });
  const form = await request.formData();
  const name = form.has("up_to") ? "up_to" : "id";
  const id = Number(form.get(name));
  if (!Number.isSafeInteger(id) || id < 1) throw data(null, { status: 400 });
  await call("me/notifications/read", { method: "POST", body: { [name]: id } });
  throw redirect("/notifications");
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["notification"]);
  return <NotificationList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "notifications.title");
