import type { Device } from "@furoshiki/api/account/sessions";
import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import type { User } from "@furoshiki/api/account";
import { redirect } from "react-router";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
  type FormResult,
} from "../forms/form-result.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { AccountLayout } from "../account/account-layout.tsx";
import { DeviceList } from "../account/device-list.tsx";
import { EmailSection } from "../account/emails/email-section.tsx";
import { PasskeySection } from "../account/passkeys/passkey-section.tsx";
import { SignInMethodsSection } from "../account/sign-in-methods-section.tsx";
import { parseCredential, requestEmailCode } from "../account/sign-in/sign-in-requests.ts";
import type { Route } from "./+types/security.page";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const [user, devices, methods] = await Promise.all([
    requestContext.load<User>("/v1/user"),
    requestContext.load<{ items: Device[] }>("/v1/user/sessions"),
    requestContext.load<SignInMethods>("/v1/user/sign-in-methods"),
  ]);
  const { email, email_verified, new_email } = user;
  return { email, isVerified: email_verified, newEmail: new_email, devices: devices.items, methods };
}

type IntentHandler = (
  requestContext: RequestContext,
  form: FormData,
) => Promise<{ message: string | undefined; values?: Record<string, string> }>;

/** API calls of the forms of this page, by `intent`. A map, because a record would also find `constructor`. */
const intentHandlers: ReadonlyMap<string, IntentHandler> = new Map(
  Object.entries<IntentHandler>({
    confirm_email: (requestContext) => requestContext.callWithMessage("/v1/user/confirm-email", { method: "POST" }),
    change_email: (requestContext, form) =>
      requestContext.callWithMessage("/v1/user/email", {
        method: "POST",
        body: { email: getFormValue(form, "email"), current_password: getFormValue(form, "current_password") },
      }),
    cancel_email_change: (requestContext) => requestContext.callWithMessage("/v1/user/email", { method: "DELETE" }),
    add_passkey: (requestContext, form) =>
      requestContext.callWithMessage("/v1/user/passkeys", {
        method: "POST",
        body: { credential: parseCredential(form) },
      }),
    rename_passkey: (requestContext, form) =>
      requestContext.callWithMessage(getPasskeyPath(form), {
        method: "PATCH",
        body: { name: getFormValue(form, "name") },
      }),
    remove_passkey: (requestContext, form) =>
      requestContext.callWithMessage(getPasskeyPath(form), { method: "DELETE" }),
    async request_code(requestContext) {
      const { email } = await requestContext.call<User>("/v1/user");
      const { values } = await requestEmailCode(requestContext, { email });
      return { message: undefined, values };
    },
    reauthenticate: (requestContext, form) =>
      requestContext.callWithMessage("/v1/user/reauthentication", {
        method: "POST",
        body: getFormValues(form, ["current_password", "code_token", "email_code", "code"]),
      }),
    end_session: (requestContext, form) =>
      requestContext.callWithMessage(`/v1/user/sessions/${encodeURIComponent(getFormValue(form, "id"))}`, {
        method: "DELETE",
      }),
  }),
);

function getPasskeyPath(form: FormData): string {
  return `/v1/user/passkeys/${encodeURIComponent(getFormValue(form, "id"))}`;
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult | Response> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  const values = { intent, ...getFormValues(form, ["email", "code_token"]) };
  const handleIntent = intentHandlers.get(intent);
  if (!handleIntent && intent !== "sign_out_everywhere") throw new Response(null, { status: 400 });
  try {
    if (!handleIntent) {
      await requestContext.call("/v1/user/sessions", { method: "DELETE" });
      return redirect(requestContext.to("/"), {
        headers: { "set-cookie": clearSessionCookie(requestContext.server.secureCookies) },
      });
    }
    const { message, values: newValues } = await handleIntent(requestContext, form);
    return createSuccessResult(message ?? null, { ...values, code_token: "", ...newValues });
  } catch (error) {
    return requireSignIn(requestContext, "/profile/security", createErrorResult(error, values));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.security");

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { devices, methods, ...email } = loaderData;
  return (
    <AccountLayout current="/profile/security" title={t("profile.security")}>
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        <PasskeySection email={email.email} methods={methods} result={actionData} />
        <SignInMethodsSection email={email.email} methods={methods} />
        <EmailSection {...email} result={actionData} />
        <DeviceList devices={devices} />
      </div>
    </AccountLayout>
  );
}
