import type { Option } from "@furoshiki/api/catalogue";
import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { BroughtNote } from "../cart/brought-note.tsx";
import { CartFrame, CartHead } from "../cart/cart-frame.tsx";
import { CartLines } from "../cart/cart-lines.tsx";
import { useCart } from "../cart/cart-state.tsx";
import { ChangesNote } from "../cart/changes-note.tsx";
import { ClearButton } from "../cart/clear-button.tsx";
import { PayBar } from "../cart/pay-bar.tsx";
import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import { TakenOutNote } from "../cart/taken-out-note.tsx";
import { WaitingNote } from "../cart/waiting-note.tsx";
import { useIsOffline } from "../lib/connection.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { AddressChoice } from "./address-choice.tsx";
import { CertificateLines } from "./certificate-lines.tsx";
import { Confirmation } from "./confirmation.tsx";
import { SCRIPTED } from "./go-to-payment.ts";
import { choicesSeen, DifferenceList, linesSeen } from "./difference-list.tsx";
import { NextOrder } from "./next-order.tsx";
import { OptionChips } from "./option-chips.tsx";
import { OrderSummary, REASONS_ID } from "./order-summary.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import type { OrderAnswer } from "./place-order.ts";
import { PresentsChoice } from "./presents-choice.tsx";
import { reasonsOf, type Reason } from "./reasons.ts";
import { ShippingChoice } from "./shipping-choice.tsx";
import { SplitChoice } from "./split-choice.tsx";
import { type Consents, useConsents } from "./use-consents.ts";

const ORDER_FORM = "order";

type CheckoutProps = {
  cart: ShownCart;
  options: Record<number, Option[]>;
  /** Idempotency-Key of the order that this page may place. */
  orderKey: string;
  answer: OrderAnswer | undefined;
  /** The form for a first address. */
  newAddress: ReactNode;
};

/** The cart of a signed-in shopper and its checkout on one page (design §5, Cart + checkout). */
export function Checkout({ cart, options, orderKey, answer, newAddress }: CheckoutProps) {
  const shop = useShop();
  const { t, format } = shop;
  const known = useKnown();
  const { qtyOf, changeQty } = useCart();
  const clear = useFetcher();
  const { formData } = useNavigation();
  // Sent only by the script, which then tells of the order.
  const scripted = useRef<HTMLInputElement>(null);
  const [attempted, setAttempted] = useState(false);
  const consents = useConsents(cart, {
    personalData: answer?.values["agree"] === "1",
    offer: answer?.values["agree_offer"] === "1",
  });
  const errors = useFormErrors(answer);
  const isOffline = useIsOffline();
  const reasons = [
    ...(isOffline ? [{ text: t("checkout.reason_offline"), at: "main" }] : []),
    ...reasonsOf(cart, shop, known?.config.limits.order_max ?? 0),
  ];
  const unticked = untickedErrors(cart, consents, t);
  const placing = formData?.get("intent") === "order";
  // Quantities that the shop has not answered yet: the shown sums are of before.
  const stale = cart.lines.some((line) => qtyOf(line.cartId) !== line.qty);
  const blocked = reasons.length > 0;
  const errorsOf = (field: string) => (attempted ? unticked[field] : undefined) ?? errors.of(field);
  const listed: Reason[] = [
    ...reasons,
    ...(unticked["duty_confirmed"] && (blocked || attempted)
      ? [{ text: t("checkout.reason_duty"), at: "confirmation" }]
      : []),
    ...(unticked["agree"] && attempted ? [{ text: t("checkout.reason_agree"), at: "confirmation" }] : []),
    ...(unticked["agree_offer"] && attempted ? [{ text: t("checkout.reason_offer"), at: "confirmation" }] : []),
  ];
  const total = format.money(cart.total, cart.money);
  const hasGoods = cart.lines.length > 0;

  const onClear = () => {
    for (const { cartId, qty } of cart.lines) void track({ kind: "quantity", cartId, before: qty, after: 0 });
    void clear.submit({ intent: "clear" }, { method: "post" });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!stale && !placing && Object.keys(unticked).length === 0) {
      scripted.current?.removeAttribute("disabled");
      return;
    }
    event.preventDefault();
    setAttempted(true);
    const first = Object.keys(unticked)[0];
    if (first) document.getElementById(first)?.focus();
  };

  return (
    <>
      <CartHead count={cart.count + cart.certificates.length} weightG={hasGoods ? cart.weightG : 0} />
      <CartFrame
        above={
          <>
            <Notes answer={answer} reasons={reasons} cart={cart} />
            {/* A refused order has just said the same. */}
            {answer?.difference ? null : <ChangesNote changes={cart.changes} money={cart.money} />}
            <BroughtNote />
            <TakenOutNote />
            {known?.user ? <WaitingNote owner={known.user.id} lines={cart.lines} /> : null}
          </>
        }
        aside={
          <OrderSummary cart={cart} reasons={listed} stale={stale}>
            <Button
              type="submit"
              form={ORDER_FORM}
              size="lg"
              full
              busy={placing}
              disabled={blocked}
              {...(listed.length > 0 ? { "aria-describedby": REASONS_ID } : {})}
            >
              {t("checkout.place")}
            </Button>
          </OrderSummary>
        }
      >
        {hasGoods ? (
          <Section id="items" title={t("checkout.items")} aside={<ClearButton onClear={onClear} />}>
            <CartLines
              lines={cart.lines.filter((line) => qtyOf(line.cartId) > 0)}
              moneyOf={() => cart.money}
              qtyOf={(line) => qtyOf(line.cartId)}
              onQty={(line, qty) => changeQty(line.cartId, qty)}
              onPutBack={(line, qty) => changeQty(line.cartId, qty)}
              options={(line) => <OptionChips line={line} options={options[line.productId] ?? []} />}
            />
          </Section>
        ) : null}
        <CertificateLines cart={cart} />
        <SplitChoice cart={cart} />
        <NextOrder next={cart.next} />
        <PresentsChoice cart={cart} />
        {hasGoods ? (
          <>
            <AddressChoice cart={cart} newAddress={newAddress} />
            <ShippingChoice cart={cart} />
          </>
        ) : null}
        <PaymentChoice cart={cart} />
        <Form method="post" id={ORDER_FORM} preventScrollReset {...errors.form} onSubmit={onSubmit}>
          <input type="hidden" name="intent" value="order" />
          <input type="hidden" name="key" value={orderKey} />
          <input type="hidden" name="expected_total" value={cart.total} />
          <input type="hidden" name="expected_lines" value={linesSeen(cart)} />
          <input type="hidden" name="expected_choices" value={choicesSeen(cart)} />
          <input type="hidden" name="expected_presents" value={giftsOf(cart)} />
          <input type="hidden" name="expected_duty" value={cart.duty.declared ? cart.duty.tax : 0} />
          <input type="hidden" name="expected_certificates" value={cart.certificates.length} />
          <input ref={scripted} type="hidden" name={SCRIPTED} value="1" disabled />
          <Confirmation cart={cart} consents={consents} comment={answer?.values["comment"] ?? ""} errorsOf={errorsOf} />
        </Form>
      </CartFrame>
      <PayBar name={t("checkout.to_pay")} total={total}>
        {blocked ? (
          <a href={`#${reasons[0]?.at}`} className={buttonClass({ className: "h-12! grow max-w-56 px-3!" })}>
            <ArrowUp size={18} strokeWidth={1.5} aria-hidden />
            {t("checkout.to_reasons", { count: listed.length })}
          </a>
        ) : (
          <Button type="submit" form={ORDER_FORM} busy={placing} className="h-12! max-w-56 grow px-3!">
            {t("checkout.place")}
          </Button>
        )}
      </PayBar>
    </>
  );
}

