import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { getInitialSuggestions } from "./initial-suggestions.ts";
import { initialSuggestions } from "./schema.ts";

/** Endpoint for suggestions before a search is typed. */
export function initialSuggestionRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/search/initial",
    auth: "anyone",
    summary: "Get what the search shows before anything is typed: popular queries, categories, pages that help",
    response: initialSuggestions,
    handler: async ({ db, locale }) => ({ data: await getInitialSuggestions(db, locale) }),
  });
}
