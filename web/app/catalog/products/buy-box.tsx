import type { Option, Product } from "@furoshiki/api/catalog";
import { CircleCheck, CircleX, ShoppingBag } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useCart } from "../../cart/cart-state.tsx";
import { getCartId } from "../../cart/guest/guest-cart.ts";
import { useDispatchPlaces } from "../../store-config/store-info.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { FocusSwap } from "@furoshiki/design-system/ui/focus-swap.tsx";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { Stepper } from "@furoshiki/design-system/ui/stepper.tsx";
import { WishlistButton } from "../../wishlist/wishlist-button.tsx";
import { AlertButton } from "../alerts/alert-button.tsx";
import { AddToCartForm } from "../product-cards/add-to-cart-form.tsx";
import { createCartLine, type ProductCardView } from "../product-cards/product-card-view.ts";
import { LoyaltyLine } from "./loyalty-line.tsx";
import { REFUSAL_ID, ShippingRefusal } from "./shipping-refusal.tsx";
import { UnitPrice } from "../product-cards/unit-price.tsx";

type BuyBoxProps = {
  card: ProductCardView;
  options: readonly Option[];
  selectedOption: Option | null;
  alerts: Product["alerts"];
  /** Whether it is only shown: nothing can be ordered or watched. */
  isInert?: boolean;
  /** The choice of the option: above the price on wide screens, below it on phones. */
  children?: ReactNode;
};

