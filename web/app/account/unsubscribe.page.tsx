import { data } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { orOffline, textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { LetterQuestion, loadLink, takeLink, tokenIn } from "./letter-question.tsx";
import type { Route } from "./+types/unsubscribe.page";

/** Without a token, or with a broken one, the page says so at once: the button could only fail. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenIn(request);
  if (token === "") return loadLink(request);
  try {
    await visitOf({ context }).call("/v1/unsubscribe/check", { method: "POST", body: { token } });
    return data({ token });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Whether it works cannot be said now: the button will.
    if (error.status >= 500 || error.status === 429) return data({ token });
    return data({ token: "" }, 410);
  }
}

/** The button of the page, or a mail program's own (List-Unsubscribe-Post), which names the token in the address alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formDataOf(request);
  return takeLink(visitOf({ context }), "/v1/unsubscribe", textOf(form, "token") || tokenIn(request));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.unsubscribe_title"), noindex: true })
    : [];
};

export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  return (
    <LetterQuestion
      token={token}
      served={actionData}
      action="/user/unsubscribe"
      title={t("auth.unsubscribe_title")}
      text={t("auth.unsubscribe_text")}
      button={t("auth.unsubscribe")}
      doneTitle={t("auth.unsubscribe_done")}
      dead={t("auth.unsubscribe_dead")}
      again={{ to: "/profile/data", text: t("profile.data") }}
    />
  );
}
