import type { InputHTMLAttributes, ReactNode } from "react";

type RadioCardProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className" | "title"> & {
  title: ReactNode;
  text?: ReactNode;
  /** Shown at the end of the title, such as a price. */
  trailing?: ReactNode;
  /** Below the label, inside the card: further controls of this option. */
  children?: ReactNode;
  className?: string;
};

/** A radio button as a card. The border is styled by the input's state, so it works before hydration. */
export function RadioCard({ title, text, trailing, children, className = "", ...input }: RadioCardProps) {
  return (
    <div
      className={`rounded-md border border-line-strong bg-surface hover:border-ink-2 has-[input:checked]:border-tokiwa-700 has-[input:checked]:bg-tokiwa-50 has-[input:checked]:outline has-[input:checked]:outline-tokiwa-700 has-[input:disabled]:cursor-not-allowed has-[input:disabled]:bg-mist ${className}`}
    >
      <label className="flex cursor-pointer gap-3 p-4">
        <input type="radio" {...input} className="peer sr-only" />
        <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface peer-checked:border-tokiwa-700 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-checked:*:bg-tokiwa-700 forced-colors:peer-checked:*:bg-[CanvasText]">
          <span className="size-2.5 rounded-full" />
        </span>
        <span className="min-w-0 grow">
          <span className="flex justify-between gap-3">
            <b className="text-sm font-semibold lg:text-base">{title}</b>
            {trailing ? <b className="num text-sm font-semibold whitespace-nowrap lg:text-base">{trailing}</b> : null}
          </span>
          {text ? <span className="mt-0.5 block text-sm text-ink-2">{text}</span> : null}
        </span>
      </label>
      {children}
    </div>
  );
}
