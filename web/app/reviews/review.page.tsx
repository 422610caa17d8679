import type { Product } from "@furoshiki/api/catalogue";
import type { ReviewList } from "@furoshiki/api/reviews";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Note } from "../ui/note.tsx";
import { OpinionOf } from "./opinion-of.tsx";
import { ReviewForm } from "./review-form.tsx";
import type { Route } from "./+types/review.page";

/** The form of a review on a page of its own: for what leads here from the profile and for who has no scripts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  await visit.page("/v1/user");
  const path = `/v1/products/${encodeURIComponent(params.product)}`;
  const [product, reviews] = await Promise.all([
    visit.page<Product>(path),
    visit.page<ReviewList>(`${path}/reviews?per_page=1`),
  ]);
  const { id, name, link_rewrite, image } = product;
  return { product: { id, name, link_rewrite, image }, own: reviews.own };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const form = await request.formData();
  const values = { rating: textOf(form, "rating"), text: textOf(form, "text") };
  const body = {
    ...(values.rating === "" ? {} : { rating: Number(values.rating) }),
    text: values.text,
    photos: form.getAll("photos").map(Number),
  };
  const path = `/v1/products/${encodeURIComponent(params.product)}/reviews`;
  try {
    const { message } = await visitOf({ context }).callWithMessage(path, { method: "POST", body });
    return done(message ?? null);
  } catch (error) {
    return refused(error, values);
  }
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
  return (
    <AccountFrame
      current="/profile/reviews"
      title={t("opinion.your_review")}
      back={{ to: `/${product.link_rewrite}#reviews`, text: t("opinion.to_product") }}
    >
      <OpinionOf product={product} />
      {actionData?.ok ? (
        <Note kind="ok" className="mt-5">
          {actionData.message}
        </Note>
      ) : null}
      <div className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">
        <ReviewForm key={product.id} productId={product.id} own={own} answer={actionData} />
      </div>
    </AccountFrame>
  );
}
