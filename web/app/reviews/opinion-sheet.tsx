import type { Product } from "@furoshiki/api/catalogue";
import type { ReactNode } from "react";
import type { Visit } from "../lib/api.ts";
import { done, refused, type FormAnswer } from "../lib/form-answer.ts";
import { Note } from "../ui/note.tsx";
import { OpinionOf } from "./opinion-of.tsx";

/** Where the opinions of a kind stand on the API. */
type OpinionKind = "reviews" | "questions";
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

type OpinionSheetProps = {
  product: OpinionProduct;
  answer: FormAnswer | undefined;
  /** The form. */
  children: ReactNode;
};

/** What a page of its own for an opinion holds: it is for what leads there from the profile, and for who has no scripts. */
export function OpinionSheet({ product, answer, children }: OpinionSheetProps) {
  return (
    <>
      <OpinionOf product={product} />
      {answer?.ok ? (
        <Note kind="ok" className="mt-5">
          {answer.message}
        </Note>
      ) : null}
      <div className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">{children}</div>
    </>
  );
}
