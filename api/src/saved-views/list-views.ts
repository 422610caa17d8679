import type { z } from "zod";
import type { Db } from "../platform/db/database.ts";
import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import {
  listPermissions,
  parseViewQuery,
  type SavedView,
  savedViews,
  type ViewResource,
  type viewQueries,
} from "./admin-schema.ts";
import { listSavedViews } from "./sql.ts";

/** The person who reads a list, and when. */
type Reader = Readonly<{ staffId: number; now: Date }>;
type ViewList<R extends ViewResource> = { id: number; list: z.output<(typeof viewQueries)[R]> };

/** Counts the records of lists, by the ids of their views. */
type CountLists<R extends ViewResource> = (
  db: Db,
  lists: readonly ViewList<R>[],
  reader: Reader,
) => Promise<ReadonlyMap<number, NonNullable<SavedView["count"]>>>;

/** Adds the endpoint that lists the saved views of a list. @param countLists missing if the list is not counted */
export function addViewListEndpoint<R extends ViewResource>(
  api: AdminApi,
  resource: R,
  countLists: CountLists<R> = async () => new Map(),
): void {
  adminQuery(api, {
    path: `/saved-views/${resource}`,
    permission: listPermissions[resource],
    summary: `List the saved views of the list of ${resource}, shared ones first`,
    response: savedViews,
    handler: async ({ db, session, now }) => ({
      data: await listViews(db, resource, { reader: { staffId: session.staff.id, now }, countLists }),
    }),
  });
}

/** Lists the views that a person has: two statements, or one without counts. */
async function listViews<R extends ViewResource>(
  db: Db,
  resource: R,
  { reader, countLists }: { reader: Reader; countLists: CountLists<R> },
): Promise<SavedView[]> {
  const views = await listSavedViews(db, resource, reader.staffId);
  const lists = views.flatMap(({ id, query }): ViewList<R>[] => {
    const list = parseViewQuery(resource, query);
    return list ? [{ id, list }] : [];
  });
  const counts = await countLists(db, lists, reader);
  return views.map(({ id, name, query, owner_id }) => ({
    ...{ id, name, query, is_shared: owner_id === null },
    count: counts.get(id) ?? null,
  }));
}