/** Price, stock, quantity and the button that adds to the cart, for the product or its selected option. */
export function BuyBox({ card, options, selectedOption, alerts, isInert = false, children }: BuyBoxProps) {
  const { t, format } = useI18n();
  const { getQty, updateLine } = useCart();
  const optionId = selectedOption?.option_id ?? 0;
  const price = selectedOption?.price ?? card.price;
  const qtyLimit = selectedOption?.qty_limit ?? card.qty_limit;
  const isAvailable = selectedOption?.available_for_order ?? (card.available_for_order && options.length === 0);
  const refusal = (selectedOption ?? card).shipping?.refusal ?? null;
  const canBeOrdered = isAvailable && !refusal;
  const qtyInCart = getQty(getCartId(card.id, optionId));
  const [selectedQty, setSelectedQty] = useState(1);
  const formId = useId();
  const { ref, isInView } = useIsInView();
  const line = createCartLine(card, selectedOption ?? undefined);
  const qty = qtyInCart || Math.min(selectedQty, Math.max(1, qtyLimit));
  const unitPrice = selectedOption ? selectedOption.unit_price : card.unit_price;
  const labels = { group: t("cart.quantity"), less: t("cart.less"), more: t("cart.more") };
  const addToCart = () => updateLine(line, qty);
  return (
    <div className="flex flex-col">
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 md:order-1 md:mt-7">
        <Price
          currentPrice={format.money(price.current, price)}
          referencePrice={price.old === null ? undefined : format.money(price.old, price)}
          referencePriceLabel={t("card.old_price")}
          className="text-[2rem]/[1.1] md:text-[2.75rem]/[1]"
          referencePriceClass="text-base"
        />
        {unitPrice ? <UnitPrice unitPrice={unitPrice} currency={price} className="order-last w-full text-sm" /> : null}
        <StockStatus isAvailable={isAvailable} />
        {canBeOrdered ? <LoyaltyLine price={price} qty={qty} /> : null}
      </div>
      {children}
      {refusal ? <ShippingRefusal refusal={refusal} /> : null}
      <AddToCartForm
        id={formId}
        ref={ref}
        productId={card.id}
        optionId={optionId}
        qty={qty}
        onAdd={addToCart}
        inert={isInert}
        className="mt-5 flex flex-wrap gap-2.5 md:order-2"
      >
        {canBeOrdered || qtyInCart > 0 ? (
          <Stepper
            value={qty}
            max={qtyLimit}
            min={qtyInCart > 0 ? 0 : 1}
            onChange={(nextQty) => (qtyInCart > 0 ? updateLine(line, nextQty) : setSelectedQty(nextQty))}
            labels={labels}
            className="h-13 w-32 bg-surface! lg:w-36"
          />
        ) : null}
        <FocusSwap>
          {qtyInCart > 0 ? (
            <Link
              to="/cart"
              className={buttonClass({ size: "lg", className: "min-w-32 flex-1 px-2! max-sm:text-sm! sm:px-4!" })}
            >
              <ShoppingBag size={18} strokeWidth={1.5} aria-hidden className="max-sm:hidden" />
              {t("cart.go")}
            </Link>
          ) : (
            <Button
              type="submit"
              size="lg"
              disabled={!canBeOrdered}
              aria-describedby={refusal ? REFUSAL_ID : undefined}
              icon={refusal ? undefined : <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
              className="min-w-32 flex-1 px-3! sm:px-4!"
            >
              <AddLabel isAvailable={isAvailable} isRefused={refusal !== null} />
            </Button>
          )}
        </FocusSwap>
        <WishlistButton
          id={card.id}
          name={card.name}
          className="size-13 shrink-0 rounded-md border border-line-strong bg-white hover:border-ink-2 max-md:hidden"
        />
      </AddToCartForm>
      <div className="md:order-3" inert={isInert}>
        {card.has_options && options.length === 0 ? null : (
          <AlertButton
            productId={card.id}
            optionId={optionId}
            kind={isAvailable ? "price_drop" : "back_in_stock"}
            alerts={alerts}
            isPrimary={!isAvailable}
          />
        )}
        {canBeOrdered ? <QuantityNotes qty={qty} qtyLimit={qtyLimit} /> : null}
      </div>
      {isInView ? null : (
        <StickyBuyBar {...{ price, qtyInCart, isAvailable, formId, isInert }} isRefused={refusal !== null} />
      )}
    </div>
  );
}

/** What the chosen quantity means: that no more can be ordered, or that customs may ask. */
function QuantityNotes({ qty, qtyLimit }: { qty: number; qtyLimit: number }) {
  const { t } = useI18n();
  const commercialQty = useRootData()?.config.limits.commercial_qty ?? 4;
  return (
    <>
      {qty >= qtyLimit ? <p className="mt-2.5 text-sm text-ink-2">{t("cart.limit", { count: qtyLimit })}</p> : null}
      {qty > commercialQty ? (
        <p className="mt-2.5 text-sm text-yamabuki-800">{t("cart.commercial", { count: commercialQty })}</p>
      ) : null}
    </>
  );
}

/** The text of the button that adds to the cart, or why it is disabled. */
function AddLabel({ isAvailable, isRefused }: { isAvailable: boolean; isRefused: boolean }) {
  const { t } = useI18n();
  const direction = useRootData()?.config.destination?.direction ?? "";
  if (isRefused) return t("shipping.cannot", { direction });
  return isAvailable ? t("cart.add") : t("card.unavailable");
}

/** Whether the product can be ordered, and where it is sent from. */
function StockStatus({ isAvailable }: { isAvailable: boolean }) {
  const { t } = useI18n();
  const dispatchPlaces = useDispatchPlaces();
  return isAvailable ? (
    <p className="flex items-center gap-1.5 text-sm text-tokiwa-700">
      <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
      {t("product.in_stock", dispatchPlaces)}
    </p>
  ) : (
    <p className="flex items-center gap-1.5 text-sm text-ink-2">
      <CircleX size={18} strokeWidth={1.5} aria-hidden />
      {t("card.temporarily_unavailable")}
    </p>
  );
}

type StickyBuyBarProps = {
  price: ProductCardView["price"];
  qtyInCart: number;
  isAvailable: boolean;
  /** Whether it cannot be sent to the visitor's country. */
  isRefused: boolean;
  /** The id of the form that the button submits. */
  formId: string;
  isInert: boolean;
};

/**
 * Price and button at the bottom of phones, instead of the tab bar, while the form is out of view. It repeats the form,
 * so it is hidden from assistive technology and left out of the tab order.
 */
function StickyBuyBar({ price, qtyInCart, isAvailable, isRefused, formId, isInert }: StickyBuyBarProps) {
  const { t, format } = useI18n();
  return (
    <div
      aria-hidden
      inert={isInert}
      data-buy-bar=""
      className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-raised lg:hidden"
    >
      <div>
        <span className={`price block text-xl/[1.1] ${price.old === null ? "" : "text-beni-600"}`}>
          {format.money(price.current, price)}
        </span>
        {price.old === null ? null : <s className="num text-xs text-ink-3">{format.money(price.old, price)}</s>}
      </div>
      {qtyInCart > 0 ? (
        <Link to="/cart" tabIndex={-1} className={buttonClass({ className: "h-12! grow" })}>
          <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
          {t("cart.go")}
        </Link>
      ) : (
        <Button
          type="submit"
          form={formId}
          tabIndex={-1}
          disabled={!isAvailable || isRefused}
          icon={isRefused ? undefined : <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
          className="h-12! grow"
        >
          <AddLabel isAvailable={isAvailable} isRefused={isRefused} />
        </Button>
      )}
    </div>
  );
}

/** What the header and the bar at the bottom cover of the page on phones. */
const VIEW_MARGIN = "-109px 0px -64px";

/** Returns a ref and whether its element can be seen above the bars: otherwise phones show the sticky bar. */
function useIsInView() {
  const ref = useRef<HTMLFormElement>(null);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry && setIsInView(entry.isIntersecting), {
      rootMargin: VIEW_MARGIN,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isInView };
}
