import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, typedIn } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { textsOf } from "../lib/texts.ts";
import { DoorPage } from "./door-page.tsx";
import type { Route } from "./+types/forgot-password.page";

/** Asks for a letter with a way to a new password. Without an email nothing is sent (spec §5). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const values = typedIn(await formDataOf(request), ["email", "from"]);
  try {
    const { message } = await visit.callWithMessage("/v1/forgot-password", {
      method: "POST",
      body: { email: values["email"] },
    });
    return done(message ?? null, values);
  } catch (error) {
    return refused(error, values);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.login_title"), noindex: true })
    : [];
};

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  return <DoorPage screen="login" letter={actionData} />;
}
