import type { ReviewList } from "@furoshiki/api/reviews";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { orOffline, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { loadOpinionProduct, OpinionSheet, sendOpinion } from "./opinion-sheet.tsx";
import { ReviewForm } from "./review-form.tsx";
import type { Route } from "./+types/review.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const product = await loadOpinionProduct(visit, params.product);
  const { own } = await visit.page<ReviewList>(`/v1/products/${product.id}/reviews?per_page=1`);
  return { product, own };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const form = await formDataOf(request);
  const values = { rating: textOf(form, "rating"), text: textOf(form, "text") };
  const body = {
    ...(values.rating === "" ? {} : { rating: Number(values.rating) }),
    text: values.text,
    photos: form.getAll("photos").map(Number),
  };
  return sendOpinion(visitOf({ context }), { product: params.product, kind: "reviews" }, body, values);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("opinion.your_review"), noindex: true })
    : [];
};

export default function ReviewPage({ loaderData: { product, own }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const back = { to: `/${product.link_rewrite}#reviews`, text: t("opinion.to_product") };
  return (
    <AccountFrame current="/profile/reviews" title={t("opinion.your_review")} back={back}>
      <OpinionSheet product={product} answer={actionData}>
        <ReviewForm key={product.id} productId={product.id} own={own} answer={actionData} />
      </OpinionSheet>
    </AccountFrame>
  );
}
