import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { ProductCard } from "./product-card.tsx";
import { type ProductCardView } from "./product-card-view.ts";

/** A section heading with an optional link to the full listing. */
export function SectionHeader({ title, link }: { title: ReactNode; link?: { href: string; text: string } }) {
  return (
    <div className="mb-5 flex items-end justify-between gap-4 lg:mb-7">
      <h2 className="text-2xl lg:text-3xl">{title}</h2>
      {link ? (
        <Link
          to={link.href}
          className="touch-target flex shrink-0 items-center gap-1 pb-1 text-sm font-medium text-tokiwa-700 underline-offset-4 hover:underline"
        >
          {link.text}
          <ChevronRight size={16} aria-hidden />
        </Link>
      ) : null}
    </div>
  );
}

const rowSizes = "(min-width: 1024px) 237px, (min-width: 480px) 30vw, 44vw";

/** Five cards from `lg`; on phones they scroll sideways, and part of the third card shows that they do. */
export function CardRow({ cards, i18n }: { cards: readonly ProductCardView[]; i18n: I18n }) {
  return (
    <div className="scroll-x -mx-4 px-4 lg:mx-0 lg:overflow-visible lg:px-0">
      <div className="grid auto-cols-[44%] grid-flow-col grid-rows-[repeat(5,auto)] gap-x-3 sm:auto-cols-[30%] lg:auto-cols-auto lg:grid-flow-row lg:grid-cols-5 lg:grid-rows-none lg:gap-x-6">
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} i18n={i18n} sizes={rowSizes} />
        ))}
      </div>
    </div>
  );
}