/** What the shop said to the last form, and what is wrong with the goods. */
function Notes({
  answer,
  reasons,
  cart,
}: {
  answer: OrderAnswer | undefined;
  reasons: readonly Reason[];
  cart: ShownCart;
}) {
  const { t } = useShop();
  const ref = useRef<HTMLDivElement>(null);
  const banner = bannerOf(answer) ?? (answer?.ok ? answer.message : null);
  useEffect(() => {
    if (answer && banner) ref.current?.focus();
  }, [answer, banner]);
  const goods = reasons.filter((reason) => reason.at === "items").map((reason) => reason.text);
  if (!banner && goods.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-32 space-y-3 outline-none">
      {banner ? (
        <Note kind={answer?.ok || answer?.code === "cart_changed" ? "warn" : "error"}>
          {banner}
          {answer?.difference ? <DifferenceList difference={answer.difference} money={cart.money} /> : null}
        </Note>
      ) : null}
      {goods.length > 0 ? (
        <Note kind="error">
          <b className="font-semibold">{t("checkout.not_yet")}</b> {`${goods.join(". ")}.`}
        </Note>
      ) : null}
    </div>
  );
}

/** Pieces that come for nothing. */
function giftsOf({ presents, gift }: ShownCart): number {
  return (presents?.chosen.length ?? 0) + (gift === null ? 0 : 1);
}

/** What the shopper has not ticked, by field. */
function untickedErrors(
  cart: ShownCart,
  { personalData, offer, duty }: Consents,
  t: ReturnType<typeof useShop>["t"],
): Record<string, string[]> {
  return {
    ...(cart.duty.declared && !duty ? { duty_confirmed: [t("field.notification.duty_confirmation_required")] } : {}),
    ...(personalData ? {} : { agree: [t("field.notification.no_agree_personal")] }),
    ...(offer ? {} : { agree_offer: [t("field.notification.no_agree_offer")] }),
  };
}
