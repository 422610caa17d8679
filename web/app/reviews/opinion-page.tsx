import type { Product } from "@furoshiki/api/catalogue";
import type { ReactNode } from "react";
import { AccountFrame } from "../account/account-frame.tsx";
import type { Visit } from "../lib/api.ts";
import { done, refused, type FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { OpinionOf } from "./opinion-of.tsx";

/** Where the opinions of a kind stand: on the API, and on the page of their product. */
export type OpinionKind = "reviews" | "questions";
type OpinionProduct = Pick<Product, "id" | "name" | "link_rewrite" | "image">;

/** What the form of an opinion on a page of its own shows of its product. Refuses guests. */
export async function loadOpinionProduct(visit: Visit, product: string): Promise<OpinionProduct> {
  await visit.page("/v1/user");
  const { id, name, link_rewrite, image } = await visit.page<Product>(`/v1/products/${encodeURIComponent(product)}`);
  return { id, name, link_rewrite, image };
}

/** Sends an opinion. @param values what was typed, for the form that comes back when it is refused */
export async function sendOpinion(
  visit: Visit,
  { product, kind }: { product: string; kind: OpinionKind },
  body: object,
  values: Record<string, string>,
): Promise<FormAnswer> {
  try {
    const path = `/v1/products/${encodeURIComponent(product)}/${kind}`;
    const { message } = await visit.callWithMessage(path, { method: "POST", body });
    return done(message ?? null);
  } catch (error) {
    return refused(error, values);
  }
}

type OpinionPageProps = {
  product: OpinionProduct;
  kind: OpinionKind;
  title: string;
  answer: FormAnswer | undefined;
  /** The form. */
  children: ReactNode;
};

/** The form of an opinion on a page of its own: for what leads here from the profile and for who has no scripts. */
export function OpinionPage({ product, kind, title, answer, children }: OpinionPageProps) {
  const { t } = useShop();
  return (
    <AccountFrame
      current="/profile/reviews"
      title={title}
      back={{ to: `/${product.link_rewrite}#${kind}`, text: t("opinion.to_product") }}
    >
      <OpinionOf product={product} />
      {answer?.ok ? (
        <Note kind="ok" className="mt-5">
          {answer.message}
        </Note>
      ) : null}
      <div className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">{children}</div>
    </AccountFrame>
  );
}
