import { Outlet, redirectDocument } from "react-router";
import type { Me } from "@furoshiki/api/admin/staff";
import type { TaskPage } from "@furoshiki/api/admin/tasks";
import type { WorkQueues } from "@furoshiki/api/admin/work-queues";
import { serializePreferences } from "../api-client/preferences.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { readUndo } from "../api-client/undo-cookie.ts";
import { RUNNING_TASKS } from "../live/running-tasks.ts";
import { Shell } from "../shell/shell.tsx";
import { MeContext } from "../staff/me.tsx";
import type { Route } from "./+types/shell";

/** Every page below needs a complete sign-in. Its language is that of the account. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { load, locale, path, preferences, server } = getRequestContext({ context });
  const [me, workQueues, runningTasks] = await Promise.all([
    load<Me>("me"),
    load<WorkQueues>("me/work-queues"),
    load<TaskPage>(RUNNING_TASKS),
  ]);
  if (me.staff.locale !== locale) {
    const changed = { ...preferences, locale: me.staff.locale };
    const headers = { "set-cookie": await serializePreferences(changed, server.secureCookies) };
    throw redirectDocument(path, { headers });
  }
  const { isNavigationCollapsed } = preferences;
  return { me, workQueues, runningTasks, isNavigationCollapsed, undo: await readUndo(request) };
}

export default function ShellLayout({ loaderData: { me, ...shell } }: Route.ComponentProps) {
  return (
    <MeContext value={me}>
      <Shell {...shell}>
        <Outlet />
      </Shell>
    </MeContext>
  );
}
