import type { Product } from "@furoshiki/api/catalog";
import type { ReactNode } from "react";
import type { RequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, createErrorResult, type FormResult } from "../forms/form-result.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { ReviewedProductRow } from "./reviewed-product.tsx";

/** The kind of user content, as in the path of the API. */
type UserContentKind = "reviews" | "questions";
type ReviewedProduct = Pick<Product, "id" | "name" | "link_rewrite" | "image">;

/** Loads the product of a review or question form. Requires a signed-in customer. */
export async function loadReviewedProduct(requestContext: RequestContext, product: string): Promise<ReviewedProduct> {
  await requestContext.load("/v1/user");
  const { id, name, link_rewrite, image } = await requestContext.load<Product>(
    `/v1/products/${encodeURIComponent(product)}`,
  );
  return { id, name, link_rewrite, image };
}

/** Submits a review or question. @param values submitted values, returned with the errors */
export async function submitUserContent(
  requestContext: RequestContext,
  { product, kind }: { product: string; kind: UserContentKind },
  body: object,
  values: Record<string, string>,
): Promise<FormResult> {
  try {
    const path = `/v1/products/${encodeURIComponent(product)}/${kind}`;
    const { message } = await requestContext.callWithMessage(path, { method: "POST", body });
    return createSuccessResult(message ?? null);
  } catch (error) {
    return createErrorResult(error, values);
  }
}

type UserContentPageProps = {
  product: ReviewedProduct;
  result: FormResult | undefined;
  children: ReactNode;
};

/**
 * The content of the page with a review or question form, for links from the profile and for browsers without scripts.
 */
export function UserContentPage({ product, result, children }: UserContentPageProps) {
  return (
    <>
      <ReviewedProductRow product={product} />
      {result?.ok ? (
        <Alert kind="ok" className="mt-5">
          {result.message}
        </Alert>
      ) : null}
      <div className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">{children}</div>
    </>
  );
}
