import type { Session } from "@furoshiki/api/account";
import { data, redirect } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { deviceTokenOf, keepDeviceToken } from "../lib/device-token.ts";
import { done, orOffline, refused, textOf, typedIn } from "../lib/form-answer.ts";
import { wayBack } from "../lib/own-path.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { keepToken } from "../lib/session.ts";
import { textsOf } from "../lib/texts.ts";
import { DoorPage } from "./door-page.tsx";
import type { Route } from "./+types/login.page";

/** Signs in, by password and where it is asked for a code, and keeps the token in its cookie; the script merges the guest's cart before it goes on (spec §4). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await request.formData();
  const remember = textOf(form, "remember") !== "";
  const { email, from, challenge } = typedIn(form, ["email", "from", "challenge"]);
  const values = { ...typedIn(form, ["email", "from"]), remember: remember ? "1" : "" };
  try {
    const session = challenge
      ? await visit.call<Session>("/v1/login/second-factor", {
          method: "POST",
          body: { challenge, code: textOf(form, "code") },
        })
      : await visit.call<Session>("/v1/login", {
          method: "POST",
          body: {
            email,
            password: textOf(form, "password"),
            remember,
            device_token: deviceTokenOf(request, visit.server.secureCookies),
          },
        });
    const headers = new Headers({ "set-cookie": keepToken(session.token, remember, visit.server.secureCookies) });
    headers.append("set-cookie", keepDeviceToken(session.device_token, visit.server.secureCookies));
    if (form.has("scripted")) return data(done(), { headers });
    return redirect(wayBack(from, visit.to) ?? visit.to("/"), { headers });
  } catch (error) {
    return refused(error, { ...values, ...challengeIn(error, challenge) });
  }
}

/** What the sign-in goes on with: the code is asked for, or asked for again. */
function challengeIn(error: unknown, asked: string | undefined): { challenge?: string } {
  if (!(error instanceof ApiError) || error.code === "second_factor_expired") return {};
  const challenge = error.code === "second_factor_required" ? String(error.data["challenge"]) : asked;
  return challenge ? { challenge } : {};
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

export default function LoginPage({ actionData }: Route.ComponentProps) {
  return <DoorPage screen="login" answer={actionData} />;
}
