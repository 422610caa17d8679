import type { SystemHealth } from "@furoshiki/api/admin/system";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { HealthView } from "../system/health-view.tsx";
import type { Route } from "./+types/system-health.page";

export async function loader({ context }: Route.LoaderArgs) {
  return { health: await getRequestContext({ context }).load<SystemHealth>("system/health") };
}

export default function SystemHealthPage({ loaderData }: Route.ComponentProps) {
  return <HealthView health={loaderData.health} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "system.title");
