import type { ListSelection } from "../tasks/task-requests.ts";

/** Returns a selection of products by their ids. */
export function createProductSelection(ids: readonly string[]): ListSelection {
  return { resource: "products", filter: "", count: ids.length, fingerprint: null, ids };
}
