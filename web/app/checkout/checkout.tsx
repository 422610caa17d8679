import type { Cart } from "@furoshiki/api/cart";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { isDutyExpected } from "../cart/cart-contents.ts";
import { CartView } from "../cart/cart-view.tsx";
import { useCart } from "../cart/cart-state.tsx";
import { useSectionFocus } from "../cart/use-section-focus.ts";
import { GiftChoice } from "../cart/gifts/gift-choice.tsx";
import { MergeNotice } from "../cart/guest/merge-notice.tsx";
import { PendingSyncNotice } from "../cart/lines/pending-sync-notice.tsx";
import type { LoadedCart } from "../cart/written-cart.ts";
import { useFormErrors } from "../forms/form-errors.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { useIsOffline } from "../offline/offline-status.ts";
import { useRootData } from "../store-config/root-data.ts";
import { serializeExpectedChoices, serializeExpectedLines } from "./cart-difference-list.tsx";
import { getCheckoutBlockers, type CheckoutBlocker } from "./checkout-blockers.ts";
import { CheckoutEmail } from "./checkout-email.tsx";
import { CheckoutNotices } from "./checkout-notices.tsx";
import { AddressChoice } from "./choices/address-choice.tsx";
import { OptionChips } from "./choices/option-chips.tsx";
import { PaymentChoice } from "./choices/payment-choice.tsx";
import { ShippingChoice } from "./choices/shipping-choice.tsx";
import { SplitChoice } from "./choices/split-choice.tsx";
import { GiftCardLines } from "./gift-card-lines.tsx";
import { getConsentBlockers, getMissingConsentErrors } from "./missing-consents.ts";
import { OrderConsents } from "./order-consents.tsx";
import { BLOCKERS_ID, OrderSummary } from "./order-summary.tsx";
import type { PlaceOrderResult } from "./place-order.ts";
import { SCRIPTED_FIELD } from "./redirect-to-payment.ts";
import { SavedForLater } from "./saved-for-later.tsx";
import { useConsents } from "./use-consents.ts";

const ORDER_FORM = "order";

type CheckoutProps = LoadedCart & {
  /** Idempotency-Key for the order of this page. */
  orderKey: string;
  result: PlaceOrderResult | undefined;
  /** Form for a first address. */
  newAddress: ReactNode;
};

/** Cart and checkout of a signed-in customer on one page (docs/domain/checkout.md). */
export function Checkout({ cart, options, orderKey, result, newAddress }: CheckoutProps) {
  const { t, format } = useAccountI18n();
  const rootData = useRootData();
  const { getQty } = useCart();
  const order = useOrderForm(cart, result);
  const isAddressSaved = useSectionFocus() === "shipping";
  const lines = cart.cart_items.items;
  const hasGoods = lines.length > 0;
  // Quantities are not confirmed by the server yet, so the totals are outdated.
  const isStale = lines.some((line) => getQty(line.cart_id) !== line.qty);
  return (
    <CartView
      lines={lines}
      giftCardCount={cart.certificates.items.length}
      weightG={hasGoods ? cart.weight_g : 0}
      currency={cart.price_v2}
      // A refused order already lists the same changes.
      changes={result?.difference ? [] : cart.changes}
      notices={
        <>
          <CheckoutNotices result={result} blockers={order.blockers} currency={cart.price_v2} />
          <MergeNotice />
          {rootData?.user ? <PendingSyncNotice customerId={rootData.user.id} lines={lines} /> : null}
        </>
      }
      renderOptions={(line) => <OptionChips line={line} options={options[line.product.id] ?? []} />}
      summary={
        <OrderSummary cart={cart} blockers={order.visibleBlockers} isStale={isStale}>
          <Button
            type="submit"
            form={ORDER_FORM}
            size="lg"
            full
            busy={order.isPlacing}
            disabled={order.isOffline}
            {...(order.visibleBlockers.length > 0 ? { "aria-describedby": BLOCKERS_ID } : {})}
          >
            {t("checkout.place")}
          </Button>
        </OrderSummary>
      }
      checkoutBar={{
        name: t("checkout.to_pay"),
        total: format.money(cart.price_v2.total_price, cart.price_v2),
        button: <CheckoutBarButton {...order} />,
      }}
    >
      <p role="status" className="sr-only">
        {isAddressSaved ? t("checkout.address_saved") : ""}
      </p>
      <GiftCardLines cart={cart} />
      <SplitChoice cart={cart} />
      <SavedForLater lines={cart.next_order.items} />
      <GiftChoice cart={cart} />
      {hasGoods ? (
        <>
          <AddressChoice cart={cart} newAddress={newAddress} />
          <ShippingChoice cart={cart} />
        </>
      ) : null}
      <PaymentChoice cart={cart} />
      <CheckoutEmail />
      <Form method="post" id={ORDER_FORM} preventScrollReset {...order.form} onSubmit={order.createSubmit(isStale)}>
        <OrderFormFields cart={cart} orderKey={orderKey} />
        <input ref={order.scriptedField} type="hidden" name={SCRIPTED_FIELD} value="1" disabled />
        <OrderConsents
          cart={cart}
          consents={order.consents}
          comment={result?.values["comment"] ?? ""}
          getErrors={order.getErrors}
        />
      </Form>
    </CartView>
  );
}

