import { expect, it } from "vitest";
import type { LogFields } from "../../../api/src/platform/log.ts";
import { loggedPaths } from "../../test/logged-paths.ts";
import { type LoggedRequest, logRequest } from "./access-log.ts";

const lines: LogFields[] = [];
const log = {
  info: (_message: string, fields: LogFields = {}) => void lines.push(fields),
  error: () => undefined,
};
const baseRequest: LoggedRequest = {
  ...{ method: "GET", target: "/brands", route: null, status: 200, ms: 12.4 },
  ...{ requestId: "id-of-request", traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
  isAborted: false,
};
function getLogLine(overrides: Partial<LoggedRequest>): LogFields | undefined {
  lines.length = 0;
  logRequest(log, { ...baseRequest, ...overrides });
  return lines[0];
}

it("logs the request, its result and its ids", () => {
  const ids = { request: "id-of-request", trace: "4bf92f3577b34da6a3ce929d0e0e4736" };
  expect(getLogLine({})).toEqual({ method: "GET", path: "/brands", status: 200, ms: 12, ...ids });
  expect(getLogLine({ isAborted: true })).toMatchObject({ ...ids, aborted: true });
});

it.each(loggedPaths)("writes %s as %s", (target, path) => {
  expect(getLogLine({ target })).toMatchObject({ path });
});

it("omits static assets and health checks, unless they fail", () => {
  for (const target of ["/assets/app.js", "/healthz", "/readyz"]) {
    expect(getLogLine({ target })).toBeUndefined();
    expect(getLogLine({ target, status: 500 })).toMatchObject({ status: 500 });
  }
});
