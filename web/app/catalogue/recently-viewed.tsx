import type { Card, ProductList } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { bindWords } from "../lib/format.ts";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "./card-row.tsx";
import { viewedBefore } from "./viewed.ts";

/** The last twenty products seen in this browser, without the one on the page. */
export function RecentlyViewed({ current }: { current: number }) {
  const shop = useShop();
  const { t, to, format } = shop;
  const currency = useKnown()?.config.delivery.iso_code;
  const [cards, setCards] = useState<Card[]>([]);
  useEffect(() => {
    const others = viewedBefore(current);
    let open = true;
    setCards([]);
    if (others.length === 0) return;
    const call = `/v1/products?ids=${others.join(",")}&per_page=${others.length}`;
    const load = async () => {
      const list = await askApi<ProductList>(shop, call, currency ? { currency } : {});
      const found = new Map(list?.items.map((card) => [card.id, card]));
      if (open) setCards(others.flatMap((id) => found.get(id) ?? []));
    };
    void load();
    return () => {
      open = false;
    };
  }, [current, shop, currency]);
  if (cards.length === 0) return null;
  return (
    <section className="mx-auto mt-14 max-w-page px-4 lg:mt-20">
      <SectionHead title={t("product.recently_viewed")} />
      <ul className="scroll-x -mx-4 flex gap-3 px-4 lg:mx-0 lg:gap-5 lg:px-0">
        {cards.map((card) => (
          <li key={card.id} className="w-28 shrink-0 lg:w-36">
            <a href={to(`/${card.link_rewrite}`)} className="group block">
              <Picture
                image={card.image}
                sizes="(min-width: 1024px) 144px, 112px"
                className="aspect-4/5 w-full rounded-xs bg-mist object-cover"
              />
              <span className="mt-2 line-clamp-2 text-xs text-ink-2 group-hover:text-tokiwa-700">
                {bindWords(card.name)}
              </span>
              <span className="price mt-1 block text-base">{format.money(card.price.current, card.price)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
