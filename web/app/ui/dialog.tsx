import { X } from "lucide-react";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { afterPaint } from "./after-paint.ts";
import { IconButton } from "./icon-button.tsx";

const shapes = {
  /** Centred from `lg`, 500 px wide (spec §9), a bottom sheet on phones. */
  modal:
    "fixed inset-0 z-50 mx-0 mt-auto mb-0 max-h-full w-full max-w-full rounded-t-lg lg:m-auto lg:w-[500px] lg:rounded-lg lg:max-h-[calc(100dvh-2rem)]",
  /** The left edge, full width on phones. */
  drawer: "fixed inset-0 z-50 m-0 h-dvh max-h-none w-full max-w-full lg:w-[450px]",
  /** A bottom sheet on phones, the right edge from `lg`. */
  sheet:
    "fixed inset-0 z-50 mx-0 mt-auto mb-0 max-h-[88dvh] w-full max-w-full rounded-t-lg lg:my-0 lg:mr-0 lg:ml-auto lg:h-dvh lg:max-h-none lg:w-[420px] lg:rounded-none",
} as const;

type DialogProps = {
  open: boolean;
  onClose: () => void;
  shape: keyof typeof shapes;
  /** Id of the heading inside, or a name. */
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * The browser's own dialog: focus is held inside and given back, Escape and a click beside it close it, and
 * the page behind stays still (`html:has(dialog:modal)` in app.css). One that is open from the first render on
 * is open in the served page too, where no script lifts it above the rest: the shadow darkens what is behind it.
 * Any other is painted like this first and lifted then: to lift it the browser makes all the rest inert, which gives
 * every element of the page a new style, and costs a phone more than everything else that the press does.
 */
export function Dialog({ open, onClose, shape, labelledBy, label, className = "", children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [openAtFirst] = useState(open);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.setAttribute("open", "");
    const stay = afterPaint(() => {
      // Closing it would be heard as the reader's own closing.
      dialog.removeAttribute("open");
      dialog.showModal();
    });
    // Taken off the page while open, it gives the focus back too.
    return () => {
      stay();
      dialog.close();
    };
  }, [open]);
  return (
    <dialog
      ref={ref}
      open={openAtFirst}
      aria-labelledby={labelledBy}
      aria-label={label}
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={`flex-col overflow-hidden bg-surface p-0 text-ink shadow-pop not-modal:shadow-[0_0_0_200vmax_var(--color-scrim)] open:flex open:animate-unfold backdrop:bg-scrim ${shapes[shape]} ${className}`}
    >
      {open ? children : null}
    </dialog>
  );
}

/** Title row of a dialog with its closing button. */
export function DialogHead({
  id,
  title,
  closeLabel,
  onClose,
  before,
  after,
}: {
  id: string;
  title: ReactNode;
  closeLabel: string;
  onClose: () => void;
  before?: ReactNode;
  after?: ReactNode;
}) {
  return (
    <div
      className={`flex h-16 shrink-0 items-center gap-1 border-b border-line pr-2 lg:h-[76px] ${before ? "pl-2" : "pl-6"}`}
    >
      {before}
      <h2 id={id} className="grow text-2xl">
        {title}
      </h2>
      {after}
      <IconButton label={closeLabel} icon={<X size={22} aria-hidden />} onClick={onClose} />
    </div>
  );
}
