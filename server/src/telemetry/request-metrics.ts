import type { Role } from "../../../api/src/platform/config.ts";
import { defineDurations, isMeasuring } from "../../../api/src/platform/observability/metrics.ts";
import type { LoggedRequest } from "../http/access-log.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const recordDuration = defineDurations(
  "furoshiki_http_request_duration_seconds",
  "Time from a request to the end of its response, by role, template of the route, method and class of the status; `aborted` if the client disconnected.",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

/** Records a finished request. A route without a template is `other`, whatever its path. */
export function recordRequest(role: Role, { method, route, status, isAborted, ms }: LoggedRequest): void {
  if (!isMeasuring()) return;
  recordDuration(ms, {
    role,
    route: route ?? "other",
    method: methods.has(method) ? method : "other",
    status: isAborted ? "aborted" : `${Math.floor(status / 100)}xx`,
  });
}
