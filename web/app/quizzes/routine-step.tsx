import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { CartControl } from "../catalog/product-cards/product-card.tsx";
import { cardWidths, type ProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { ShippingLine } from "../catalog/product-cards/shipping-line.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { getImageSources } from "../media/image-sources.ts";
import { Link } from "../navigation/link.tsx";

type RoutineStepProps = { number: number; title: string; reason: string; card: ProductCardView };

/** A step of the recommended routine: why it is needed, and the product for it. */
export function RoutineStep({ number, title, reason, card }: RoutineStepProps) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  const { image, price } = card;
  const path = `/${card.link_rewrite}`;
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 rounded-md border border-line bg-surface p-3 sm:grid-cols-[9.5rem_minmax(0,1fr)] lg:gap-7 lg:p-4">
      <Link to={path} tabIndex={-1} aria-hidden className="self-start">
        <Picture
          image={{ ...image, ...getImageSources(image, cardWidths) }}
          sizes="(width >= 40rem) 152px, 104px"
          className="aspect-4/5 w-full rounded-xs bg-mist object-cover"
        />
      </Link>
      <div className="flex min-w-0 flex-col py-1 lg:py-2 lg:pr-2">
        <h3 className="text-xl">{t("quiz.step", { number, title })}</h3>
        <p className="mt-1.5 max-w-md text-sm text-ink-2">{reason}</p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-3">
          <div className="min-w-0 text-sm">
            <p className="text-xs text-ink-3">{card.brand}</p>
            <p>
              <Link to={path} className="underline-offset-4 hover:underline">
                {insertNonBreakingSpaces(card.short_name)}
              </Link>
            </p>
            {card.size ? <p className="num text-xs text-ink-2">{card.size}</p> : null}
            <div className="mt-1.5">
              <Price
                currentPrice={format.money(price.current, price)}
                referencePrice={price.old === null ? undefined : format.money(price.old, price)}
                referencePriceLabel={t("card.old_price")}
              />
            </div>
            <ShippingLine shipping={card.shipping} i18n={i18n} />
          </div>
          <div className="w-full sm:w-44">
            <CartControl card={card} i18n={i18n} />
          </div>
        </div>
      </div>
    </li>
  );
}
