import { replyTemplateKinds, type ReplyTemplate, type ReplyTemplateList } from "@furoshiki/api/admin/reviews/replies";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { RepliesView } from "../reviews/replies-view.tsx";
import type { Route } from "./+types/replies.page";

const path = "/reviews/replies";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const { items: templates } = await load<ReplyTemplateList>("reply-templates");
  const edit = url.searchParams.get("edit");
  const edited: ReplyTemplate | "new" | null =
    edit === "new" ? "new" : (templates.find(({ id }) => String(id) === edit) ?? null);
  return { templates, edited };
}

const replyForm = z.object({
  intent: z.enum(["save", "delete"]),
  kind: z.enum(replyTemplateKinds),
  locale: z.enum(["ru-RU", "en-US"]),
  title: z.string(),
  body: z.string(),
  /** What the person saw of a stored reply; absent for a new one. */
  seen_id: z.coerce.number().int().optional(),
  seen_version: z.coerce.number().int().optional(),
  seen_kind: z.string().optional(),
  seen_locale: z.string().optional(),
  seen_title: z.string().optional(),
  seen_body: z.string().optional(),
});
type ReplyForm = z.infer<typeof replyForm>;

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = replyForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  try {
    const { name, executed } = await executeAction(requestContext.call, form);
    if (executed) await offerUndo(requestContext, executed, { action: `reply_template.${name}`, path });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(path);
}

async function executeAction(
  call: RequestContext["call"],
  { intent, kind, locale, title, body, ...seen }: ReplyForm,
): Promise<{ name: string; executed: ExecutedAction | null }> {
  if (seen.seen_id === undefined) {
    const template = { kind, locale, title, body };
    return {
      name: "created",
      executed: await call<ExecutedAction>("reply-templates", { method: "POST", body: template }),
    };
  }
  const storedPath = `reply-templates/${seen.seen_id}`;
  if (intent === "delete") {
    const version = { version: seen.seen_version };
    return { name: "deleted", executed: await call<ExecutedAction>(storedPath, { method: "DELETE", body: version }) };
  }
  const edits = {
    kind: { from: seen.seen_kind, to: kind },
    locale: { from: seen.seen_locale, to: locale },
    title: { from: seen.seen_title, to: title.trim() },
    body: { from: seen.seen_body, to: body.trim() },
  };
  const changes = Object.fromEntries(Object.entries(edits).filter(([, { from, to }]) => from !== to));
  if (Object.keys(changes).length === 0) return { name: "updated", executed: null };
  return { name: "updated", executed: await call<ExecutedAction>(storedPath, { method: "PATCH", body: { changes } }) };
}

export default function RepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <RepliesView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "replies.title");
