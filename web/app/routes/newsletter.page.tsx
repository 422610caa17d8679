import { data, useFetcher } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
  type FormResult,
} from "../forms/form-result.ts";
import { EmailField } from "../forms/email-field.tsx";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { Link } from "../navigation/link.tsx";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { PrivacyConsent } from "../account/privacy-consent.tsx";
import { validateEmail } from "../account/field-validators.ts";
import { EmailLinkSuccess, EmailLinkPage } from "../account/emails/email-link-page.tsx";
import { ExpiredLink } from "../account/emails/expired-link.tsx";
import type { Route } from "./+types/newsletter.page";

/** Without a token shows the sign-up form, with one the confirmation page of the email link. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const token = getFormValue(form, "token");
  const values = getFormValues(form, ["email"]);
  try {
    const { message } = token
      ? await requestContext.callWithMessage("/v1/newsletter/confirm", { method: "POST", body: { token } })
      : await requestContext.callWithMessage("/v1/newsletter", {
          method: "POST",
          body: { ...values, agree: form.has("agree") },
        });
    return createSuccessResult(message ?? null);
  } catch (error) {
    const result = createErrorResult(error, { ...values, agree: form.has("agree") ? "1" : "" });
    return data(result, result.code === "link_broken" ? 410 : 200);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.newsletter_title");

export default function NewsletterPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? actionData;
  if (result?.ok)
    return (
      <EmailLinkSuccess title={t(token ? "auth.confirm_done" : "auth.newsletter_sent")} message={result.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </EmailLinkSuccess>
    );
  if (result?.code === "link_broken")
    return (
      <ExpiredLink
        message={result.message ?? ""}
        retryLink={{ to: "/user/newsletter", text: t("auth.newsletter_resubscribe") }}
      />
    );
  return (
    <EmailLinkPage
      title={t("auth.newsletter_title")}
      text={t(token ? "auth.newsletter_confirm" : "auth.newsletter_text")}
    >
      <NewsletterForm fetcher={fetcher} token={token} result={result} />
    </EmailLinkPage>
  );
}

type NewsletterFormProps = {
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
  token: string | null;
  result: FormResult | undefined;
};

function NewsletterForm({ fetcher, token, result }: NewsletterFormProps) {
  const { t, to } = useAccountI18n();
  const errors = useFormErrors(result, { email: validateEmail });
  return (
    <fetcher.Form method="post" action={to("/user/newsletter")} {...errors.form} className="mt-5 space-y-4">
      <FormAlert result={result} />
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <>
          <EmailField
            id="newsletter-email"
            label={t("field.email")}
            autoComplete="email"
            defaultValue={result?.values["email"]}
            errors={errors.getErrors("email")}
          />
          <PrivacyConsent
            id="newsletter-agree"
            messageKey="auth.newsletter_agree"
            defaultChecked={result?.values["agree"] === "1"}
            errors={errors.getErrors("agree")}
          />
        </>
      )}
      <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
        {t("auth.newsletter_subscribe")}
      </Button>
    </fetcher.Form>
  );
}
