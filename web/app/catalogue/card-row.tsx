import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Shop } from "../lib/shop.tsx";
import { ProductCard } from "./product-card.tsx";
import { type ShownCard } from "./shown-card.ts";

/** A heading with the way to everything of its kind. */
export function SectionHead({ title, more }: { title: ReactNode; more?: { href: string; text: string } }) {
  return (
    <div className="mb-5 flex items-end justify-between gap-4 lg:mb-7">
      <h2 className="text-2xl lg:text-3xl">{title}</h2>
      {more ? (
        <a
          href={more.href}
          className="tap flex shrink-0 items-center gap-1 pb-1 text-sm font-medium text-tokiwa-700 underline-offset-4 hover:underline"
        >
          {more.text}
          <ChevronRight size={16} aria-hidden />
        </a>
      ) : null}
    </div>
  );
}

const rowSizes = "(min-width: 1024px) 237px, (min-width: 480px) 30vw, 44vw";

/** Five cards from `lg`; on phones they scroll sideways, and a part of the third shows that they do. */
export function CardRow({ cards, shop }: { cards: readonly ShownCard[]; shop: Shop }) {
  return (
    <div className="scroll-x -mx-4 px-4 lg:mx-0 lg:overflow-visible lg:px-0">
      <div className="grid auto-cols-[44%] grid-flow-col gap-3 sm:auto-cols-[30%] lg:auto-cols-auto lg:grid-flow-row lg:grid-cols-5 lg:gap-6">
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} shop={shop} sizes={rowSizes} />
        ))}
      </div>
    </div>
  );
}
