import type { Product } from "@furoshiki/api/catalogue";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Note } from "../ui/note.tsx";
import { OpinionOf } from "./opinion-of.tsx";
import { QuestionForm } from "./question-form.tsx";
import type { Route } from "./+types/question.page";

/** The form of a question on a page of its own, for who has no scripts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  await visit.page("/v1/user");
  const product = await visit.page<Product>(`/v1/products/${encodeURIComponent(params.product)}`);
  const { id, name, link_rewrite, image } = product;
  return { product: { id, name, link_rewrite, image } };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FormAnswer> {
  const form = await request.formData();
  const values = { text: textOf(form, "text") };
  const body = { ...values, is_public: !form.has("anonymous"), notify: form.has("notify") };
  const path = `/v1/products/${encodeURIComponent(params.product)}/questions`;
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
    ? describePage(known, location, { title: textsOf(known.locale)("opinion.question"), noindex: true })
    : [];
};

export default function QuestionPage({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  return (
    <AccountFrame
      current="/profile/reviews"
      title={t("opinion.question")}
      back={{ to: `/${product.link_rewrite}#questions`, text: t("opinion.to_product") }}
    >
      <OpinionOf product={product} />
      {actionData?.ok ? (
        <Note kind="ok" className="mt-5">
          {actionData.message}
        </Note>
      ) : null}
      <div className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">
        <QuestionForm productId={product.id} answer={actionData} />
      </div>
    </AccountFrame>
  );
}
