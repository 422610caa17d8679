import { Heart, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Stepper } from "@furoshiki/design-system/ui/stepper.tsx";
import { useWishlist } from "../../wishlist/wishlist-button.tsx";
import { getLineProblem, type CartLine } from "../cart-contents.ts";
import { LineProblemMessage } from "./line-problem-message.tsx";

type CartLineRowProps = {
  line: CartLine;
  /** Quantity that the customer has chosen, even if the server has not confirmed it yet. */
  qty: number;
  onQty: (qty: number) => void;
  onRemove: () => void;
  /** Called after the product was moved to the wishlist. */
  onMovedToWishlist: () => void;
  /** Option picker, shown if an option must be chosen. */
  options: ReactNode;
  /** Whether the price may be outdated, because current prices could not be loaded. */
  isPriceOutdated: boolean;
};

/** Returns the element id of the button that removes a line. */
export function getRemoveButtonId({ cart_id }: Pick<CartLine, "cart_id">): string {
  return `remove-${cart_id}`;
}

/** A cart line with its quantity, price and problems. */
export function CartLineRow({
  line,
  qty,
  onQty,
  onRemove,
  onMovedToWishlist,
  options,
  isPriceOutdated,
}: CartLineRowProps) {
  const { t, to } = useAccountI18n();
  const { product } = line;
  const problem = getLineProblem(line);
  const isUnavailable = problem === "unavailable" || problem === "not_shippable";
  const canChangeQty = !isUnavailable && problem !== "option_required";
  const name = insertNonBreakingSpaces(product.name);
  const href = `/${product.link_rewrite}${line.option_id ? `?option=${line.option_id}` : ""}`;
  return (
    <li>
      <form
        method="post"
        action={to("/cart")}
        className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 xl:grid-cols-[104px_minmax(0,1fr)_148px_112px] xl:items-start xl:gap-x-6"
      >
        <input type="hidden" name="intent" value="update_line" />
        <input type="hidden" name="cart_id" value={line.cart_id} />
        <input type="hidden" name="option_qty" value={line.qty} />
        <Link to={href} tabIndex={-1} aria-hidden className="row-span-2 xl:row-span-1">
          <Picture
            image={product.image}
            sizes="104px"
            className={`aspect-4/5 w-full rounded-xs object-cover ${isUnavailable ? "opacity-55 grayscale" : ""}`}
          />
        </Link>
        <div className="min-w-0">
          <p className="text-xs text-ink-3">{product.manufacturer}</p>
          <p className="mt-0.5 text-sm xl:text-base">
            <Link to={href} className="hover:text-tokiwa-700">
              {name}
            </Link>
          </p>
          {line.option_name ? <p className="mt-1 text-xs text-ink-2">{line.option_name}</p> : null}
          <LineProblemMessage line={line} qty={qty} options={options} />
          <div className="mt-2 -ml-2 flex gap-1">
            <MoveToWishlistButton line={line} name={name} onMovedToWishlist={onMovedToWishlist} />
            <button
              type="submit"
              id={getRemoveButtonId(line)}
              name="qty"
              value="0"
              aria-label={t("checkout.remove_one", { name })}
              onClick={(event) => {
                event.preventDefault();
                onRemove();
              }}
              className={`flex h-9 items-center gap-1.5 rounded-md px-2 text-xs ${canChangeQty ? "text-ink-2 hover:bg-mist" : "text-beni-600 hover:bg-beni-50"}`}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden />
              {t("checkout.remove")}
            </button>
          </div>
        </div>
        <div className="col-start-2 flex flex-wrap items-center justify-between gap-2 xl:contents">
          {canChangeQty ? (
            <div>
              <Stepper
                value={qty}
                max={line.qty_limit}
                min={1}
                name="qty"
                onChange={onQty}
                labels={{ group: `${t("cart.quantity")}: ${name}`, less: t("cart.less"), more: t("cart.more") }}
                className="h-11 w-[116px] sm:w-[132px]"
              />
            </div>
          ) : (
            <span className="hidden xl:block" />
          )}
          <LinePrice line={line} qty={qty} isUnavailable={isUnavailable} isOutdated={isPriceOutdated} />
        </div>
      </form>
    </li>
  );
}

type LinePriceProps = { line: CartLine; qty: number; isUnavailable: boolean; isOutdated: boolean };

/** The price of a line, and of one piece or before the sale. */
function LinePrice({ line, qty, isUnavailable, isOutdated }: LinePriceProps) {
  const { t, format } = useAccountI18n();
  const { price } = line.product;
  const isOnSale = price.old !== null && !isUnavailable;
  return (
    <div className={`grow text-right xl:grow-0 ${isUnavailable ? "opacity-60" : ""}`}>
      {isOutdated ? <span className="block text-xs text-ink-2">{t("cart.price_previous")}</span> : null}
      <span className={`price text-xl ${isOutdated ? "text-ink-2" : isOnSale ? "text-beni-600" : ""}`}>
        {format.money(price.current * qty, price)}
      </span>
      {qty > 1 ? (
        <span className="num block text-xs text-ink-3">
          {t("checkout.per_piece", { price: format.money(price.current, price) })}
        </span>
      ) : price.old !== null && !isUnavailable ? (
        <s className="num block text-xs text-ink-3">
          <span className="sr-only">{t("card.old_price")} </span>
          {format.money(price.old, price)}
        </s>
      ) : null}
    </div>
  );
}

/** Moves the product from the cart to the wishlist. Guests are asked to sign in. */
function MoveToWishlistButton({
  line,
  name,
  onMovedToWishlist,
}: {
  line: CartLine;
  name: string;
  onMovedToWishlist: () => void;
}) {
  const { t } = useAccountI18n();
  const { add } = useWishlist();
  const moveToWishlist = async () => {
    if (await add(line.product.id)) onMovedToWishlist();
  };
  return (
    <button
      type="button"
      aria-label={t("cart.save_for_later_one", { name })}
      onClick={() => void moveToWishlist()}
      className="flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 text-xs text-ink-2 hover:bg-mist scriptless:hidden"
    >
      <Heart size={16} strokeWidth={1.5} aria-hidden />
      {t("cart.save_for_later")}
    </button>
  );
}
