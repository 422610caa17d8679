import type { Option, Product } from "@furoshiki/api/catalogue";
import { CircleCheck, CircleX, ShoppingBag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCart } from "../cart/cart-state.tsx";
import { cartIdOf } from "../cart/guest-cart.ts";
import { usePlaces } from "../lib/identity.ts";
import { useKnown } from "../lib/known.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Exchange } from "../ui/exchange.tsx";
import { Price } from "../ui/price.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { Heart } from "../wishlist/heart.tsx";
import { AlertButton } from "./alert-button.tsx";
import { cartLine, type ShownCard } from "./shown-card.ts";
import { UnitPrice } from "./unit-price.tsx";

type BuyBoxProps = {
  card: ShownCard;
  options: readonly Option[];
  chosen: Option | null;
  alerts: Product["alerts"];
};

/** Price, stock, quantity, into the cart: of the product, or of its chosen option. */
export function BuyBox({ card, options, chosen, alerts }: BuyBoxProps) {
  const { t, to, format } = useShop();
  const places = usePlaces();
  const { qtyOf, change } = useCart();
  const commercialQty = useKnown()?.config.limits.commercial_qty ?? 4;
  const optionId = chosen?.option_id ?? 0;
  const price = chosen?.price ?? card.price;
  const limit = chosen?.qty_limit ?? card.qty_limit;
  const available = chosen ? chosen.available_for_order : card.available_for_order && options.length === 0;
  const held = qtyOf(cartIdOf(card.id, optionId));
  const [wanted, setWanted] = useState(1);
  const { ref, gone } = useGone();
  const line = cartLine(card, chosen ?? undefined);
  const qty = held || Math.min(wanted, Math.max(1, limit));
  const unitPrice = chosen ? chosen.unit_price : card.unit_price;
  const labels = { group: t("cart.quantity"), less: t("cart.less"), more: t("cart.more") };
  const add = () => change(line, qty);
  return (
    <>
      <div className="mt-7 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Price
          now={format.money(price.current, price)}
          was={price.old === null ? undefined : format.money(price.old, price)}
          wasLabel={t("card.old_price")}
          className="text-[2.75rem]/[1]"
          wasClass="text-base"
        />
        {unitPrice ? <UnitPrice of={unitPrice} money={price} className="order-last w-full text-sm" /> : null}
        {available ? (
          <p className="flex items-center gap-1.5 text-sm text-tokiwa-700">
            <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
            {t("product.in_stock", places)}
          </p>
        ) : (
          <p className="flex items-center gap-1.5 text-sm text-ink-2">
            <CircleX size={18} strokeWidth={1.5} aria-hidden />
            {t("card.temporarily_out")}
          </p>
        )}
      </div>
      <form
        ref={ref}
        method="post"
        action={to("/cart/lines")}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
        className="mt-5 flex flex-wrap gap-2.5"
      >
        <input type="hidden" name="product_id" value={card.id} />
        <input type="hidden" name="option_id" value={optionId} />
        <input type="hidden" name="qty" value={qty} />
        {available || held > 0 ? (
          <Stepper
            value={qty}
            max={limit}
            min={held > 0 ? 0 : 1}
            onChange={(next) => (held > 0 ? change(line, next) : setWanted(next))}
            labels={labels}
            className="h-13 w-32 bg-surface! lg:w-36"
          />
        ) : null}
        <Exchange>
          {held > 0 ? (
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
              disabled={!available}
              icon={<ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
              className="min-w-32 flex-1 px-3! sm:px-4!"
            >
              {available ? t("cart.add") : t("card.out")}
            </Button>
          )}
        </Exchange>
        <Heart
          id={card.id}
          name={card.name}
          className="size-13 shrink-0 rounded-md border border-line-strong bg-surface hover:border-ink-2"
        />
      </form>
      <AlertButton
        productId={card.id}
        optionId={optionId}
        kind={available ? "price_drop" : "back_in_stock"}
        alerts={alerts}
        main={!available}
      />
      {available && qty >= limit ? (
        <p className="mt-2.5 text-sm text-ink-2">{t("cart.limit", { count: limit })}</p>
      ) : null}
      {qty > commercialQty ? (
        <p className="mt-2.5 text-sm text-yamabuki-800">{t("cart.commercial", { count: commercialQty })}</p>
      ) : null}
      {gone ? (
        <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-lift lg:hidden">
          <div>
            <span className={`price block text-xl/[1.1] ${price.old === null ? "" : "text-beni-600"}`}>
              {format.money(price.current, price)}
            </span>
            {price.old === null ? null : <s className="num text-xs text-ink-3">{format.money(price.old, price)}</s>}
          </div>
          <Exchange>
            {held > 0 ? (
              <Link to="/cart" className={buttonClass({ className: "h-12! grow" })}>
                <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
                {t("cart.go")}
              </Link>
            ) : (
              <Button
                disabled={!available}
                onClick={add}
                icon={<ShoppingBag size={18} strokeWidth={1.5} aria-hidden />}
                className="h-12! grow"
              >
                {available ? t("cart.add") : t("card.out")}
              </Button>
            )}
          </Exchange>
        </div>
      ) : null}
    </>
  );
}

/** Whether an element has left the view upwards: then the bar at the bottom of a phone takes over. */
function useGone() {
  const ref = useRef<HTMLFormElement>(null);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setGone(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, gone };
}
