import type { Cart } from "@furoshiki/api/cart";
import type { Country } from "@furoshiki/api/delivery";
import { useEffect } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { getKnownAddressValues } from "../account/addresses/address-fields.ts";
import { AddressForm } from "../account/addresses/address-form.tsx";
import { EmailStep } from "../account/sign-in/email-step.tsx";
import { isSignedIn } from "../api-client/browser-api.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { getAddresses } from "../cart/cart-contents.ts";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { GuestCartPage } from "../cart/guest/guest-cart-page.tsx";
import { useSignInRedirect } from "../cart/guest/merge-guest-cart.ts";
import { submitGuestCart } from "../cart/guest/submit-guest-cart.ts";
import { PendingSyncNotice } from "../cart/lines/pending-sync-notice.tsx";
import { clearRemovedLines } from "../cart/lines/removed-lines.ts";
import { clearUndoableRemoval } from "../cart/lines/undo-removal.ts";
import { loadCart, writtenCartContext } from "../cart/load-cart.ts";
import { hasWrittenCart, publishWrittenCart, useNewestCart, type WithCart } from "../cart/written-cart.ts";
import { Checkout } from "../checkout/checkout.tsx";
import { placeOrder, type PlaceOrderResult } from "../checkout/place-order.ts";
import { redirectToPayment } from "../checkout/redirect-to-payment.ts";
import { SavedForLater } from "../checkout/saved-for-later.tsx";
import { isCartIntent, updateCart } from "../checkout/update-cart.ts";
import { catchConnectionError, getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { createCheckoutLayout } from "../layout/checkout/checkout-layout.tsx";
import type { CheckoutStep } from "../layout/checkout/checkout-steps.tsx";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useRootData, type RootData } from "../store-config/root-data.ts";
import type { Route } from "./+types/cart.page";

export const handle: LayoutOptions = {
  buyBar: true,
  checkout: createCheckoutLayout<NonNullable<Route.ComponentProps["loaderData"]>>(getCheckoutStep),
};

/** Returns the step that the customer is at; null for an empty cart. */
function getCheckoutStep({ cart }: { cart: Cart }): CheckoutStep | null {
  if (cart.cart_items.items.length === 0) return cart.certificates.items.length > 0 ? "payment" : null;
  return getAddresses(cart).length > 0 ? "delivery" : "address";
}

/** Returns null for guests, whose cart is only in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const loaded = context.get(writtenCartContext) ?? (await loadCart(requestContext));
  allowOfflineCache({ context }, "any-query");
  if (!loaded) return null;
  const hasAddress = getAddresses(loaded.cart).length > 0;
  const countries = hasAddress ? [] : (await requestContext.load<{ items: Country[] }>("/v1/countries")).items;
  return { ...loaded, countries, orderKey: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  if (intent === "place_order") return requireSignIn(requestContext, "/cart", await placeOrder(requestContext, form));
  if (!isCartIntent(intent)) throw new Response(null, { status: 400 });
  const result = requireSignIn(requestContext, "/cart", await updateCart(requestContext, intent, form));
  context.set(writtenCartContext, result.cart ?? null);
  return result;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  if (!isSignedIn()) return submitGuestCart(await request.formData());
  return publishWrittenCart<(PlaceOrderResult & WithCart) | undefined>(async () =>
    redirectToPayment(await catchConnectionError(serverAction)),
  );
}

/** The result of a write has the new cart, so it is not loaded again. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !hasWrittenCart(actionResult) && defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = createNoindexMeta("layout.cart");

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useI18n();
  const rootData = useRootData();
  const onSignedIn = useSignInRedirect(`${to("/cart")}#address`);
  useEffect(
    () => () => {
      clearRemovedLines();
      clearUndoableRemoval();
    },
    [],
  );
  return (
    <div className="lg:mx-auto lg:max-w-page lg:px-4">
      {loaderData === null || !rootData?.user ? (
        <GuestCartPage signIn={<EmailStep id="cart" onSignedIn={onSignedIn} />} />
      ) : (
        <CustomerCart
          loaded={loaderData}
          customer={rootData.user}
          result={actionData && "ok" in actionData ? actionData : undefined}
        />
      )}
    </div>
  );
}

type CustomerCartProps = {
  loaded: NonNullable<Route.ComponentProps["loaderData"]>;
  customer: NonNullable<RootData["user"]>;
  result: PlaceOrderResult | undefined;
};

/** The cart of a signed-in customer: as the loader returned it, or as the latest write did. */
function CustomerCart({ loaded, customer, result }: CustomerCartProps) {
  const { cart, options } = useNewestCart(loaded);
  const rootData = useRootData();
  const deliveryCountry = rootData?.config.destination?.country ?? null;
  if (cart.cart_items.items.length + cart.certificates.items.length > 0)
    return (
      <Checkout
        cart={cart}
        options={options}
        orderKey={loaded.orderKey}
        result={result}
        newAddress={
          <AddressForm
            countries={loaded.countries}
            back="/cart"
            values={getKnownAddressValues(customer, deliveryCountry, rootData?.deliveryCity ?? null)}
          />
        }
      />
    );
  return (
    <>
      <div className="px-4 pt-4 empty:hidden lg:px-0">
        <PendingSyncNotice customerId={customer.id} lines={[]} />
      </div>
      <EmptyCart />
      <SavedForLater lines={cart.next_order.items} />
    </>
  );
}
