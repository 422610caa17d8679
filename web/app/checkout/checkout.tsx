import type { Option } from "@furoshiki/api/catalog";
import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { MergeNotice } from "../cart/guest/merge-notice.tsx";
import { CartLayout, CartHeader } from "../cart/cart-layout.tsx";
import { CartLines } from "../cart/lines/cart-lines.tsx";
import { useCart } from "../cart/cart-state.tsx";
import { CartChangesNotice } from "../cart/cart-changes-notice.tsx";
import { ClearCartButton } from "../cart/clear-cart-button.tsx";
import { StickyCheckoutBar } from "../cart/sticky-checkout-bar.tsx";
import { CartSection } from "../cart/cart-section.tsx";
import type { CartViewModel } from "../cart/cart-view-model.ts";
import { UndoRemovalNotice } from "../cart/lines/undo-removal-notice.tsx";
import { PendingSyncNotice } from "../cart/lines/pending-sync-notice.tsx";
import { useIsOffline } from "../offline/offline-status.ts";
import { getFormError, useFormErrors } from "../forms/form-errors.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { track } from "../analytics/track.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { AddressChoice } from "./choices/address-choice.tsx";
import { GiftCardLines } from "./gift-card-lines.tsx";
import { OrderConsents } from "./order-consents.tsx";
import { SCRIPTED_FIELD } from "./redirect-to-payment.ts";
import { serializeExpectedChoices, CartDifferenceList, serializeExpectedLines } from "./cart-difference-list.tsx";
import { SavedForLater } from "./saved-for-later.tsx";
import { OptionChips } from "./choices/option-chips.tsx";
import { OrderSummary, BLOCKERS_ID } from "./order-summary.tsx";
import { PaymentChoice } from "./choices/payment-choice.tsx";
import type { PlaceOrderResult } from "./place-order.ts";
import { GiftChoice } from "./choices/gift-choice.tsx";
import { getCheckoutBlockers, type CheckoutBlocker } from "./checkout-blockers.ts";
import { ShippingChoice } from "./choices/shipping-choice.tsx";
import { SplitChoice } from "./choices/split-choice.tsx";
import { type Consents, useConsents } from "./use-consents.ts";

const ORDER_FORM = "order";

type CheckoutProps = {
  cart: CartViewModel;
  options: Record<number, Option[]>;
  /** Idempotency-Key for the order of this page. */
  orderKey: string;
  result: PlaceOrderResult | undefined;
  /** Form for a first address. */
  newAddress: ReactNode;
};

