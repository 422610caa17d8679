import { Gift } from "lucide-react";
import { Form } from "react-router";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { getImageSources } from "../../media/image-sources.ts";
import { Link } from "../../navigation/link.tsx";
import { CartControl } from "../product-cards/product-card.tsx";
import { cardWidths, type ProductCardView } from "../product-cards/product-card-view.ts";

/** A product of a shared wishlist: free, chosen by another visitor, or chosen by this visitor. */
export type GiftState = "free" | "taken" | "mine";

type GiftChoiceProps = {
  card: ProductCardView;
  state: GiftState;
  /** Whether the visitor owns the list, who chooses nothing. */
  isOwn: boolean;
};

/** A product that can be given, with the button that chooses it. What the giver has chosen can be put into their cart. */
export function GiftChoice({ card, state, isOwn }: GiftChoiceProps) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  const { link_rewrite, short_name, brand, brandJa, size, price, image } = card;
  const sources = { ...getImageSources(image, cardWidths), width: image.width, height: image.height };
  return (
    <li className="flex min-w-0 flex-col">
      <div className="relative">
        <Picture
          image={sources}
          sizes="(min-width: 1280px) 196px, (min-width: 768px) 30vw, 44vw"
          className={`aspect-4/5 w-full rounded-xs bg-mist object-cover ${state === "taken" ? "opacity-60" : ""}`}
        />
        {state === "free" ? null : (
          <p className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1.5 bg-surface/90 py-2 text-xs font-medium">
            <Gift size={16} strokeWidth={1.5} aria-hidden />
            {t(state === "mine" ? "shared.mine" : "shared.taken")}
          </p>
        )}
      </div>
      <p className="mt-3 truncate text-xs text-ink-3">
        {brandJa ? (
          <span lang="ja" className="font-japanese mr-1.5 tracking-[.08em]">
            {brandJa}
          </span>
        ) : null}
        {brand}
      </p>
      <h3 className="mt-0.5 font-sans text-sm font-medium">
        <Link to={`/${link_rewrite}`} className="hover:text-tokiwa-700">
          {insertNonBreakingSpaces(short_name)}
        </Link>
      </h3>
      {size === null ? null : <p className="num text-xs text-ink-2">{size}</p>}
      <div className="mt-auto pt-2">
        <Price
          currentPrice={format.money(price.current, price)}
          referencePrice={price.old === null ? undefined : format.money(price.old, price)}
          referencePriceLabel={t("card.old_price")}
        />
        {isOwn ? null : <ChoiceForm card={card} state={state} />}
      </div>
    </li>
  );
}

function ChoiceForm({ card, state }: Pick<GiftChoiceProps, "card" | "state">) {
  const i18n = useAccountI18n();
  const { t } = i18n;
  const name = insertNonBreakingSpaces(card.short_name);
  if (state === "taken")
    return (
      <Button disabled full className="mt-2.5">
        {t("shared.chosen")}
      </Button>
    );
  return (
    <>
      {state === "mine" ? <CartControl card={card} i18n={i18n} /> : null}
      <Form method="post" preventScrollReset className="mt-2.5">
        <input type="hidden" name="product" value={card.id} />
        {state === "mine" ? (
          <button
            name="intent"
            value="withdraw"
            aria-label={t("shared.withdraw_name", { name })}
            className="inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-4 hover:text-ink"
          >
            {t("shared.withdraw")}
          </button>
        ) : (
          <Button
            type="submit"
            name="intent"
            value="choose"
            kind="outline"
            full
            disabled={!card.available_for_order}
            icon={<Gift size={18} strokeWidth={1.5} aria-hidden />}
            aria-label={t("shared.choose_name", { name })}
          >
            {t(card.available_for_order ? "shared.choose" : "card.unavailable")}
          </Button>
        )}
      </Form>
    </>
  );
}
