import type { Device, SecondFactor, User } from "@furoshiki/api/account";
import { CircleCheck } from "lucide-react";
import { redirect } from "react-router";
import { visitOf, type Visit } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { dropToken } from "../lib/session.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { DeviceList } from "./device-list.tsx";
import { EmailSection } from "./email-section.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/security.page";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const [user, devices, factor] = await Promise.all([
    visit.page<User>("/v1/user"),
    visit.page<{ items: Device[] }>("/v1/user/sessions"),
    visit.page<SecondFactor>("/v1/user/second-factor"),
  ]);
  const { email, email_verified, new_email } = user;
  return { email, isVerified: email_verified, newEmail: new_email, devices: devices.items, factor };
}

/** What each form of the page asks the API for, by its `intent`. */
const intents: Record<string, (visit: Visit, form: FormData) => Promise<{ message: string | undefined }>> = {
  confirm: (visit) => visit.callWithMessage("/v1/user/confirm-email", { method: "POST" }),
  email: (visit, form) =>
    visit.callWithMessage("/v1/user/email", {
      method: "POST",
      body: { email: textOf(form, "email"), current_password: textOf(form, "current_password") },
    }),
  "email-off": (visit) => visit.callWithMessage("/v1/user/email", { method: "DELETE" }),
  device: (visit, form) =>
    visit.callWithMessage(`/v1/user/sessions/${encodeURIComponent(textOf(form, "id"))}`, { method: "DELETE" }),
};

export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer | Response> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const intent = textOf(form, "intent");
  const values = { intent, email: textOf(form, "email") };
  try {
    if (intent === "everywhere") {
      await visit.call("/v1/user/sessions", { method: "DELETE" });
      return redirect(visit.to("/"), { headers: { "set-cookie": dropToken(visit.server.secureCookies) } });
    }
    const answer = await intents[intent]?.(visit, form);
    return done(answer?.message ?? null, values);
  } catch (error) {
    return orSignIn(visit, "/profile/security", refused(error, values));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("profile.security"), noindex: true })
    : [];
};

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const { devices, factor, ...email } = loaderData;
  return (
    <AccountFrame current="/profile/security" title={t("profile.security")}>
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        <EmailSection {...email} answer={actionData} />
        <Section title={t("field.password")} text={t("profile.password_text")}>
          <Link to="/change-password" className={buttonClass({ kind: "outline" })}>
            {t("profile.change_password")}
          </Link>
        </Section>
        <Section title={t("profile.factor")} text={t("profile.factor_text")}>
          {factor.enabled ? (
            <p className="mb-3 flex items-center gap-2 text-sm text-tokiwa-700">
              <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
              {t("profile.factor_is_on")}
            </p>
          ) : null}
          <Link to="/profile/second-factor" className={buttonClass({ kind: "outline" })}>
            {t(factor.enabled ? "profile.factor_manage" : "profile.factor_set_up")}
          </Link>
        </Section>
        <DeviceList devices={devices} />
      </div>
    </AccountFrame>
  );
}
