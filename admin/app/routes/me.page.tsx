import { Form, redirect, useNavigation } from "react-router";
import type { OwnSession } from "@furoshiki/api/admin/staff";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { PreferenceForms } from "../shell/preference-forms.tsx";
import { useMe } from "../staff/me.tsx";
import { SessionList } from "../staff/session-list.tsx";
import { Button } from "../ui/button.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Note } from "../ui/note.tsx";
import type { Route } from "./+types/me.page";

export async function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<{ items: OwnSession[] }>("me/sessions");
}

/** Ends a session, or all others. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const session = (await request.formData()).get("session");
  try {
    const path = typeof session === "string" ? `me/sessions/${encodeURIComponent(session)}` : "me/sessions";
    await requestContext.call(path, { method: "DELETE" });
  } catch (error) {
    // The session has ended meanwhile: the list shows it.
    if (error instanceof Error && "code" in error && error.code === "session_not_found") throw redirect("/me");
    return toFormErrors(error, requestContext);
  }
  throw redirect("/me");
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "me.title");

export default function MePage({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { staff, recovery_codes_left } = useMe();
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <div className="grid gap-5 px-4 pt-4 pb-24 desk:px-6 desk:pt-[18px] desk:pb-6">
      <h1 className="text-title">{staff.name}</h1>
      {actionData ? <Note tone="error">{actionData.message}</Note> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <section className="rounded-md border border-edge bg-card">
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-2">
            <h2 className="text-heading">{t("me.sessions")}</h2>
            {items.length > 1 ? (
              <Form method="post">
                <Button type="submit" size="xs" disabled={isBusy}>
                  {t("me.end_others")}
                </Button>
              </Form>
            ) : null}
          </div>
          <SessionList sessions={items} isBusy={isBusy} />
        </section>
        <section className="grid gap-3 rounded-md border border-edge bg-card pt-3 pb-4">
          <h2 className="px-4 text-heading">{t("me.account")}</h2>
          <div className="px-4">
            <KeyValues>
              <KeyValue name={t("me.email")}>{staff.email}</KeyValue>
              <KeyValue name={t("me.role")}>{staff.role_name}</KeyValue>
              <KeyValue name={t("me.recovery_codes")}>
                {t("me.recovery_codes_left", { count: recovery_codes_left })}
              </KeyValue>
            </KeyValues>
          </div>
          <div className="px-1.5">
            <PreferenceForms />
          </div>
        </section>
      </div>
    </div>
  );
}
