import { useEffect, useRef, useState, type ReactNode } from "react";

type PopoverProps = {
  /** The button that opens it; gets the props that tie both together. */
  trigger: (props: { "aria-expanded": boolean; "aria-haspopup": "true"; onClick: () => void }) => ReactNode;
  children: (close: () => void) => ReactNode;
  className?: string;
};

/** A panel under its button. Escape, a click elsewhere and leaving it by keyboard close it; Escape gives the focus back. */
export function Popover({ trigger, children, className = "" }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      ref.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <div ref={ref} className="relative">
      {trigger({ "aria-expanded": open, "aria-haspopup": "true", onClick: () => setOpen(!open) })}
      {open ? (
        <div
          className={`absolute top-full right-0 z-40 mt-2 overflow-hidden rounded-lg border border-line bg-surface text-left shadow-pop ${className}`}
        >
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </div>
  );
}
