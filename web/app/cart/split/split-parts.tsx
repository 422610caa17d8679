import { Check } from "lucide-react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { CartContents, CartLine } from "../cart-contents.ts";

export type Split = NonNullable<CartContents["split"]>;

/** The lines of the cart by id. */
export type LinesById = ReadonlyMap<string, CartLine>;

export const cardClass = "rounded-md border p-4";

/** Progress bar. An SVG, because the Content Security Policy forbids inline styles. @param percent 0 to 100 */
export function ProgressBar({ percent, className }: { percent: number; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={`block w-full rounded-full text-tokiwa-700 ${className}`}
    >
      <rect width={percent} height="1" fill="currentColor" />
    </svg>
  );
}

type SplitOptionProps = {
  title: string;
  text: string;
  amountText: string;
  amountNote: string;
  /** Whether this is the current state of the cart. */
  isCurrent?: boolean;
};

/** One of the options above the limit, with what it costs. */
export function SplitOption({ title, text, amountText, amountNote, isCurrent }: SplitOptionProps) {
  return (
    <div className="flex gap-3 text-sm">
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ${isCurrent ? "bg-tokiwa-700 text-on-dark" : "border border-line-strong"}`}
      >
        {isCurrent ? <Check size={14} strokeWidth={2.5} /> : null}
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <b className="font-semibold">{title}</b>
          <span className="block text-ink-2">{text}</span>
        </p>
        <p className="num sm:text-right">
          <b className="font-semibold">{amountText}</b>
          <span className="block text-xs text-ink-2">{amountNote}</span>
        </p>
      </div>
    </div>
  );
}

type LineListProps = { pieces: Split["parts"][number]["lines"]; lines: LinesById };

/** Lists pieces of lines with their images. */
export function LineList({ pieces, lines }: LineListProps) {
  return (
    <ul className="mt-3 space-y-2 text-xs text-ink-2">
      {pieces.map(({ cart_id, qty }) => {
        const product = lines.get(cart_id)?.product;
        return (
          <li key={cart_id} className="flex items-center gap-2.5">
            {product ? (
              <Picture
                image={product.image}
                sizes="36px"
                wrapperClass="shrink-0"
                className="aspect-4/5 w-9 max-w-none rounded-xs object-cover"
              />
            ) : null}
            <span className="min-w-0 grow">{insertNonBreakingSpaces(product?.name ?? "")}</span>
            <span className="num whitespace-nowrap">{`× ${qty}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
