import { changeListParams } from "../http/search-params.ts";

/** The list of imports. */
export const IMPORTS_PATH = "/imports";

/** Returns the path of an import. */
export const getImportPath = (id: number) => `${IMPORTS_PATH}/${id}`;

/** Returns the path of an import with search parameters changed; null removes one. */
export function createChangesPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return changeListParams(params, changes) || "?";
}
