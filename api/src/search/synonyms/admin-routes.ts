import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { createSynonym, removeSynonym } from "./admin-actions.ts";
import { refusals, synonym, synonymList, synonymListQuery } from "./admin-schema.ts";
import { countSynonyms, findSynonyms, listUnansweredQueries } from "./synonym-sql.ts";

const MAX_LISTED = 500;
const { synonym_exists, synonym_not_found, synonym_of_itself } = refusals;

/** Endpoints about the synonyms of the search (docs/domain/search.md). */
export function synonymRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/synonyms",
    permission: "products:read",
    summary: "List the synonyms of the search, and what shoppers searched for in vain",
    query: synonymListQuery,
    response: synonymList,
    handler: async ({ db, query: { q }, now }) => {
      const [rows, total, unanswered] = await Promise.all([
        findSynonyms(db, { q, limit: MAX_LISTED + 1 }),
        countSynonyms(db),
        listUnansweredQueries(db, now),
      ]);
      return { data: { items: rows.slice(0, MAX_LISTED), total, has_more: rows.length > MAX_LISTED, unanswered } };
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/synonyms",
    action: createSynonym,
    summary: "Add a synonym to the search",
    response: synonym,
    refusals: { synonym_exists, synonym_of_itself },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/synonyms",
    action: removeSynonym,
    summary: "Delete a synonym of the search",
    response: synonym,
    refusals: { synonym_not_found },
  });
}