/** Cart and checkout of a signed-in customer on one page (docs/domain/checkout.md). */
export function Checkout({ cart, options, orderKey, result, newAddress }: CheckoutProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const rootData = useRootData();
  const { getQty } = useCart();
  const { formData } = useNavigation();
  // Enabled by JavaScript only, which then tracks the purchase.
  const scriptedField = useRef<HTMLInputElement>(null);
  const [hasAttempted, setHasAttempted] = useState(false);
  const consents = useConsents(cart, {
    personalData: result?.values["agree"] === "1",
    offer: result?.values["agree_offer"] === "1",
  });
  const errors = useFormErrors(result);
  const isOffline = useIsOffline();
  const blockers = [
    ...(isOffline ? [{ text: t("checkout.blocker_offline"), sectionId: "main" }] : []),
    ...getCheckoutBlockers(cart, i18n, rootData?.config.limits.order_max ?? 0),
  ];
  const missingConsents = getMissingConsentErrors(cart, consents, t);
  const isPlacing = formData?.get("intent") === "place_order";
  // Quantities are not confirmed by the server yet, so the totals are outdated.
  const isStale = cart.lines.some((line) => getQty(line.cartId) !== line.qty);
  const isBlocked = blockers.length > 0;
  const getErrors = (field: string) => (hasAttempted ? missingConsents[field] : undefined) ?? errors.getErrors(field);
  const visibleBlockers = [
    ...blockers,
    ...getConsentBlockers(missingConsents, { isDutyShown: isBlocked || hasAttempted, hasAttempted }, t),
  ];
  const total = format.money(cart.total, cart.currency);
  const hasGoods = cart.lines.length > 0;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!isStale && !isPlacing && Object.keys(missingConsents).length === 0) {
      scriptedField.current?.removeAttribute("disabled");
      return;
    }
    event.preventDefault();
    setHasAttempted(true);
    const firstField = Object.keys(missingConsents)[0];
    if (firstField) document.getElementById(firstField)?.focus();
  };

  return (
    <>
      <CartHeader count={cart.count + cart.giftCards.length} weightG={hasGoods ? cart.weightG : 0} />
      <CartLayout
        notices={
          <>
            <CheckoutNotices result={result} blockers={blockers} cart={cart} />
            {/* A refused order already lists the same changes. */}
            {result?.difference ? null : <CartChangesNotice changes={cart.changes} currency={cart.currency} />}
            <MergeNotice />
            <UndoRemovalNotice />
            {rootData?.user ? <PendingSyncNotice customerId={rootData.user.id} lines={cart.lines} /> : null}
          </>
        }
        sidebar={
          <OrderSummary cart={cart} blockers={visibleBlockers} isStale={isStale}>
            <Button
              type="submit"
              form={ORDER_FORM}
              size="lg"
              full
              busy={isPlacing}
              disabled={isBlocked}
              {...(visibleBlockers.length > 0 ? { "aria-describedby": BLOCKERS_ID } : {})}
            >
              {t("checkout.place")}
            </Button>
          </OrderSummary>
        }
      >
        {hasGoods ? <CartItems cart={cart} options={options} /> : null}
        <GiftCardLines cart={cart} />
        <SplitChoice cart={cart} />
        <SavedForLater lines={cart.savedForLater} />
        <GiftChoice cart={cart} />
        {hasGoods ? (
          <>
            <AddressChoice cart={cart} newAddress={newAddress} />
            <ShippingChoice cart={cart} />
          </>
        ) : null}
        <PaymentChoice cart={cart} />
        <Form method="post" id={ORDER_FORM} preventScrollReset {...errors.form} onSubmit={onSubmit}>
          <OrderFormFields cart={cart} orderKey={orderKey} />
          <input ref={scriptedField} type="hidden" name={SCRIPTED_FIELD} value="1" disabled />
          <OrderConsents
            cart={cart}
            consents={consents}
            comment={result?.values["comment"] ?? ""}
            getErrors={getErrors}
          />
        </Form>
      </CartLayout>
      <StickyCheckoutBar name={t("checkout.to_pay")} total={total}>
        {isBlocked ? (
          <a href={`#${blockers[0]?.sectionId}`} className={buttonClass({ className: "h-12! grow max-w-56 px-3!" })}>
            <ArrowUp size={18} strokeWidth={1.5} aria-hidden />
            {t("checkout.to_blockers", { count: visibleBlockers.length })}
          </a>
        ) : (
          <Button type="submit" form={ORDER_FORM} busy={isPlacing} className="h-12! max-w-56 grow px-3!">
            {t("checkout.place")}
          </Button>
        )}
      </StickyCheckoutBar>
    </>
  );
}

/** The lines of the cart, with a choice of options where one is missing, and a button that empties the cart. */
function CartItems({ cart, options }: Pick<CheckoutProps, "cart" | "options">) {
  const { t } = useI18n();
  const { getQty, updateQty } = useCart();
  const clearFetcher = useFetcher();
  const clear = () => {
    for (const { cartId, qty } of cart.lines) void track({ kind: "quantity", cartId, before: qty, after: 0 });
    void clearFetcher.submit({ intent: "clear_cart" }, { method: "post" });
  };
  return (
    <CartSection id="items" title={t("checkout.items")} aside={<ClearCartButton onClear={clear} />}>
      <CartLines
        lines={cart.lines.filter((line) => getQty(line.cartId) > 0)}
        getCurrency={() => cart.currency}
        getQty={(line) => getQty(line.cartId)}
        onQty={(line, qty) => updateQty(line.cartId, qty)}
        onRestore={(line, qty) => updateQty(line.cartId, qty)}
        renderOptions={(line) => <OptionChips line={line} options={options[line.productId] ?? []} />}
      />
    </CartSection>
  );
}

