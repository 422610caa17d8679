import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, getFormValue, type FormResult } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { loadReviewedProduct, UserContentPage, submitUserContent } from "../reviews/user-content-page.tsx";
import { QuestionForm } from "../reviews/question-form.tsx";
import type { Route } from "./+types/question.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  return { product: await loadReviewedProduct(getRequestContext({ context }), params.product) };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormResult> {
  const formData = await parseFormData(request);
  const values = { text: getFormValue(formData, "text") };
  const body = { ...values, is_public: !formData.has("anonymous"), notify: formData.has("notify") };
  return submitUserContent(
    getRequestContext({ context }),
    { product: params.product, kind: "questions" },
    body,
    values,
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("feedback.question");

export default function QuestionPage({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const back = { to: `/${product.link_rewrite}#questions`, text: t("feedback.to_product") };
  return (
    <AccountLayout current="/profile/reviews" title={t("feedback.question")} back={back}>
      <UserContentPage product={product} result={actionData}>
        <QuestionForm productId={product.id} result={actionData} />
      </UserContentPage>
    </AccountLayout>
  );
}
