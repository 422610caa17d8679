import { data, useNavigation } from "react-router";
import type { AcceptedStep, Invitation } from "@furoshiki/api/admin/staff";
import { createQrCode } from "@furoshiki/design-system/text/qr-code.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getFormMessage } from "../staff/field-errors.ts";
import { InvitationCodeForm, InvitationPasswordForm } from "../staff/invitation-forms.tsx";
import { RecoveryCodes } from "../staff/recovery-codes.tsx";
import { SignInFrame } from "../staff/sign-in-frame.tsx";
import { Note } from "../ui/note.tsx";
import type { Route } from "./+types/invitation.page";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { call } = getRequestContext({ context });
  try {
    const invitation = await call<Invitation>(`invitations/${encodeURIComponent(params.token)}`);
    return { ...invitation, step: url.searchParams.has("restart") ? ("password" as const) : invitation.step };
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) return null;
    throw error;
  }
}

// An accepted invitation no longer exists, while its page shows the recovery codes.
export const shouldRevalidate = () => false;

type StepResult = { authenticator: AcceptedStep["authenticator"]; recoveryCodes: string[] | null };

export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { key, otpauth_uri, ...body } = Object.fromEntries(await request.formData());
  const path = `invitations/${encodeURIComponent(params.token)}/accept`;
  // The key is shown only once: the form of the code sends it along, for the page after a wrong code.
  const shownAuthenticator = typeof key === "string" && typeof otpauth_uri === "string" ? { key, otpauth_uri } : null;
  try {
    const step = await requestContext.call<AcceptedStep>(path, { method: "POST", body });
    return { ...createStepResult(step.authenticator, step.recovery_codes), formErrors: undefined };
  } catch (error) {
    const { data: formErrors, init } = toFormErrors(error, requestContext);
    return data({ ...createStepResult(shownAuthenticator, null), formErrors }, init ?? undefined);
  }
}

function createStepResult(authenticator: StepResult["authenticator"], recoveryCodes: StepResult["recoveryCodes"]) {
  return {
    authenticator: authenticator && { ...authenticator, qr: createQrCode(authenticator.otpauth_uri) },
    recoveryCodes,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "invitation.title");

/** An invited person creates their account: name and password, the authenticator app, and the recovery codes. */
export default function InvitationPage({ loaderData: invitation, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const { authenticator = null, recoveryCodes = null, formErrors } = actionData ?? {};
  if (recoveryCodes)
    return (
      <SignInFrame title={t("invitation.codes_title")} subtitle={t("invitation.codes_text")}>
        <RecoveryCodes codes={recoveryCodes} />
      </SignInFrame>
    );
  if (!invitation)
    return (
      <SignInFrame title={t("invitation.expired_title")} subtitle={t("invitation.expired_text")}>
        {null}
      </SignInFrame>
    );
  const isCodeStep = authenticator !== null || (invitation.step === "code" && !formErrors?.errors["password"]);
  const message = getFormMessage(formErrors);
  const form = { formErrors, isBusy };
  return (
    <SignInFrame
      title={t(isCodeStep ? "invitation.authenticator_title" : "invitation.title")}
      subtitle={t(isCodeStep ? "invitation.step_code" : "invitation.step_password", { role: invitation.role_name })}
    >
      {message ? <Note tone="error">{message}</Note> : null}
      {isCodeStep ? (
        <InvitationCodeForm authenticator={authenticator} {...form} />
      ) : (
        <InvitationPasswordForm email={invitation.email} {...form} />
      )}
    </SignInFrame>
  );
}
