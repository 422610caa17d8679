import { Heart } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "../navigation/link.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { useWishlist } from "./wishlist-button.tsx";

/** Returns the cards without those that were removed from the wishlist on this page. */
export function useWishlistedCards<Card extends { id: number }>(cards: readonly Card[]): Card[] {
  const { isRemoved } = useWishlist();
  return cards.filter((card) => !isRemoved(card.id));
}

/** When a card is removed, its focused button is gone: moves the focus to the heading of the page. */
export function useHeadingFocusOnRemoval(count: number): void {
  const previousCount = useRef(count);
  useEffect(() => {
    if (count < previousCount.current) document.querySelector<HTMLElement>("main h1")?.focus();
    previousCount.current = count;
  }, [count]);
}

type WishlistGridProps = {
  isEmpty: boolean;
  /** Whether the page has no menu beside the grid. */
  isWide?: boolean;
  /** The product cards. */
  children: ReactNode;
};

/** The wishlist as a grid, or an empty state. */
export function WishlistGrid({ isEmpty, isWide = false, children }: WishlistGridProps) {
  const { t } = useI18n();
  if (isEmpty)
    return (
      <EmptyState
        icon={<Heart size={26} strokeWidth={1.5} aria-hidden />}
        title={t("wishlist.empty")}
        action={
          <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
            {t("collection.best-sales")}
          </Link>
        }
      >
        {t("wishlist.empty_text")}
      </EmptyState>
    );
  return (
    <section aria-label={t("layout.wishlist")}>
      <h2 className="sr-only">{t("wishlist.products")}</h2>
      <div className={`product-grid grid-cols-2 md:grid-cols-3 ${isWide ? "lg:grid-cols-4" : ""}`}>{children}</div>
    </section>
  );
}
