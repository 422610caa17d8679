import { CircleAlert, Heart, Plane, Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { bindWords } from "../lib/format.ts";
import { useKnown } from "../lib/known.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { useWishes } from "../wishlist/heart.tsx";
import type { Money, ShownLine } from "./shown-cart.ts";

type CartLineProps = {
  line: ShownLine;
  money: Money;
  /** Pieces as the shopper wishes them now, before the shop has answered. */
  qty: number;
  onQty: (qty: number) => void;
  onRemove: () => void;
  /** The product is among the favourites now, for later. */
  onKept: () => void;
  /** Shown where an option must be chosen. */
  options?: ReactNode;
  /** The price is the one that the shopper saw last, not today's. */
  earlier?: boolean;
};

export function removeButtonId({ cartId }: Pick<ShownLine, "cartId">): string {
  return `remove-${cartId}`;
}

/** A line of the cart with its quantity, its price and what is in its way (design §5, Cart). */
export function CartLine({ line, money, qty, onQty, onRemove, onKept, options, earlier }: CartLineProps) {
  const { t, to, format } = useShop();
  const { trouble } = line;
  const off = trouble === "unavailable" || trouble === "not_shippable";
  const countable = !off && trouble !== "option_required";
  const name = bindWords(line.name);
  const href = `/${line.slug}${line.optionId ? `?option=${line.optionId}` : ""}`;
  return (
    <li>
      <form
        method="post"
        action={to("/cart")}
        className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 xl:grid-cols-[104px_minmax(0,1fr)_148px_112px] xl:items-start xl:gap-x-6"
      >
        <input type="hidden" name="intent" value="line" />
        <input type="hidden" name="cart_id" value={line.cartId} />
        <input type="hidden" name="wanted" value={line.qty} />
        <Link to={href} tabIndex={-1} aria-hidden className="row-span-2 xl:row-span-1">
          <Picture
            image={line.image}
            sizes="104px"
            className={`aspect-4/5 w-full rounded-xs object-cover ${off ? "opacity-55 grayscale" : ""}`}
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
          <Trouble line={line} qty={qty} options={options} />
          <div className="mt-2 -ml-2 flex gap-1">
            <LaterButton line={line} name={name} onKept={onKept} />
            <button
              type="submit"
              id={removeButtonId(line)}
              name="qty"
              value="0"
              aria-label={t("checkout.remove_one", { name })}
              onClick={(event) => {
                event.preventDefault();
                onRemove();
              }}
              className={`flex h-9 items-center gap-1.5 rounded-md px-2 text-xs ${countable ? "text-ink-2 hover:bg-mist" : "text-beni-600 hover:bg-beni-50"}`}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden />
              {t("checkout.remove")}
            </button>
          </div>
        </div>
        <div className="col-start-2 flex flex-wrap items-center justify-between gap-2 xl:contents">
          {countable ? (
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
          <div className={`grow text-right xl:grow-0 ${off ? "opacity-60" : ""}`}>
            {earlier ? <span className="block text-xs text-ink-2">{t("cart.price_earlier")}</span> : null}
            <span
              className={`price text-xl ${earlier ? "text-ink-2" : line.oldPrice !== null && !off ? "text-beni-600" : ""}`}
            >
              {format.money(line.price * qty, money)}
            </span>
            {qty > 1 ? (
              <span className="num block text-xs text-ink-3">
                {t("checkout.per_piece", { price: format.money(line.price, money) })}
              </span>
            ) : line.oldPrice !== null && !off ? (
              <s className="num block text-xs text-ink-3">
                <span className="sr-only">{t("card.old_price")} </span>
                {format.money(line.oldPrice, money)}
              </s>
            ) : null}
          </div>
        </div>
      </form>
    </li>
  );
}

/** Takes the product out of the cart, to the favourites; a guest, who has none, is asked to sign in. */
function LaterButton({ line, name, onKept }: { line: ShownLine; name: string; onKept: () => void }) {
  const { t } = useShop();
  const { keep } = useWishes();
  const putBy = async () => {
    if (await keep(line.productId)) onKept();
  };
  return (
    <button
      type="button"
      aria-label={t("cart.later_one", { name })}
      onClick={() => void putBy()}
      className="flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 text-xs text-ink-2 hover:bg-mist scriptless:hidden"
    >
      <Heart size={16} strokeWidth={1.5} aria-hidden />
      {t("cart.later")}
    </button>
  );
}

/** What is in the way of this line, or worth a word of caution (spec §8, Cart; spec §9, Customs). */
function Trouble({ line, qty, options }: { line: ShownLine; qty: number; options: ReactNode }) {
  const { t } = useShop();
  const commercialQty = useKnown()?.config.limits.commercial_qty ?? 0;
  const red = "mt-2 flex items-start gap-1.5 text-sm text-beni-600";
  if (line.trouble === "unavailable") {
    return (
      <p className={red}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.unavailable")}
      </p>
    );
  }
  if (line.trouble === "not_shippable") {
    return (
      <p className={red}>
        <Plane size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {t("checkout.not_shippable")}
          {line.refusal ? <span className="block text-xs text-ink-2">{line.refusal}</span> : null}
        </span>
      </p>
    );
  }
  if (line.trouble === "option_required") {
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
      <p className={red}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t("checkout.only_left", { count: line.qtyLimit })}
      </p>
    );
  }
  const cautions = [
    ...(qty > commercialQty && commercialQty > 0 ? [t("cart.commercial", { count: commercialQty })] : []),
    ...(qty >= line.qtyLimit ? [t("cart.limit", { count: line.qtyLimit })] : []),
  ];
  return cautions.length > 0 ? <p className="mt-1.5 text-xs text-yamabuki-800">{cautions.join(". ")}</p> : null;
}
