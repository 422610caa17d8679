import type { SynonymList } from "@furoshiki/api/admin/search/synonyms";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { SynonymsView } from "../catalog/synonyms-view.tsx";
import { createTitle } from "../http/page-title.ts";
import { useMe } from "../staff/me.tsx";
import type { Route } from "./+types/synonyms.page";

const PATH = "/synonyms";

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = url.searchParams.get("q")?.trim().slice(0, 100) ?? "";
  const query = q === "" ? "" : `?${new URLSearchParams({ q })}`;
  return { list: await getRequestContext({ context }).load<SynonymList>(`synonyms${query}`) };
}

const synonymForm = z.object({ intent: z.enum(["create", "delete"]), word: z.string(), synonym: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = synonymForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  const { intent, ...body } = form;
  try {
    const executed = await requestContext.call<ExecutedAction>("synonyms", {
      method: intent === "create" ? "POST" : "DELETE",
      body,
    });
    const name = intent === "create" ? "synonym.created" : "synonym.deleted";
    await offerUndo(requestContext, executed, { action: name, path: PATH });
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
  const q = url.searchParams.get("q");
  throw redirect(q ? `${PATH}?${new URLSearchParams({ q })}` : PATH);
}

export default function SynonymsPage({ loaderData, actionData }: Route.ComponentProps) {
  const canWrite = useMe().permissions.includes("products:write");
  return <SynonymsView {...loaderData} canWrite={canWrite} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "synonyms.title");
