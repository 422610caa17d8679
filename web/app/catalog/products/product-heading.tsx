import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Link } from "../../navigation/link.tsx";
import type { ProductView } from "./product-view.ts";

/** Brand, name and rating of a product; on phones the rating is beside the brand. */
export function ProductHeading({ page: { card, brand, rating } }: { page: ProductView }) {
  const { t, format } = useI18n();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <Link
        to={`/manufacturer/${brand.slug}`}
        className="row-start-1 flex w-fit items-baseline gap-2.5 py-1 text-sm text-ink-2 hover:text-tokiwa-700"
      >
        {brand.name_ja ? (
          <span lang="ja" className="font-japanese text-base tracking-[.08em]">
            {brand.name_ja}
          </span>
        ) : null}
        {brand.name}
      </Link>
      <p className="num row-start-1 text-xs text-ink-3 max-md:hidden">
        {t("product.reference", { reference: card.reference })}
      </p>
      <h1 className="col-span-2 row-start-2 text-[1.625rem]/[1.15] md:mt-1 md:text-[1.875rem]/[1.12] lg:text-[2.5rem]/[1.1]">
        {insertNonBreakingSpaces(card.name)}
      </h1>
      <a
        href="#reviews"
        className="flex w-fit items-center gap-2 py-1 text-sm underline-offset-4 hover:underline max-md:col-start-2 max-md:row-start-1 md:col-span-2 md:row-start-3 md:mt-3"
      >
        {rating.count > 0 ? (
          <>
            <span className="contents max-md:hidden">
              <Stars value={rating.average} />
            </span>
            <span className="sr-only">{t("card.rating")}</span>
            <b className="num font-semibold max-md:star-before">{format.rating(rating.average)}</b>
          </>
        ) : null}
        <span className="text-ink-2">{t("reviews.count", { count: rating.count })}</span>
      </a>
    </div>
  );
}
