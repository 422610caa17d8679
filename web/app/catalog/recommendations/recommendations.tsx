import type { ProductCardData } from "@furoshiki/api/catalog";
import { type RefObject, useEffect, useRef, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { CardRow, SectionHeader } from "../product-cards/card-row.tsx";
import { createProductCardView, type ProductCardView } from "../product-cards/product-card-view.ts";
import { getViewedProducts } from "./viewed-products.ts";

/**
 * A row of recommendations based on the products viewed in this browser. It is loaded after the page and causes no
 * layout shift: it is only rendered once its container is below the viewport.
 */
export function Recommendations({ className }: { className: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const currency = useRootData()?.config.delivery.iso_code;
  const container = useRef<HTMLDivElement>(null);
  const [cards, setCards] = useState<ProductCardView[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const path = `/v1/forYou?seen=${getViewedProducts().join(",")}`;
      const result = await fetchApi<{ items: ProductCardData[] }>(i18n, path, currency ? { currency } : {});
      if (isCurrent && result) setCards(result.items.map(createProductCardView));
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [i18n, currency]);
  const canShow = useIsBelowViewport(container, cards.length > 0);
  return (
    <div ref={container}>
      {canShow && cards.length > 0 ? (
        <section className={className} aria-labelledby="for-you">
          <SectionHeader title={<span id="for-you">{t("home.for_you")}</span>} />
          <p className="-mt-3 mb-5 text-sm text-ink-2 lg:-mt-5 lg:mb-7">{t("home.for_you_text")}</p>
          <CardRow cards={cards} i18n={i18n} />
        </section>
      ) : null}
    </div>
  );
}

/** Whether, since `isEnabled` became true, the container has been below the viewport at least once. */
function useIsBelowViewport(container: RefObject<HTMLElement | null>, isEnabled: boolean): boolean {
  const [wasBelow, setWasBelow] = useState(false);
  useEffect(() => {
    if (!isEnabled || !container.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ boundingClientRect }) => boundingClientRect.top > innerHeight)) return;
      setWasBelow(true);
      observer.disconnect();
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [container, isEnabled]);
  return wasBelow;
}
