import { cartIdOf } from "../cart/guest-cart.ts";
import { useCart } from "../cart/cart-state.tsx";
import { bindWords } from "../lib/format.ts";
import { sourcesOf } from "../lib/picture.ts";
import type { Shop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Exchange } from "../ui/exchange.tsx";
import { Price } from "../ui/price.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { Heart } from "../wishlist/heart.tsx";
import { cardWidths, cartLine, type ShownCard } from "./shown-card.ts";

/** How wide a card is drawn, for the choice among its pictures. */
export const gridSizes = "(min-width: 1280px) 228px, (min-width: 1024px) 24vw, (min-width: 768px) 32vw, 46vw";

type ProductCardProps = {
  card: ShownCard;
  shop: Shop;
  /** In view at once: not lazy, and fetched before what is below. */
  eager?: boolean;
  sizes?: string;
};

/** A product in a grid (design §5). Forty stand on a page: few elements, the shop comes as a prop. */
export function ProductCard({ card, shop, eager, sizes = gridSizes }: ProductCardProps) {
  const { t, format } = shop;
  const { price, image } = card;
  const off = !card.available_for_order;
  const name = bindWords(card.name);
  const { src, srcset, srcset_avif } = sourcesOf(image, cardWidths);
  return (
    <article className="card">
      <div className="card-picture">
        <picture>
          <source type="image/avif" srcSet={srcset_avif} sizes={sizes} />
          <img
            src={src}
            srcSet={srcset}
            sizes={sizes}
            alt=""
            width={image.width}
            height={image.height}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : undefined}
            className={off ? "opacity-55 grayscale" : undefined}
          />
        </picture>
        {price.discount_percent > 0 && !off ? (
          <span className="fold-tag num absolute top-3 left-0 flex h-6 items-center bg-tag pl-2 text-xs font-semibold text-white">
            <span className="sr-only">{t("card.discount")} </span>
            {format.percent(-price.discount_percent)}
          </span>
        ) : null}
        {off ? (
          <span className="absolute inset-x-0 bottom-0 bg-surface/90 py-2 text-center text-xs text-ink-2">
            {t("card.temporarily_out")}
          </span>
        ) : null}
        <Heart id={card.id} name={name} className="absolute top-0 right-0 size-11" />
      </div>
      <div className="flex grow flex-col pt-3">
        <p className="text-xs text-ink-3">{card.manufacturer}</p>
        <h3>
          <a href={shop.to(`/${card.link_rewrite}`)}>{name}</a>
        </h3>
        <p className="num mt-auto pt-1.5 text-xs text-ink-3">
          {card.reviews_count > 0 ? (
            <>
              <span className="star-before text-ink-2">
                <span className="sr-only">{t("card.rating")} </span>
                {format.rating(card.rating)}
              </span>
              {" · "}
            </>
          ) : null}
          {t("reviews.count", { count: card.reviews_count })}
        </p>
        <div className="pt-2">
          <Price
            now={format.money(price.current, price)}
            was={price.old === null ? undefined : format.money(price.old, price)}
            wasLabel={t("card.old_price")}
          />
          {card.unit_price ? (
            <p className="num text-xs text-ink-3">
              {t(`unit.${card.unit_price.per}`, { price: format.money(card.unit_price.price, price) })}
            </p>
          ) : null}
        </div>
        <CardAction card={card} shop={shop} />
      </div>
    </article>
  );
}

/** Into the cart; once there, the stepper of the same height; at 0 the button again. */
function CardAction({ card, shop }: { card: ShownCard; shop: Shop }) {
  const { qtyOf, change } = useCart();
  return (
    <Exchange className="relative pt-2.5">
      <CardControl
        card={card}
        shop={shop}
        qty={qtyOf(cartIdOf(card.id, 0))}
        onQty={(wished) => change(cartLine(card), wished)}
      />
    </Exchange>
  );
}

type CardControlProps = { card: ShownCard; shop: Shop; qty: number; onQty: (wished: number) => void };

function CardControl({ card, shop, qty, onQty }: CardControlProps) {
  const { t, to } = shop;
  if (!card.available_for_order && qty === 0) {
    return (
      <Button disabled full>
        {t("card.out")}
      </Button>
    );
  }
  if (card.has_options) {
    return (
      <a
        href={to(`/${card.link_rewrite}`)}
        className={buttonClass({ kind: "outline", full: true, className: "px-2!" })}
      >
        {t("card.choose_option")}
      </a>
    );
  }
  if (qty > 0) {
    return (
      <Stepper
        value={qty}
        max={card.qty_limit}
        onChange={onQty}
        labels={{ group: t("cart.quantity"), less: t("cart.less"), more: t("cart.more") }}
        className="h-11 w-full"
      />
    );
  }
  return (
    <Button kind="outline" full onClick={() => onQty(1)}>
      {t("cart.add")}
    </Button>
  );
}
