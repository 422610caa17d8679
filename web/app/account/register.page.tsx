import type { Session } from "@furoshiki/api/account";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, typedIn } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { textsOf } from "../lib/texts.ts";
import { DoorPage } from "./door-page.tsx";
import type { Route } from "./+types/register.page";

/** Opens an account. An answer with a token leads to the sign-in with the email filled in (spec §4, Registration). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const typed = typedIn(form, ["name", "tel", "email"]);
  const agree = form.has("agree");
  const from = textOf(form, "from");
  try {
    const { data: session, message } = await visit.callWithMessage<Partial<Session> | undefined>("/v1/register", {
      method: "POST",
      body: {
        ...typed,
        password: textOf(form, "password"),
        password_confirmation: textOf(form, "password_confirmation"),
        agree,
      },
    });
    const text = message ?? textsOf(visit.locale)("error.unknown_error");
    if (session?.token) return done(message ?? null, { email: typed["email"] ?? "", from });
    return { ...done(text, { ...typed, from }), ok: false };
  } catch (error) {
    return refused(error, { ...typed, agree: agree ? "1" : "", from });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.register_title"), noindex: true })
    : [];
};

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  return <DoorPage screen={actionData?.ok ? "login" : "register"} answer={actionData} />;
}
