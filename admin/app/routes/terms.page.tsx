import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { executeTermAction } from "../catalog/taxonomy/term-request.ts";
import { type Term, termPages, type TermPath } from "../catalog/taxonomy/term-kinds.ts";
import { TermsView } from "../catalog/taxonomy/terms-view.tsx";
import { createTitle } from "../http/page-title.ts";
import type { Route } from "./+types/terms.page";

/** The page is that of five paths. */
function getTermPath(url: URL): TermPath {
  const path = url.pathname.replace(/^\/admin(?=\/)/, "").replace(/\.data$/, "");
  if (!Object.hasOwn(termPages, path)) throw data(null, { status: 404 });
  return path as TermPath;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const path = getTermPath(url);
  const [{ items }, brands] = await Promise.all([
    load<{ items: Term[] }>(path.slice(1)),
    path === "/series" ? load<{ items: Term[] }>("brands") : null,
  ]);
  const edit = url.searchParams.get("edit");
  const edited: Term | "new" | null = edit === "new" ? "new" : (items.find(({ id }) => String(id) === edit) ?? null);
  return { path, items, brands: brands?.items ?? [], edited };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  return executeTermAction(getRequestContext({ context }), getTermPath(url), await request.formData());
}

export default function TermsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <TermsView key={loaderData.path} {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { path = "/categories" } = (loaderData as { path: TermPath } | undefined) ?? {};
  return createTitle(matches, `taxonomy.${termPages[path].kind}_title`);
};
