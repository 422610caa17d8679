import { CircleAlert, Heart, Plane, Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Stepper } from "@furoshiki/design-system/ui/stepper.tsx";
import { useWishlist } from "../../wishlist/wishlist-button.tsx";
import type { Currency, CartLineViewModel } from "../cart-view-model.ts";

type CartLineProps = {
  line: CartLineViewModel;
  currency: Currency;
  /** Quantity that the customer has chosen, even if the server has not confirmed it yet. */
  qty: number;
  onQty: (qty: number) => void;
  onRemove: () => void;
  /** Called after the product was moved to the wishlist. */
  onMovedToWishlist: () => void;
  /** Option picker, shown if an option must be chosen. */
  options?: ReactNode;
  /** Whether the price may be outdated, because current prices could not be loaded. */
  isPriceOutdated?: boolean;
};

/** Returns the element id of the button that removes a line. */
export function getRemoveButtonId({ cartId }: Pick<CartLineViewModel, "cartId">): string {
  return `remove-${cartId}`;
}

/** A cart line with its quantity, price and problems. */
export function CartLine({
  line,
  currency,
  qty,
  onQty,
  onRemove,
  onMovedToWishlist,
  options,
  isPriceOutdated,
}: CartLineProps) {
  const { t, to, format } = useI18n();
  const { problem } = line;
  const isUnavailable = problem === "unavailable" || problem === "not_shippable";
  const canChangeQty = !isUnavailable && problem !== "option_required";
  const name = insertNonBreakingSpaces(line.name);
  const href = `/${line.slug}${line.optionId ? `?option=${line.optionId}` : ""}`;
  return (
    <li>
      <form
        method="post"
        action={to("/cart")}
        className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 xl:grid-cols-[104px_minmax(0,1fr)_148px_112px] xl:items-start xl:gap-x-6"
      >
        <input type="hidden" name="intent" value="update_line" />
        <input type="hidden" name="cart_id" value={line.cartId} />
        <input type="hidden" name="option_qty" value={line.qty} />
        <Link to={href} tabIndex={-1} aria-hidden className="row-span-2 xl:row-span-1">
          <Picture
            image={line.image}
            sizes="104px"
            className={`aspect-4/5 w-full rounded-xs object-cover ${isUnavailable ? "opacity-55 grayscale" : ""}`}
          />
        </Link>
        <div className="min-w-0">
          <p className="text-xs text-ink-3">{line.manufacturer}</p>
          <p className="mt-0.5 text-sm xl:text-base">
            <Link to={href} className="hover:text-tokiwa-700">
              {name}
            </Link>
          </p>
          {line.optionName ? <p className="mt-1 text-xs text-ink-2">{line.optionName}</p> : null}
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
                max={line.qtyLimit}
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
          <div className={`grow text-right xl:grow-0 ${isUnavailable ? "opacity-60" : ""}`}>
            {isPriceOutdated ? <span className="block text-xs text-ink-2">{t("cart.price_previous")}</span> : null}
            <span
              className={`price text-xl ${isPriceOutdated ? "text-ink-2" : line.oldPrice !== null && !isUnavailable ? "text-beni-600" : ""}`}
            >
              {format.money(line.price * qty, currency)}
            </span>
            {qty > 1 ? (
              <span className="num block text-xs text-ink-3">
                {t("checkout.per_piece", { price: format.money(line.price, currency) })}
              </span>
            ) : line.oldPrice !== null && !isUnavailable ? (
              <s className="num block text-xs text-ink-3">
                <span className="sr-only">{t("card.old_price")} </span>
                {format.money(line.oldPrice, currency)}
              </s>
            ) : null}
          </div>
        </div>
      </form>
    </li>
  );
}

/** Moves the product from the cart to the wishlist. Guests are asked to sign in. */
function MoveToWishlistButton({
  line,
  name,
  onMovedToWishlist,
}: {
  line: CartLineViewModel;
  name: string;
  onMovedToWishlist: () => void;
}) {
  const { t } = useI18n();
  const { add } = useWishlist();
  const moveToWishlist = async () => {
    if (await add(line.productId)) onMovedToWishlist();
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

/** Shows the problem that blocks this line, or a warning about its quantity (docs/domain/cart.md, docs/domain/customs.md). */
function LineProblemMessage({ line, qty, options }: { line: CartLineViewModel; qty: number; options: ReactNode }) {
  const { t } = useI18n();
  const commercialQty = useRootData()?.config.limits.commercial_qty ?? 0;
  const errorClass = "mt-2 flex items-start gap-1.5 text-sm text-beni-600";
  if (line.problem === "unavailable") {
    return (
      <p className={errorClass}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.unavailable")}
      </p>
    );
  }
  if (line.problem === "not_shippable") {
    return (
      <p className={errorClass}>
        <Plane size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {t("checkout.not_shippable")}
          {line.refusal ? <span className="block text-xs text-ink-2">{line.refusal}</span> : null}
        </span>
      </p>
    );
  }
  if (line.problem === "option_required") {
    return (
      <div className="mt-2 rounded-md bg-yamabuki-50 p-3 text-sm text-yamabuki-800">
        <p className="flex items-start gap-1.5">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {t("checkout.option_required")}
        </p>
        {options}
      </div>
    );
  }
  if (qty > line.qtyLimit) {
    return (
      <p className={errorClass}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.only_left", { count: line.qtyLimit })}
      </p>
    );
  }
  const warnings = [
    ...(qty > commercialQty && commercialQty > 0 ? [t("cart.commercial", { count: commercialQty })] : []),
    ...(qty >= line.qtyLimit ? [t("cart.limit", { count: line.qtyLimit })] : []),
  ];
  return warnings.length > 0 ? <p className="mt-1.5 text-xs text-yamabuki-800">{warnings.join(". ")}</p> : null;
}
