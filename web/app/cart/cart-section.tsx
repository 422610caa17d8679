import type { ReactNode } from "react";

type CartSectionProps = { id: string; title: ReactNode; text?: ReactNode; aside?: ReactNode; children: ReactNode };

/** A section of the cart page: full width on small screens, a card from `lg`. */
export function CartSection({ id, title, text, aside, children }: CartSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-32 border-t border-line bg-surface px-4 py-7 lg:rounded-md lg:border lg:px-8 lg:py-8"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {text ? <p className="mt-1 text-sm text-ink-2">{text}</p> : null}
      {children}
    </section>
  );
}
