import { Link } from "../../navigation/link.tsx";
import { preloadImage } from "@furoshiki/design-system/ui/picture.tsx";
import { getCartId } from "../../cart/guest/guest-cart.ts";
import { useCart } from "../../cart/cart-state.tsx";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { getImageSources } from "../../media/image-sources.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { FocusSwap } from "@furoshiki/design-system/ui/focus-swap.tsx";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { Stepper } from "@furoshiki/design-system/ui/stepper.tsx";
import { WishlistButton } from "../../wishlist/wishlist-button.tsx";
import { AddToCartForm } from "./add-to-cart-form.tsx";
import { ALTERNATIVES_ID, RefusalStrip, ShippingLine } from "./shipping-line.tsx";
import { cardWidths, createCartLine, type ProductCardView } from "./product-card-view.ts";

/** The `sizes` of a card image in the listing grid. */
export const gridSizes = "(min-width: 1280px) 228px, (min-width: 1024px) 24vw, (min-width: 768px) 32vw, 46vw";

/** As many cards as a screen of a desktop computer shows in its first row. */
const FIRST_VIEWPORT_CARDS = 4;

type ProductCardProps = {
  card: ProductCardView;
  i18n: I18n;
  /**
   * How its image is loaded: that of the first card of a page before everything else, others of the first viewport after
   * the fonts, which they would delay, and the rest lazily.
   */
  imagePriority?: "high" | "low" | undefined;
  sizes?: string;
};

/** Returns the priority of the image of a card by its index on the page. */
export function getImagePriority(index: number): ProductCardProps["imagePriority"] {
  if (index === 0) return "high";
  return index < FIRST_VIEWPORT_CARDS ? "low" : undefined;
}

/** A product in a grid. A page shows up to forty, so the card uses few elements and gets `i18n` as a prop. */
export function ProductCard({ card, i18n, imagePriority, sizes = gridSizes }: ProductCardProps) {
  const { t, format } = i18n;
  const { price, image } = card;
  const isUnavailable = !card.available_for_order;
  const isRefused = Boolean(card.shipping?.refusal);
  const name = insertNonBreakingSpaces(card.name);
  const sources = getImageSources(image, cardWidths);
  const { src, srcset, srcset_avif } = sources;
  if (imagePriority === "high") preloadImage(sources, sizes);
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
            loading={imagePriority ? "eager" : "lazy"}
            fetchPriority={imagePriority}
            className={isUnavailable ? "opacity-55 grayscale" : isRefused ? "opacity-60" : undefined}
          />
        </picture>
        {price.discount_percent > 0 && !isUnavailable ? (
          <span className="discount-tag num absolute top-3 left-0 flex h-6 items-center bg-tag pl-2 text-xs font-semibold text-white">
            <span className="sr-only">{t("card.discount")} </span>
            {format.percent(-price.discount_percent)}
          </span>
        ) : null}
        {isUnavailable ? (
          <span className="absolute inset-x-0 bottom-0 bg-surface/90 py-2 text-center text-xs text-ink-2">
            {t("card.temporarily_unavailable")}
          </span>
        ) : isRefused ? (
          <RefusalStrip />
        ) : null}
        <WishlistButton id={card.id} name={name} className="absolute top-0 right-0 size-11" />
      </div>
      <div className="pt-3">
        <p className="truncate text-xs text-ink-3">
          {card.brandJa ? (
            <span lang="ja" className="font-japanese mr-1.5 tracking-[.08em]">
              {card.brandJa}
            </span>
          ) : null}
          {card.brand}
        </p>
        <h3>
          <Link to={`/${card.link_rewrite}`}>{insertNonBreakingSpaces(card.short_name)}</Link>
        </h3>
        <SizeLine card={card} i18n={i18n} />
      </div>
      <p className="num pt-1.5 text-xs text-ink-3">
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
          currentPrice={format.money(price.current, price)}
          referencePrice={price.old === null ? undefined : format.money(price.old, price)}
          referencePriceLabel={t("card.old_price")}
        />
        {card.unit_price ? (
          <p className="num text-xs text-ink-3">
            {t(`unit.${card.unit_price.per}`, { price: format.money(card.unit_price.price, price) })}
          </p>
        ) : null}
        <ShippingLine shipping={card.shipping} i18n={i18n} />
      </div>
      <CartControl card={card} i18n={i18n} />
    </article>
  );
}

const DOT_STEP = 16;

/** The size, or the colors of the options: what distinguishes the products of a line. */
function SizeLine({ card: { size, swatches }, i18n: { t } }: { card: ProductCardView; i18n: I18n }) {
  const { colors, total } = swatches;
  if (size === null && total === 0) return null;
  const moreCount = total - colors.length;
  return (
    <p className="num mt-0.5 flex items-center gap-2 text-xs text-ink-2">
      {size}
      {total > 0 ? (
        <>
          <svg width={colors.length * DOT_STEP} height="14" aria-hidden className="stroke-line-strong">
            {colors.map((color, index) => (
              <circle key={color} cx={index * DOT_STEP + 7} cy="7" r="6" fill={color} />
            ))}
          </svg>
          {moreCount > 0 ? <span aria-hidden>{`+${moreCount}`}</span> : null}
          <span className="sr-only">{t("card.colors", { count: total })}</span>
        </>
      ) : null}
    </p>
  );
}

/**
 * Adds the product to the cart; then shows a quantity stepper of the same height, and the button again at quantity 0.
 */
export function CartControl({ card, i18n }: { card: ProductCardView; i18n: I18n }) {
  const { getQty, updateLine } = useCart();
  return (
    <FocusSwap className="relative pt-2.5">
      <CartControlContent
        card={card}
        i18n={i18n}
        qty={getQty(getCartId(card.id, 0))}
        onQuantityChange={(quantity) => updateLine(createCartLine(card), quantity)}
      />
    </FocusSwap>
  );
}

type CartControlProps = {
  card: ProductCardView;
  i18n: I18n;
  qty: number;
  onQuantityChange: (quantity: number) => void;
};

function CartControlContent({ card, i18n, qty, onQuantityChange }: CartControlProps) {
  const { t } = i18n;
  if (!card.available_for_order && qty === 0) {
    return (
      <Button disabled full>
        {t("card.unavailable")}
      </Button>
    );
  }
  if (card.shipping?.refusal && qty === 0) {
    return (
      <Link
        to={`/${card.link_rewrite}#${ALTERNATIVES_ID}`}
        className={buttonClass({ kind: "muted", full: true, className: "px-2!" })}
      >
        {t("shipping.alternatives")}
      </Link>
    );
  }
  if (card.has_options) {
    return (
      <Link to={`/${card.link_rewrite}`} className={buttonClass({ kind: "outline", full: true, className: "px-2!" })}>
        {t("card.choose_option")}
      </Link>
    );
  }
  if (qty > 0) {
    return (
      <Stepper
        value={qty}
        max={card.qty_limit}
        onChange={onQuantityChange}
        labels={{ group: t("cart.quantity"), less: t("cart.less"), more: t("cart.more") }}
        className="h-11 w-full"
      />
    );
  }
  return (
    <AddToCartForm productId={card.id} optionId={0} qty={1} onAdd={() => onQuantityChange(1)}>
      <Button type="submit" kind="outline" full>
        {t("cart.add")}
      </Button>
    </AddToCartForm>
  );
}
