import { Form, Link, redirect, redirectDocument, useNavigation } from "react-router";
import type { SignInState } from "@furoshiki/api/admin/staff";
import { createQrCode } from "@furoshiki/design-system/text/qr-code.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createSignInPath } from "../api-client/sign-in-path.ts";
import { createTitle } from "../http/page-title.ts";
import { parseReturnPath } from "../http/return-path.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { AuthenticatorKeyCard } from "../staff/authenticator-key-card.tsx";
import { CodeField } from "../staff/code-field.tsx";
import { getFieldErrors, getFormMessage } from "../staff/field-errors.ts";
import { SignInFrame } from "../staff/sign-in-frame.tsx";
import { getSignInState } from "../staff/sign-in-state.ts";
import { Note } from "../ui/note.tsx";
import type { Route } from "./+types/sign-in-code.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const from = parseReturnPath(url.searchParams.get("from"));
  const state = await getSignInState(getRequestContext({ context }));
  if (!state) throw redirect(createSignInPath(from));
  if (state.level === "full") throw redirect(from);
  const { new_authenticator: newAuthenticator } = state;
  return {
    newAuthenticator: newAuthenticator && {
      secret: newAuthenticator.key,
      qr: createQrCode(newAuthenticator.otpauth_uri),
    },
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const code = String((await request.formData()).get("code") ?? "");
  const from = parseReturnPath(url.searchParams.get("from"));
  try {
    await requestContext.call<SignInState>("session/second-factor", { method: "POST", body: { code } });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirectDocument(from);
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "sign_in.code_title");

/** The second step of the sign-in; after a recovery code with the key of the new authenticator. */
export default function SignInCodePage({ loaderData: { newAuthenticator }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const message = getFormMessage(actionData);
  return (
    <SignInFrame
      title={t(newAuthenticator ? "sign_in.new_authenticator_title" : "sign_in.code_title")}
      subtitle={t(newAuthenticator ? "sign_in.new_authenticator_text" : "sign_in.step_code")}
    >
      {message ? <Note tone="error">{message}</Note> : null}
      {newAuthenticator ? <AuthenticatorKeyCard {...newAuthenticator} /> : null}
      <Form method="post" className="grid gap-5">
        <CodeField errors={getFieldErrors(t, actionData, "code")} submitLabel={t("sign_in.submit")} busy={isBusy} />
      </Form>
      {newAuthenticator ? null : (
        <p className="text-xs text-ink-2">
          {t.rich("sign_in.no_phone", {
            link: (chunks) => (
              <Link to="/sign-in/recovery-code" className="underline decoration-line-strong underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
      <Form method="post" action="/sign-out">
        <button className="text-xs text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink">
          {t("sign_in.other_account")}
        </button>
      </Form>
    </SignInFrame>
  );
}
