import type { ReactNode } from "react";

/** Bar with the total and the checkout button at the bottom of small screens, instead of the tab bar. */
export function StickyCheckoutBar({ name, total, children }: { name: string; total: string; children: ReactNode }) {
  return (
    <div
      data-buy-bar=""
      className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-raised lg:hidden"
    >
      <div>
        <span className="block text-xs text-ink-2">{name}</span>
        <span className="price text-xl/[1.1]">{total}</span>
      </div>
      {children}
    </div>
  );
}
