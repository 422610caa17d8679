import type { ReactNode } from "react";

/** Bar with the total and the checkout button, fixed above the tab bar on small screens. */
export function StickyCheckoutBar({ name, total, children }: { name: string; total: string; children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 py-2.5 shadow-raised lg:hidden">
      <div>
        <span className="block text-xs text-ink-2">{name}</span>
        <span className="price text-xl/[1.1]">{total}</span>
      </div>
      {children}
    </div>
  );
}
