import type { User } from "@furoshiki/api/account";
import type { MessagePreferences, MessagePreferencesRequest } from "@furoshiki/api/account/message-preferences";
import type { PushState } from "@furoshiki/api/notifications/push";
import type { StoreConfig } from "@furoshiki/api/store-config";
import { useFetcher } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { AccountLayout } from "../account/account-layout.tsx";
import { MessageDestination } from "../account/message-preferences/message-destination.tsx";
import { messageChannels, readPreferenceChanges } from "../account/message-preferences/preference-changes.ts";
import { PreferenceResult } from "../account/message-preferences/preference-result.tsx";
import { PushSection } from "../account/message-preferences/push-section.tsx";
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
  const [{ email, email_verified }, preferences, { features }] = await Promise.all([
    requestContext.load<User>("/v1/user"),
    requestContext.load<MessagePreferences>(API_PATH),
    requestContext.load<StoreConfig>("/v1/frontConfig"),
  ]);
  // Notifications of the browser need the service worker.
  const push = features.offline ? await requestContext.load<PushState>("/v1/user/push") : null;
  return { email, isVerified: email_verified, push, ...preferences };
}

/** Switches kinds of messages on or off, all advertising off, sets the language, or subscribes a browser. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  try {
    const pushCall = readPushCall(intent, form);
    if (pushCall) {
      const { message } = await requestContext.callWithMessage(pushCall.path, pushCall.options);
      return createSuccessResult(message ?? null, { intent });
    }
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

/** Returns the call that subscribes or unsubscribes a browser; null if the form is another one. */
function readPushCall(intent: string, form: FormData) {
  if (intent === "push_off")
    return {
      path: `/v1/user/push/${encodeURIComponent(getFormValue(form, "id"))}`,
      options: { method: "DELETE" as const },
    };
  if (intent !== "push_on") return null;
  const keys = { p256dh: getFormValue(form, "p256dh"), auth: getFormValue(form, "auth") };
  return {
    path: "/v1/user/push",
    options: { method: "POST" as const, body: { endpoint: getFormValue(form, "endpoint"), keys } },
  };
}

function readChange(
  intent: string,
  items: MessagePreferences["items"],
  form: FormData,
): Partial<MessagePreferencesRequest> | { locale: string } {
  if (intent === "locale") return { locale: getFormValue(form, "locale") };
  if (intent !== "stop_advertising") return { changes: readPreferenceChanges(items, form) };
  return {
    changes: [
      { kind: "newsletter", channel: "email", is_enabled: false },
      { kind: "reminders", channel: "email", is_enabled: false },
      { kind: "reminders", channel: "push", is_enabled: false },
    ],
  };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("preferences.title");

export default function MessagePreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { items, email, isVerified, locale, push } = loaderData;
  const getResult = (intent: string) => (actionData?.values["intent"] === intent ? actionData : undefined);
  return (
    <AccountLayout current={PATH} title={t("preferences.title")}>
      <div className="mt-5 max-w-[760px] space-y-4 lg:mt-7 lg:space-y-5">
        {push ? <PushSection push={push} result={getResult("push_on") ?? getResult("push_off")} /> : null}
        <PreferenceTable items={items} channels={push ? messageChannels : ["email"]} result={getResult("kinds")} />
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
