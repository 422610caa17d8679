import { useEffect, useRef, useState, type ReactNode } from "react";

type PopoverProps = {
  /** Renders the button that opens it, with the props that associate the two. */
  trigger: (props: { "aria-expanded": boolean; "aria-haspopup": "true"; onClick: () => void }) => ReactNode;
  children: (close: () => void) => ReactNode;
  className?: string;
};

/**
 * A panel under its button. Escape, a click outside and moving the focus outside close it; Escape restores the focus.
 */
export function Popover({ trigger, children, className = "" }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const closeOnOutside = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      ref.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
    };
    document.addEventListener("pointerdown", closeOnOutside);
    document.addEventListener("focusin", closeOnOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOnOutside);
      document.removeEventListener("focusin", closeOnOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [open]);
  return (
    <div ref={ref} className="relative">
      {trigger({ "aria-expanded": open, "aria-haspopup": "true", onClick: () => setOpen(!open) })}
      {open ? (
        <div
          className={`absolute top-full right-0 z-40 mt-2 overflow-hidden rounded-lg border border-line bg-surface text-left shadow-overlay ${className}`}
        >
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </div>
  );
}
