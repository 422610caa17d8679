import type { Card } from "@furoshiki/api/catalogue";
import { type RefObject, useEffect, useRef, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { CardRow, SectionHead } from "./card-row.tsx";
import { shownCard, type ShownCard } from "./shown-card.ts";
import { viewed } from "./viewed.ts";

/**
 * A row made from what was looked at in this browser. It comes after the page and moves nothing: it waits until its
 * place is below the view.
 */
export function ForYou({ className }: { className: string }) {
  const shop = useShop();
  const { t } = shop;
  const currency = useKnown()?.config.delivery.iso_code;
  const place = useRef<HTMLDivElement>(null);
  const [cards, setCards] = useState<ShownCard[]>([]);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const call = `/v1/forYou?seen=${viewed().join(",")}`;
      const row = await askApi<{ items: Card[] }>(shop, call, currency ? { currency } : {});
      if (open && row) setCards(row.items.map(shownCard));
    };
    void load();
    return () => {
      open = false;
    };
  }, [shop, currency]);
  const mayCome = useBelowView(place, cards.length > 0);
  return (
    <div ref={place}>
      {mayCome && cards.length > 0 ? (
        <section className={className} aria-labelledby="for-you">
          <SectionHead title={<span id="for-you">{t("home.for_you")}</span>} />
          <p className="-mt-3 mb-5 text-sm text-ink-2 lg:-mt-5 lg:mb-7">{t("home.for_you_text")}</p>
          <CardRow cards={cards} shop={shop} />
        </section>
      ) : null}
    </div>
  );
}

/** True from the first moment, once it is `wanted`, at which the place is below what is in view. */
function useBelowView(place: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [wasBelow, setWasBelow] = useState(false);
  useEffect(() => {
    if (!wanted || !place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ boundingClientRect }) => boundingClientRect.top > innerHeight)) return;
      setWasBelow(true);
      observer.disconnect();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, wanted]);
  return wasBelow;
}
