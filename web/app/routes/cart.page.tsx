import type { Cart } from "@furoshiki/api/cart";
import type { Option, Product } from "@furoshiki/api/catalog";
import type { Country } from "@furoshiki/api/delivery";
import { useEffect } from "react";
import { AddressForm } from "../account/addresses/address-form.tsx";
import { SignInForm } from "../account/sign-in/sign-in-form.tsx";
import { cartIntents, updateCart } from "../checkout/update-cart.ts";
import { Checkout } from "../checkout/checkout.tsx";
import { SavedForLater } from "../checkout/saved-for-later.tsx";
import { placeOrder } from "../checkout/place-order.ts";
import { redirectToPayment } from "../checkout/redirect-to-payment.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, getFormValue } from "../forms/form-result.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { useRootData } from "../store-config/root-data.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { loadOptionalData } from "../api-client/optional-data.ts";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { useSignInRedirect } from "../cart/guest/merge-guest-cart.ts";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { GuestCartView } from "../cart/guest/guest-cart-view.tsx";
import { clearRemovedLines } from "../cart/lines/removed-lines.ts";
import { createCartViewModel, type CartViewModel } from "../cart/cart-view-model.ts";
import { clearUndoableRemoval } from "../cart/lines/undo-removal.ts";
import { PendingSyncNotice } from "../cart/lines/pending-sync-notice.tsx";
import type { Route } from "./+types/cart.page";

export const handle: LayoutOptions = { buyBar: true };

/** Returns null for guests, whose cart is only in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const cart = await loadCart(requestContext);
  allowOfflineCache({ context }, "any-query");
  if (!cart) return null;
  const [options, countries] = await Promise.all([
    loadMissingOptions(requestContext, cart),
    cart.addresses.length === 0 ? requestContext.load<{ items: Country[] }>("/v1/countries") : null,
  ]);
  return { cart, options, countries: countries?.items ?? [], orderKey: crypto.randomUUID() };
}

async function loadCart(requestContext: RequestContext): Promise<CartViewModel | null> {
  if (!requestContext.token) return null;
  try {
    return createCartViewModel(await requestContext.call<Cart>("/v1/user/cart"));
  } catch (error) {
    // If the session has expired, the visitor is a guest.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Loads the options for lines that need a new one, by product id. */
async function loadMissingOptions(
  requestContext: RequestContext,
  cart: CartViewModel,
): Promise<Record<number, Option[]>> {
  const lines = cart.lines.filter((line) => line.problem === "option_required");
  const optionsByProduct = await Promise.all(
    lines.map(async (line) => {
      const product = await loadOptionalData(requestContext.call<Product>(`/v1/products/${line.productId}`));
      return [line.productId, product?.options.filter((option) => option.available_for_order) ?? []] as const;
    }),
  );
  return Object.fromEntries(optionsByProduct);
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intentValue = getFormValue(form, "intent");
  if (intentValue === "place_order")
    return requireSignIn(requestContext, "/cart", await placeOrder(requestContext, form));
  const intent = cartIntents.find((candidate) => candidate === intentValue);
  if (!intent) throw new Response(null, { status: 400 });
  return requireSignIn(requestContext, "/cart", await updateCart(requestContext, intent, form));
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return redirectToPayment(await catchConnectionError(serverAction));
}

export const meta: Route.MetaFunction = createNoindexMeta("layout.cart");

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useI18n();
  const rootData = useRootData();
  const onSignedIn = useSignInRedirect(to("/cart"));
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
        <GuestCartView signIn={<SignInForm id="cart-login" from="/cart" onSignedIn={onSignedIn} />} />
      ) : loaderData.cart.lines.length + loaderData.cart.giftCards.length === 0 ? (
        <>
          <div className="px-4 pt-4 empty:hidden lg:px-0">
            <PendingSyncNotice customerId={rootData.user.id} lines={[]} />
          </div>
          <EmptyCart />
          <SavedForLater lines={loaderData.cart.savedForLater} />
        </>
      ) : (
        <Checkout
          {...loaderData}
          result={actionData && "ok" in actionData ? actionData : undefined}
          newAddress={<AddressForm countries={loaderData.countries} back="/cart" />}
        />
      )}
    </div>
  );
}
