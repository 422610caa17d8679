import { visitOf } from "../lib/api.ts";
import { orOffline, textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { LetterQuestion, loadLink, takeLink } from "./letter-question.tsx";
import type { Route } from "./+types/confirm-email.page";

export function loader({ request }: Route.LoaderArgs) {
  return loadLink(request);
}

export async function action({ request, context }: Route.ActionArgs) {
  return takeLink(visitOf({ context }), "/v1/confirm-email", textOf(await formDataOf(request), "token"));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.confirm_title"), noindex: true })
    : [];
};

export default function ConfirmEmailPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const dead = t("auth.confirm_dead");
  return (
    <LetterQuestion
      token={token}
      served={actionData}
      action="/confirm-email"
      title={t("auth.confirm_title")}
      text={t("auth.confirm_text")}
      button={t("auth.confirm")}
      doneTitle={t("auth.confirm_done")}
      dead={dead}
      again={{ to: "/profile/security", text: t("profile.security") }}
      refusals={{ email_link_used: dead }}
    />
  );
}
