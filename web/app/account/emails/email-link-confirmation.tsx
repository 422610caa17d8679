import { data, useFetcher } from "react-router";
import type { RequestContext } from "../../api-client/request-context.ts";
import { createSuccessResult, createErrorResult, type FormResult } from "../../forms/form-result.ts";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { EmailLinkSuccess, EmailLinkPage } from "./email-link-page.tsx";
import { ExpiredLink } from "./expired-link.tsx";

const STATUS_GONE = 410;

/**
 * Loads the token of an email link; responds with 410 if there is none. Opening the link changes nothing, because mail
 * scanners open links too: only the form on the page does.
 */
export function loadEmailLink(request: Request) {
  const token = getToken(request);
  return data({ token }, token === "" ? STATUS_GONE : 200);
}

/** Returns the token in the URL of an email link, or an empty string. */
export function getToken(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

/** Sends the token to the API endpoint `path`. Returns its message, or the error for the form. */
export async function submitEmailLink(
  requestContext: RequestContext,
  path: string,
  token: string,
): Promise<FormResult> {
  try {
    const { message } = await requestContext.callWithMessage(path, { method: "POST", body: { token } });
    return createSuccessResult(message ?? null);
  } catch (error) {
    return createErrorResult(error);
  }
}

type EmailLinkConfirmationProps = {
  token: string;
  /** Action data of the page if the form was sent without JavaScript. */
  initialResult: FormResult | undefined;
  /** Path to which the form is posted. */
  action: string;
  title: string;
  text: string;
  button: string;
  /** Title after success; the message comes from the API. */
  successTitle: string;
  /** Message for a link without a token, and the link shown below any error. */
  expiredMessage: string;
  retryLink: { to: string; text: string };
  /** Messages of the page for some error codes, used instead of the messages of the API. */
  errorMessages?: Record<string, string>;
};

/** Page behind an email link: a question, a button, and the result. */
export function EmailLinkConfirmation({
  token,
  initialResult,
  action,
  title,
  text,
  button,
  successTitle,
  ...linkProps
}: EmailLinkConfirmationProps) {
  const { t, to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  if (result?.ok)
    return (
      <EmailLinkSuccess title={successTitle} message={result.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </EmailLinkSuccess>
    );
  const isOffline = result?.code === "offline";
  if (token === "" || (result && !isOffline)) {
    const errorMessage = result
      ? (linkProps.errorMessages?.[result.code ?? ""] ?? result.message)
      : linkProps.expiredMessage;
    return <ExpiredLink message={errorMessage ?? ""} retryLink={linkProps.retryLink} />;
  }
  return (
    <EmailLinkPage title={title} text={text}>
      {isOffline ? (
        <Alert kind="error" className="mt-5">
          {result?.message}
        </Alert>
      ) : null}
      <fetcher.Form method="post" action={to(action)} className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {button}
        </Button>
      </fetcher.Form>
    </EmailLinkPage>
  );
}
