import { Outlet } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { Shell } from "../shell/shell.tsx";
import type { Route } from "./+types/shell";

export function loader({ context }: Route.LoaderArgs) {
  const { isNavigationCollapsed } = getRequestContext({ context }).preferences;
  return { isNavigationCollapsed };
}

export default function ShellLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Shell {...loaderData}>
      <Outlet />
    </Shell>
  );
}
