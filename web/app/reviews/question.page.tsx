import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { orOffline, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { loadOpinionProduct, OpinionSheet, sendOpinion } from "./opinion-sheet.tsx";
import { QuestionForm } from "./question-form.tsx";
import type { Route } from "./+types/question.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  return { product: await loadOpinionProduct(visitOf({ context }), params.product) };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const form = await formDataOf(request);
  const values = { text: textOf(form, "text") };
  const body = { ...values, is_public: !form.has("anonymous"), notify: form.has("notify") };
  return sendOpinion(visitOf({ context }), { product: params.product, kind: "questions" }, body, values);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("opinion.question"), noindex: true })
    : [];
};

export default function QuestionPage({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const back = { to: `/${product.link_rewrite}#questions`, text: t("opinion.to_product") };
  return (
    <AccountFrame current="/profile/reviews" title={t("opinion.question")} back={back}>
      <OpinionSheet product={product} answer={actionData}>
        <QuestionForm productId={product.id} answer={actionData} />
      </OpinionSheet>
    </AccountFrame>
  );
}
