import type { Cart } from "@furoshiki/api/cart";
import type { Option, Product } from "@furoshiki/api/catalogue";
import type { Country } from "@furoshiki/api/delivery";
import { useEffect } from "react";
import { AddressForm } from "../account/address-form.tsx";
import { SignInForm } from "../account/sign-in-form.tsx";
import { cartIntents, changeCart } from "../checkout/cart-changes.ts";
import { Checkout } from "../checkout/checkout.tsx";
import { NextOrder } from "../checkout/next-order.tsx";
import { placeOrder } from "../checkout/place-order.ts";
import { goToPayment } from "../checkout/go-to-payment.ts";
import { ApiError, visitOf, type Visit } from "../lib/api.ts";
import { orOffline, textOf } from "../lib/form-answer.ts";
import { mayBeKept } from "../lib/keeping.ts";
import { useKnown } from "../lib/known.ts";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import type { FrameWish } from "../shell/frame.tsx";
import { useEnter } from "./bring-guest-cart.ts";
import { EmptyCart } from "./empty-cart.tsx";
import { GuestCartView } from "./guest-cart-view.tsx";
import { forgetRemoved } from "./removed-lines.ts";
import { shownCart, type ShownCart } from "./shown-cart.ts";
import { forgetTakenOut } from "./taken-out.ts";
import { WaitingNote } from "./waiting-note.tsx";
import type { Route } from "./+types/cart.page";

export const handle: FrameWish = { buyBar: true };

/** Null for a guest, whose cart only his browser knows. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const cart = await ownCart(visit);
  mayBeKept({ context }, "thing");
  if (!cart) return null;
  const [options, countries] = await Promise.all([
    optionsToChoose(visit, cart),
    cart.addresses.length === 0 ? visit.page<{ items: Country[] }>("/v1/countries") : null,
  ]);
  return { cart, options, countries: countries?.items ?? [], orderKey: crypto.randomUUID() };
}

async function ownCart(visit: Visit): Promise<ShownCart | null> {
  if (!visit.token) return null;
  try {
    return shownCart(await visit.call<Cart>("/v1/user/cart"));
  } catch (error) {
    // A session that has ended makes a guest.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Options for lines whose own was withdrawn, by product. */
async function optionsToChoose(visit: Visit, cart: ShownCart): Promise<Record<number, Option[]>> {
  const lines = cart.lines.filter((line) => line.trouble === "option_required");
  const found = await Promise.all(
    lines.map(async (line) => {
      const product = await sidePart(visit.call<Product>(`/v1/products/${line.productId}`));
      return [line.productId, product?.options.filter((option) => option.available_for_order) ?? []] as const;
    }),
  );
  return Object.fromEntries(found);
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const asked = textOf(form, "intent");
  if (asked === "order") return orSignIn(visit, "/cart", await placeOrder(visit, form));
  const intent = cartIntents.find((one) => one === asked);
  if (!intent) throw new Response(null, { status: 400 });
  return orSignIn(visit, "/cart", await changeCart(visit, intent, form));
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return goToPayment(await orOffline(serverAction));
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("shell.cart"), noindex: true }) : [];
};

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useShop();
  const known = useKnown();
  const enter = useEnter(to("/cart"));
  useEffect(
    () => () => {
      forgetRemoved();
      forgetTakenOut();
    },
    [],
  );
  return (
    <div className="lg:mx-auto lg:max-w-page lg:px-4">
      {loaderData === null || !known?.user ? (
        <GuestCartView signIn={<SignInForm id="cart-login" from="/cart" onSignedIn={enter} />} />
      ) : loaderData.cart.lines.length + loaderData.cart.certificates.length === 0 ? (
        <>
          <div className="px-4 pt-4 empty:hidden lg:px-0">
            <WaitingNote owner={known.user.id} lines={[]} />
          </div>
          <EmptyCart />
          <NextOrder next={loaderData.cart.next} />
        </>
      ) : (
        <Checkout
          {...loaderData}
          answer={actionData && "ok" in actionData ? actionData : undefined}
          newAddress={<AddressForm countries={loaderData.countries} back="/cart" />}
        />
      )}
    </div>
  );
}
