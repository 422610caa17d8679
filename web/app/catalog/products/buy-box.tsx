import type { Option, Product } from "@furoshiki/api/catalog";
import { CircleCheck, CircleX, ShoppingBag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
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
import { UnitPrice } from "../product-cards/unit-price.tsx";

type BuyBoxProps = {
  card: ProductCardView;
  options: readonly Option[];
  selectedOption: Option | null;
  alerts: Product["alerts"];
};

/** Price, stock, quantity and the button that adds to the cart, for the product or its selected option. */
export function BuyBox({ card, options, selectedOption, alerts }: BuyBoxProps) {
  const { t, format } = useI18n();
  const { getQty, updateLine } = useCart();
  const commercialQty = useRootData()?.config.limits.commercial_qty ?? 4;
  const optionId = selectedOption?.option_id ?? 0;
  const price = selectedOption?.price ?? card.price;
  const qtyLimit = selectedOption?.qty_limit ?? card.qty_limit;
  const isAvailable = selectedOption
    ? selectedOption.available_for_order
    : card.available_for_order && options.length === 0;
  const qtyInCart = getQty(getCartId(card.id, optionId));
  const [selectedQty, setSelectedQty] = useState(1);
  const { ref, isScrolledPast } = useIsScrolledPast();
  const line = createCartLine(card, selectedOption ?? undefined);
  const qty = qtyInCart || Math.min(selectedQty, Math.max(1, qtyLimit));
  const unitPrice = selectedOption ? selectedOption.unit_price : card.unit_price;
  const labels = { group: t("cart.quantity"), less: t("cart.less"), more: t("cart.more") };
  const addToCart = () => updateLine(line, qty);
  return (
    <>
      <div className="mt-7 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Price
          currentPrice={format.money(price.current, price)}
          referencePrice={price.old === null ? undefined : format.money(price.old, price)}
          referencePriceLabel={t("card.old_price")}
          className="text-[2.75rem]/[1]"
          referencePriceClass="text-base"
        />
        {unitPrice ? <UnitPrice unitPrice={unitPrice} currency={price} className="order-last w-full text-sm" /> : null}
        <StockStatus isAvailable={isAvailable} />
      </div>
      <AddToCartForm
        ref={ref}
        productId={card.id}
        optionId={optionId}
        qty={qty}
        onAdd={addToCart}
        className="mt-5 flex flex-wrap gap-2.5"
      >
        {isAvailable || qtyInCart > 0 ? (
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
              disabled={!isAvailable}
              icon={<ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
              className="min-w-32 flex-1 px-3! sm:px-4!"
            >
              {isAvailable ? t("cart.add") : t("card.unavailable")}
            </Button>
          )}
        </FocusSwap>
        <WishlistButton
          id={card.id}
          name={card.name}
          className="size-13 shrink-0 rounded-md border border-line-strong bg-surface hover:border-ink-2"
        />
      </AddToCartForm>
      <AlertButton
        productId={card.id}
        optionId={optionId}
        kind={isAvailable ? "price_drop" : "back_in_stock"}
        alerts={alerts}
        isPrimary={!isAvailable}
      />
      {isAvailable && qty >= qtyLimit ? (
        <p className="mt-2.5 text-sm text-ink-2">{t("cart.limit", { count: qtyLimit })}</p>
      ) : null}
      {qty > commercialQty ? (
        <p className="mt-2.5 text-sm text-yamabuki-800">{t("cart.commercial", { count: commercialQty })}</p>
      ) : null}
      {isScrolledPast ? (
        <StickyBuyBar price={price} qtyInCart={qtyInCart} isAvailable={isAvailable} onAdd={addToCart} />
      ) : null}
    </>
  );
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
  onAdd: () => void;
};

/** Price and button at the bottom of phones, once the form was scrolled past. */
function StickyBuyBar({ price, qtyInCart, isAvailable, onAdd }: StickyBuyBarProps) {
  const { t, format } = useI18n();
  return (
    <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-raised lg:hidden">
      <div>
        <span className={`price block text-xl/[1.1] ${price.old === null ? "" : "text-beni-600"}`}>
          {format.money(price.current, price)}
        </span>
        {price.old === null ? null : <s className="num text-xs text-ink-3">{format.money(price.old, price)}</s>}
      </div>
      <FocusSwap>
        {qtyInCart > 0 ? (
          <Link to="/cart" className={buttonClass({ className: "h-12! grow" })}>
            <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
            {t("cart.go")}
          </Link>
        ) : (
          <Button
            disabled={!isAvailable}
            onClick={onAdd}
            icon={<ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
            className="h-12! grow"
          >
            {isAvailable ? t("cart.add") : t("card.unavailable")}
          </Button>
        )}
      </FocusSwap>
    </div>
  );
}

/** Returns a ref and whether its element was scrolled past: then the sticky bar of phones is shown. */
function useIsScrolledPast() {
  const ref = useRef<HTMLFormElement>(null);
  const [isScrolledPast, setIsScrolledPast] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsScrolledPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isScrolledPast };
}
