import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import type { StationTexts } from "./station-texts.tsx";

/** A ref that moves the focus to the first thing to do in a step, since the station is used with the keyboard alone. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** Returns the name of an item with its option. */
export function getItemName({ choose }: StationTexts, item: ShipmentItem): string {
  return [choose(item.name_ru, item.name_en), choose(item.option_ru, item.option_en)].filter(Boolean).join(", ");
}

/** The content of the main part, in the middle of which something has to be done. */
export function StationPanel({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section className="grid content-start gap-4 p-4 desk:p-8">
      <div>
        <h1 className="text-[1.75rem]/9 desk:text-[2rem]/10">{title}</h1>
        {text === undefined ? null : <p className="mt-1.5 text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** An error of an action, announced to screen readers. */
export function StationError({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children ? (
        <p className="flex items-start gap-3 rounded-lg bg-beni-50 px-4 py-3 text-beni-700">
          <CircleAlert size={24} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
          {children}
        </p>
      ) : null}
    </div>
  );
}

/** A field of the station with a button that submits it. */
export function StationField({
  label,
  hint,
  children,
  onSubmit,
  ...input
}: {
  label: string;
  hint?: string;
  /** The button. */
  children: ReactNode;
  onSubmit: (value: string) => void;
  defaultValue?: string;
  inputMode?: "numeric" | "text";
}) {
  return (
    <form
      className="grid max-w-140 gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(String(new FormData(event.currentTarget).get("value")).trim());
      }}
    >
      <label htmlFor="station-field">{label}</label>
      <div className="flex flex-wrap gap-3">
        <input
          {...input}
          id="station-field"
          name="value"
          required
          autoComplete="off"
          ref={focusOnMount}
          maxLength={40}
          aria-describedby={hint === undefined ? undefined : "station-field-hint"}
          className="h-16 min-w-0 grow basis-60 rounded-lg border border-line-strong bg-card px-4 text-[1.375rem]"
        />
        {children}
      </div>
      {hint === undefined ? null : (
        <p id="station-field-hint" className="text-base text-ink-3">
          {hint}
        </p>
      )}
    </form>
  );
}
