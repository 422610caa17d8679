import type { ReviewList } from "@furoshiki/api/reviews";
import { useSearchParams } from "react-router";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, getFormValues, type FormResult } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { loadReviewedProduct, UserContentPage, submitUserContent } from "../reviews/user-content-page.tsx";
import { ReviewForm } from "../reviews/review-form.tsx";
import type { Route } from "./+types/review.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const product = await loadReviewedProduct(requestContext, params.product);
  const { own } = await requestContext.load<ReviewList>(`/v1/products/${product.id}/reviews?per_page=1`);
  return { product, own };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormResult> {
  const formData = await parseFormData(request);
  const values = getFormValues(formData, ["rating", "text", "age", "skin"]);
  const body = {
    ...(values.rating === "" ? {} : { rating: Number(values.rating) }),
    text: values.text,
    photos: formData.getAll("photos").map(Number),
    age: values.age === "" ? null : values.age,
    skin: values.skin === "" ? null : values.skin,
  };
  return submitUserContent(getRequestContext({ context }), { product: params.product, kind: "reviews" }, body, values);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("feedback.your_review");

export default function ReviewPage({ loaderData: { product, own }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const [searchParams] = useSearchParams();
  const back = { to: `/${product.link_rewrite}#reviews`, text: t("feedback.to_product") };
  return (
    <AccountLayout current="/profile/reviews" title={t("feedback.your_review")} back={back}>
      <UserContentPage product={product} result={actionData}>
        <ReviewForm
          key={product.id}
          productId={product.id}
          own={own}
          initialRating={Number(searchParams.get("rating")) || null}
          result={actionData}
        />
      </UserContentPage>
    </AccountLayout>
  );
}
