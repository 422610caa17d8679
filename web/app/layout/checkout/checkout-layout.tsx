import type { LayoutOptions } from "../page-layout.tsx";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { CheckoutHeader } from "./checkout-header.tsx";
import type { CheckoutStep } from "./checkout-steps.tsx";

/**
 * Creates the layout of a checkout page: logo, steps and help instead of search and catalog.
 * @param getStep returns the step of the page from its loader data, or null if the page is not part of a checkout
 */
export function createCheckoutLayout<Data>(
  getStep: (loaderData: Data) => CheckoutStep | null,
): NonNullable<LayoutOptions["checkout"]> {
  const findStep = (loaderData: unknown) => (loaderData ? getStep(loaderData as Data) : null);
  return {
    isActive: (loaderData) => findStep(loaderData) !== null,
    Header: ({ rootData, loaderData }) => (
      <CheckoutHeader rootData={rootData} step={findStep(loaderData) ?? "address"} />
    ),
    Footer: CheckoutFooter,
  };
}