/** Shows the result of the last form and the problems of the lines. */
function CheckoutNotices({
  result,
  blockers,
  cart,
}: {
  result: PlaceOrderResult | undefined;
  blockers: readonly CheckoutBlocker[];
  cart: CartViewModel;
}) {
  const { t } = useI18n();
  const ref = useRef<HTMLDivElement>(null);
  const banner = getFormError(result) ?? (result?.ok ? result.message : null);
  useEffect(() => {
    if (result && banner) ref.current?.focus();
  }, [result, banner]);
  const itemProblems = blockers.filter((reason) => reason.sectionId === "items").map((reason) => reason.text);
  if (!banner && itemProblems.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-32 space-y-3 outline-none">
      {banner ? (
        <Alert kind={result?.ok || result?.code === "cart_changed" ? "warn" : "error"}>
          {banner}
          {result?.difference ? <CartDifferenceList difference={result.difference} currency={cart.currency} /> : null}
        </Alert>
      ) : null}
      {itemProblems.length > 0 ? (
        <Alert kind="error">
          <b className="font-semibold">{t("checkout.not_yet")}</b> {`${itemProblems.join(". ")}.`}
        </Alert>
      ) : null}
    </div>
  );
}

/** Hidden fields of the order form: what the shopper saw, which the order must match (docs/domain/checkout.md). */
function OrderFormFields({ cart, orderKey }: Pick<CheckoutProps, "cart" | "orderKey">) {
  return (
    <>
      <input type="hidden" name="intent" value="place_order" />
      <input type="hidden" name="key" value={orderKey} />
      <input type="hidden" name="expected_total" value={cart.total} />
      <input type="hidden" name="expected_lines" value={serializeExpectedLines(cart)} />
      <input type="hidden" name="expected_choices" value={serializeExpectedChoices(cart)} />
      <input type="hidden" name="expected_presents" value={countGifts(cart)} />
      <input type="hidden" name="expected_duty" value={cart.duty.isDeclared ? cart.duty.tax : 0} />
      <input type="hidden" name="expected_certificates" value={cart.giftCards.length} />
    </>
  );
}

/** Counts the free items. */
function countGifts({ gifts, promoGift }: CartViewModel): number {
  return (gifts?.chosen.length ?? 0) + (promoGift === null ? 0 : 1);
}

/**
 * Returns the checkboxes that are not checked as blockers of the order.
 * @param isDutyShown whether the confirmation of the duty is listed
 * @param hasAttempted whether the shopper has tried to place the order: only then the other ones are listed
 */
function getConsentBlockers(
  missingConsents: Record<string, string[]>,
  { isDutyShown, hasAttempted }: { isDutyShown: boolean; hasAttempted: boolean },
  t: ReturnType<typeof useI18n>["t"],
): CheckoutBlocker[] {
  const texts = [
    missingConsents["duty_confirmed"] && isDutyShown ? t("checkout.blocker_duty") : null,
    missingConsents["agree"] && hasAttempted ? t("checkout.blocker_agree") : null,
    missingConsents["agree_offer"] && hasAttempted ? t("checkout.blocker_offer") : null,
  ];
  return texts.filter((text) => text !== null).map((text) => ({ text, sectionId: "confirmation" }));
}

/** Returns errors for the required checkboxes that are not checked, by field. */
function getMissingConsentErrors(
  cart: CartViewModel,
  { personalData, offer, duty }: Consents,
  t: ReturnType<typeof useI18n>["t"],
): Record<string, string[]> {
  return {
    ...(cart.duty.isDeclared && !duty ? { duty_confirmed: [t("field.notification.duty_confirmation_required")] } : {}),
    ...(personalData ? {} : { agree: [t("field.notification.no_agree_personal")] }),
    ...(offer ? {} : { agree_offer: [t("field.notification.no_agree_offer")] }),
  };
}
