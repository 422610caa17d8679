import type { ProductCardData, ProductList } from "@furoshiki/api/catalog";
import { useEffect, useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { fetchApi } from "../../api-client/browser-api.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { SectionHeader } from "../product-cards/card-row.tsx";
import { getOtherViewedProducts } from "./viewed-products.ts";

/** The last twenty products viewed in this browser, without the current one. */
export function RecentlyViewed({ currentId }: { currentId: number }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const currency = useRootData()?.config.delivery.iso_code;
  const [cards, setCards] = useState<ProductCardData[]>([]);
  useEffect(() => {
    const ids = getOtherViewedProducts(currentId);
    let isCurrent = true;
    setCards([]);
    if (ids.length === 0) return;
    const path = `/v1/products?ids=${ids.join(",")}&per_page=${ids.length}`;
    const load = async () => {
      const result = await fetchApi<ProductList>(i18n, path, currency ? { currency } : {});
      const cardsById = new Map(result?.items.map((card) => [card.id, card]));
      if (isCurrent) setCards(ids.flatMap((id) => cardsById.get(id) ?? []));
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [currentId, i18n, currency]);
  if (cards.length === 0) return null;
  return (
    <section className="mx-auto mt-14 max-w-page px-4 lg:mt-20">
      <SectionHeader title={t("product.recently_viewed")} />
      <ul className="scroll-x -mx-4 flex gap-3 px-4 lg:mx-0 lg:gap-5 lg:px-0">
        {cards.map((card) => (
          <li key={card.id} className="w-28 shrink-0 lg:w-36">
            <Link to={`/${card.link_rewrite}`} className="group block">
              <Picture
                image={card.image}
                sizes="(min-width: 1024px) 144px, 112px"
                className="aspect-4/5 w-full rounded-xs bg-mist object-cover"
              />
              <span className="mt-2 line-clamp-2 text-xs text-ink-2 group-hover:text-tokiwa-700">
                {insertNonBreakingSpaces(card.name)}
              </span>
              <span className="price mt-1 block text-base">{format.money(card.price.current, card.price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