/** State of the order form: its consents and errors, and what blocks the order. */
function useOrderForm(cart: Cart, result: PlaceOrderResult | undefined) {
  const i18n = useAccountI18n();
  const { t } = i18n;
  const { formData } = useNavigation();
  const isOffline = useIsOffline();
  const orderMax = useRootData()?.config.limits.order_max ?? 0;
  // Enabled by JavaScript only, which then tracks the purchase.
  const scriptedField = useRef<HTMLInputElement>(null);
  const [hasAttempted, setHasAttempted] = useState(false);
  const consents = useConsents(cart, {
    personalData: result?.values["agree"] === "1",
    offer: result?.values["agree_offer"] === "1",
  });
  const errors = useFormErrors(result);
  const missingConsents = getMissingConsentErrors(cart, consents, t);
  const [firstMissing] = Object.keys(missingConsents);
  const isPlacing = formData?.get("intent") === "place_order";
  const offlineBlockers = isOffline ? [{ text: t("checkout.blocker_offline"), sectionId: "main" }] : [];
  const blockers: CheckoutBlocker[] = [...offlineBlockers, ...getCheckoutBlockers(cart, i18n, orderMax)];
  const createSubmit = (isStale: boolean) => (event: FormEvent<HTMLFormElement>) => {
    const [firstBlocker] = blockers;
    if (!isStale && !isPlacing && !firstBlocker && firstMissing === undefined) {
      scriptedField.current?.removeAttribute("disabled");
      return;
    }
    event.preventDefault();
    setHasAttempted(true);
    if (firstBlocker) focusSection(firstBlocker.sectionId);
    else if (firstMissing !== undefined) document.getElementById(firstMissing)?.focus();
  };
  return {
    form: errors.form,
    scriptedField,
    consents,
    isPlacing,
    blockers,
    isOffline,
    /** What the shopper is told that is missing: only the connection before they have tried to place the order. */
    visibleBlockers: hasAttempted ? [...blockers, ...getConsentBlockers(missingConsents, t)] : offlineBlockers,
    getErrors: (field: string) => (hasAttempted ? missingConsents[field] : undefined) ?? errors.getErrors(field),
    createSubmit,
  };
}

/** Moves the focus to a section of the page: to its heading, if it has one. */
function focusSection(id: string): void {
  (document.getElementById(`${id}-title`) ?? document.getElementById(id))?.focus();
}

/** The next step by the section that it is in. */
const nextSteps: Readonly<
  Record<string, "checkout.next_address" | "checkout.next_shipping" | "checkout.next_payment">
> = {
  address: "checkout.next_address",
  shipping: "checkout.next_shipping",
  payment: "checkout.next_payment",
};

type CheckoutBarButtonProps = Pick<ReturnType<typeof useOrderForm>, "blockers" | "visibleBlockers" | "isPlacing">;

/**
 * The button that places the order. Before that it is a link to the next step, or to what is missing once the shopper has
 * tried to place the order.
 */
function CheckoutBarButton({ blockers, visibleBlockers, isPlacing }: CheckoutBarButtonProps) {
  const { t } = useAccountI18n();
  const [firstBlocker] = blockers;
  const nextStep = firstBlocker && nextSteps[firstBlocker.sectionId];
  if (!firstBlocker || (visibleBlockers.length === 0 && !nextStep))
    return (
      <Button type="submit" form={ORDER_FORM} busy={isPlacing} className="h-12! max-w-56 grow px-3!">
        {t("checkout.place")}
      </Button>
    );
  return (
    <a href={`#${firstBlocker.sectionId}`} className={buttonClass({ className: "h-12! grow max-w-56 px-3!" })}>
      {visibleBlockers.length > 0 || !nextStep ? (
        <>
          <ArrowUp size={18} strokeWidth={1.5} aria-hidden />
          {t("checkout.to_blockers", { count: visibleBlockers.length })}
        </>
      ) : (
        <>
          {t(nextStep)}
          <ArrowDown size={18} strokeWidth={1.5} aria-hidden />
        </>
      )}
    </a>
  );
}

/** Hidden fields of the order form: what the shopper saw, which the order must match (docs/domain/checkout.md). */
function OrderFormFields({ cart, orderKey }: { cart: Cart; orderKey: string }) {
  const { presents, customs_tax: customs, certificates, price_v2: totals } = cart;
  const giftCount = presents.chosen.length + (presents.gift === null ? 0 : 1);
  return (
    <>
      <input type="hidden" name="intent" value="place_order" />
      <input type="hidden" name="key" value={orderKey} />
      <input type="hidden" name="expected_total" value={totals.total_price} />
      <input type="hidden" name="expected_lines" value={serializeExpectedLines(cart)} />
      <input type="hidden" name="expected_choices" value={serializeExpectedChoices(cart)} />
      <input type="hidden" name="expected_presents" value={giftCount} />
      <input type="hidden" name="expected_duty" value={isDutyExpected(cart) ? customs.tax : 0} />
      <input type="hidden" name="expected_certificates" value={certificates.items.length} />
    </>
  );
}
