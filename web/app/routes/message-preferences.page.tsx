import type { User } from "@furoshiki/api/account";
import type { MessagePreferences, MessagePreferencesRequest } from "@furoshiki/api/account/message-preferences";
import { useFetcher } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { AccountLayout } from "../account/account-layout.tsx";
import { MessageDestination } from "../account/message-preferences/message-destination.tsx";
import { readPreferenceChanges } from "../account/message-preferences/preference-changes.ts";
import { PreferenceResult } from "../account/message-preferences/preference-result.tsx";
import { PreferenceTable } from "../account/message-preferences/preference-table.tsx";
import {
  catchConnectionError,
  createErrorResult,
  createSuccessResult,
  type FormResult,
  getFormValue,
} from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import type { Route } from "./+types/message-preferences.page";

const PATH = "/profile/notifications";
const API_PATH = "/v1/user/message-preferences";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const [{ email, email_verified }, preferences] = await Promise.all([
    requestContext.load<User>("/v1/user"),
    requestContext.load<MessagePreferences>(API_PATH),
  ]);
  return { email, isVerified: email_verified, ...preferences };
}

/** Switches kinds of messages on or off, all advertising off, or sets the language. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  try {
    const { items } = await requestContext.call<MessagePreferences>(API_PATH);
    const { message } = await requestContext.callWithMessage(API_PATH, {
      method: "PATCH",
      body: readChange(intent, items, form),
    });
    return createSuccessResult(message ?? null, { intent });
  } catch (error) {
    return requireSignIn(requestContext, PATH, createErrorResult(error, { intent }));
  }
}

function readChange(
  intent: string,
  items: MessagePreferences["items"],
  form: FormData,
): Partial<MessagePreferencesRequest> | { locale: string } {
  if (intent === "locale") return { locale: getFormValue(form, "locale") };
  if (intent !== "stop_advertising") return { changes: readPreferenceChanges(items, form) };
  return {
    changes: (["newsletter", "reminders"] as const).flatMap((kind) => [
      { kind, channel: "email" as const, is_enabled: false },
      { kind, channel: "push" as const, is_enabled: false },
    ]),
  };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("preferences.title");

export default function MessagePreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { items, email, isVerified, locale } = loaderData;
  const getResult = (intent: string) => (actionData?.values["intent"] === intent ? actionData : undefined);
  return (
    <AccountLayout current={PATH} title={t("preferences.title")}>
      <div className="mt-5 max-w-[760px] space-y-4 lg:mt-7 lg:space-y-5">
        <PreferenceTable items={items} channels={["email"]} result={getResult("kinds")} />
        <MessageDestination {...{ email, isVerified, locale }} result={getResult("locale")} />
        <StopAdvertising result={getResult("stop_advertising")} />
      </div>
    </AccountLayout>
  );
}

/** One press that ends the newsletter and all reminders. */
function StopAdvertising({ result }: { result: FormResult | undefined }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  return (
    <fetcher.Form method="post" action={to(PATH)} className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <input type="hidden" name="intent" value="stop_advertising" />
      <Button type="submit" kind="muted" busy={fetcher.state !== "idle"}>
        {t("preferences.stop_advertising")}
      </Button>
      <PreferenceResult result={fetcher.data ?? result} isIdle={fetcher.state === "idle"} />
    </fetcher.Form>
  );
}
