import { changeSearchParams } from "../http/search-params.ts";

/** Returns the path of the audit log with changed search parameters; null removes a parameter. */
export function createAuditPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return `/audit${changeSearchParams(params, changes)}`;
}
