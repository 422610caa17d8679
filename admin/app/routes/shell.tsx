import { Outlet, redirectDocument } from "react-router";
import type { Me } from "@furoshiki/api/admin/staff";
import { serializePreferences } from "../api-client/preferences.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { readUndo } from "../api-client/undo-cookie.ts";
import { Shell } from "../shell/shell.tsx";
import { MeContext } from "../staff/me.tsx";
import type { Route } from "./+types/shell";

/** Every page below needs a complete sign-in. Its language is that of the account. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { load, locale, path, preferences, server } = getRequestContext({ context });
  const me = await load<Me>("me");
  if (me.staff.locale !== locale) {
    const changed = { ...preferences, locale: me.staff.locale };
    const headers = { "set-cookie": await serializePreferences(changed, server.secureCookies) };
    throw redirectDocument(path, { headers });
  }
  return { me, isNavigationCollapsed: preferences.isNavigationCollapsed, undo: await readUndo(request) };
}

export default function ShellLayout({ loaderData: { me, isNavigationCollapsed, undo } }: Route.ComponentProps) {
  return (
    <MeContext value={me}>
      <Shell isNavigationCollapsed={isNavigationCollapsed} undo={undo}>
        <Outlet />
      </Shell>
    </MeContext>
  );
}
