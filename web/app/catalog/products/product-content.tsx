import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Suspense } from "react";
import { useLocation } from "react-router";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { ImageKey } from "../../media/image-sources.ts";
import { WishlistButton } from "../../wishlist/wishlist-button.tsx";
import { BuyBox } from "./buy-box.tsx";
import { DeliveryInfo } from "./delivery-info.tsx";
import { Gallery } from "./gallery.tsx";
import { LandedCostButton } from "./landed-cost-button.tsx";
import { OptionTiles } from "./option-tiles.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ProductHeading } from "./product-heading.tsx";
import type { ProductView } from "./product-view.ts";
import { selectOption } from "./selected-option.ts";
import { ShippableAlternatives } from "./shipping-refusal.tsx";

type ProductContentProps = {
  page: ProductView;
  /** The path of the page itself, which the options are chosen on. */
  path: string;
  /** Whether the page is a preview: it looks the same, but what concerns orders and lists cannot be used. */
  isPreview?: boolean;
};

/** The content of the page of a product. */
export function ProductContent({ page, path, isPreview = false }: ProductContentProps) {
  const { card, images, options, breadcrumbs } = page;
  const { t, to, format } = useI18n();
  const { search } = useLocation();
  const selectedOption = selectOption(options, new URLSearchParams(search).get("option"));
  const discount = (selectedOption?.price ?? card.price).discount_percent;
  const shipping = (selectedOption ?? card).shipping;
  const crumbs = [
    { name: t("layout.home"), href: to("/") },
    ...breadcrumbs.map((crumb) => ({ name: crumb.name, href: to(`/category/${crumb.link_rewrite}`) })),
    { name: insertNonBreakingSpaces(card.name), href: to(path) },
  ];
  return (
    <>
      <div className="mx-auto max-w-page px-4 md:pt-3 lg:pt-5">
        <div className="max-md:hidden">
          <Breadcrumbs label={t("layout.breadcrumbs")} items={crumbs} />
        </div>
        <div className="grid gap-3 md:mt-2 md:gap-6 md:grid-cols-2 lg:mt-4 lg:gap-10 xl:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] xl:gap-14">
          <Gallery
            key={`${card.id} ${selectedOption?.image ?? ""}`}
            images={moveImageFirst(images, selectedOption?.image ?? null)}
            name={card.name}
            discount={discount > 0 ? format.percent(-discount) : null}
          >
            <div className="contents" inert={isPreview}>
              <WishlistButton id={card.id} name={card.name} className="size-11 rounded-full" />
            </div>
          </Gallery>
          <div className="min-w-0">
            <ProductHeading page={page} />
            <BuyBox
              key={selectedOption?.option_id ?? card.id}
              card={card}
              options={options}
              selectedOption={selectedOption}
              alerts={page.alerts}
              isInert={isPreview}
            >
              {selectedOption ? <OptionTiles options={options} selectedOption={selectedOption} path={path} /> : null}
            </BuyBox>
            {/* A plain form, so that it adds nothing to the scripts of the page. */}
            <form method="post" action={to("/compare")} className="mt-1" inert={isPreview}>
              <button
                name="add"
                value={card.id}
                className="inline-flex min-h-11 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700 md:min-h-8"
              >
                {t("compare.add")}
              </button>
            </form>
            <ShippableAlternatives cards={page.alternatives} />
            <DeliveryInfo shipping={shipping} price={card.price} />
            {shipping?.refusal ? null : (
              <div className="contents" inert={isPreview}>
                <LandedCostButton productId={card.id} optionId={selectedOption?.option_id ?? 0} qty={1} />
              </div>
            )}
          </div>
        </div>
      </div>
      <Suspense>
        <ProductDetails key={card.id} page={page} path={`/${card.link_rewrite}`} />
      </Suspense>
    </>
  );
}

/** Returns the images of a product with that of the selected option first. */
function moveImageFirst(images: readonly ImageKey[], firstKey: string | null): readonly ImageKey[] {
  return firstKey === null
    ? images
    : images.toSorted((a, b) => Number(b.key === firstKey) - Number(a.key === firstKey));
}
