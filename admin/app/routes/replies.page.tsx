import { replyTemplateKinds, type ReplyTemplate, type ReplyTemplateList } from "@furoshiki/api/admin/reviews/replies";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { readFieldEdits, type FieldEdits } from "../api-client/field-edits.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { RepliesView } from "../reviews/replies-view.tsx";
import { replyFields } from "../reviews/reply-kinds.ts";
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
  /** The stored reply; absent for a new one. */
  id: z.coerce.number().int().optional(),
  version: z.coerce.number().int().optional(),
});
type ReplyForm = z.infer<typeof replyForm>;

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const formData = await request.formData();
  const { data: form } = replyForm.safeParse(Object.fromEntries(formData));
  if (!form) throw data(null, { status: 400 });
  const edits = readFieldEdits(formData, replyFields);
  try {
    const { name, executed } = await executeAction(requestContext.call, form, edits);
    await deleteDraft(requestContext, { kind: "reply_template", id: form.id ?? 0 });
    if (executed) await offerUndo(requestContext, executed, { action: `reply_template.${name}`, path });
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    return data({ ...errors.data, edits }, errors.init ?? {});
  }
  throw redirect(path);
}

async function executeAction(
  call: RequestContext["call"],
  { intent, kind, locale, title, body, id, version }: ReplyForm,
  changes: FieldEdits,
): Promise<{ name: string; executed: ExecutedAction | null }> {
  if (id === undefined) {
    const template = { kind, locale, title, body };
    return {
      name: "created",
      executed: await call<ExecutedAction>("reply-templates", { method: "POST", body: template }),
    };
  }
  const storedPath = `reply-templates/${id}`;
  if (intent === "delete")
    return {
      name: "deleted",
      executed: await call<ExecutedAction>(storedPath, { method: "DELETE", body: { version } }),
    };
  if (Object.keys(changes).length === 0) return { name: "updated", executed: null };
  return { name: "updated", executed: await call<ExecutedAction>(storedPath, { method: "PATCH", body: { changes } }) };
}

export default function RepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <RepliesView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "replies.title");
