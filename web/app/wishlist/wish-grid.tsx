import { Heart } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { useWishes } from "./heart.tsx";

/** Favourites that no heart of the open page has let go. */
export function useWished<Card extends { id: number }>(cards: readonly Card[]): Card[] {
  const { isGone } = useWishes();
  return cards.filter((card) => !isGone(card.id));
}

/** The pressed heart went with its card: the reader is told by the page's heading what is left. */
export function useFewer(count: number): void {
  const shown = useRef(count);
  useEffect(() => {
    if (count < shown.current) document.querySelector<HTMLElement>("main h1")?.focus();
    shown.current = count;
  }, [count]);
}

type WishGridProps = {
  isEmpty: boolean;
  /** On a page without a menu beside it. */
  isWide?: boolean;
  /** The cards. */
  children: ReactNode;
};

/** The favourites as a grid, or what to do without any. */
export function WishGrid({ isEmpty, isWide = false, children }: WishGridProps) {
  const { t } = useShop();
  if (isEmpty)
    return (
      <Empty
        icon={<Heart size={26} strokeWidth={1.5} aria-hidden />}
        title={t("wishlist.empty")}
        action={
          <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
            {t("collection.best-sales")}
          </Link>
        }
      >
        {t("wishlist.empty_text")}
      </Empty>
    );
  return (
    <section aria-label={t("shell.favourites")}>
      <h2 className="sr-only">{t("wishlist.products")}</h2>
      <div
        className={`grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 lg:gap-x-6 lg:gap-y-10 ${isWide ? "lg:grid-cols-4" : ""}`}
      >
        {children}
      </div>
    </section>
  );
}
