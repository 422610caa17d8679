import { X } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { runAfterPaint } from "./after-paint.ts";
import { IconButton } from "./icon-button.tsx";

const shapes = {
  /** Centered from `lg` on, 500 px wide; a bottom sheet on phones. */
  modal:
    "fixed inset-0 z-50 mx-0 mt-auto mb-0 max-h-full w-full max-w-full rounded-t-lg lg:m-auto lg:w-[500px] lg:rounded-lg lg:max-h-[calc(100dvh-2rem)]",
  /** At the left edge; full width on phones. */
  drawer: "fixed inset-0 z-50 m-0 h-dvh max-h-none w-full max-w-full lg:w-[450px]",
  /** A bottom sheet on phones, at the right edge from `lg` on. */
  sheet:
    "fixed inset-0 z-50 mx-0 mt-auto mb-0 max-h-[88dvh] w-full max-w-full rounded-t-lg lg:my-0 lg:mr-0 lg:ml-auto lg:h-dvh lg:max-h-none lg:w-[420px] lg:rounded-none",
} as const;

type DialogProps = {
  open: boolean;
  onClose: () => void;
  shape: keyof typeof shapes;
  /** The id of the heading inside; alternatively `label`. */
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A native dialog: focus is kept inside and restored afterwards, Escape and a click on the backdrop close it, and the
 * page behind does not scroll (`html:has(dialog:modal)` in components.css).
 *
 * A dialog opens in two steps, because `showModal` makes the rest of the page inert, which recalculates the style of
 * every element and is slow on phones: first it is painted as a non-modal dialog whose shadow darkens the page behind it,
 * then it becomes modal. Escape and a click outside close it in both steps. A dialog that is open in server-rendered HTML
 * is non-modal until its script has loaded.
 */
export function Dialog({ open, onClose, shape, labelledBy, label, className = "", children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isInitiallyOpen] = useState(open);
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  });
  const closeOnClickOutside = useEffectEvent((event: MouseEvent) => {
    if (event.target instanceof Node && ref.current?.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.setAttribute("open", "");
    // Until the dialog is modal, the browser neither closes it nor keeps clicks from the page behind it.
    const untilModal = new AbortController();
    document.addEventListener("keydown", closeOnEscape, { signal: untilModal.signal });
    document.addEventListener("click", closeOnClickOutside, { signal: untilModal.signal, capture: true });
    const cancelShowModal = runAfterPaint(() => {
      untilModal.abort();
      // Not `close()`: its event would be handled as if the user had closed the dialog.
      dialog.removeAttribute("open");
      dialog.showModal();
    });
    // If it is unmounted while open, closing it restores the focus as well.
    return () => {
      cancelShowModal();
      untilModal.abort();
      dialog.close();
    };
  }, [open]);
  return (
    <dialog
      ref={ref}
      open={isInitiallyOpen}
      aria-labelledby={labelledBy}
      aria-label={label}
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={`flex-col overflow-hidden bg-surface p-0 text-ink shadow-overlay not-modal:shadow-[0_0_0_200vmax_var(--color-scrim)] open:flex open:animate-slide-up backdrop:bg-scrim ${shapes[shape]} ${className}`}
    >
      {open ? children : null}
    </dialog>
  );
}

/** The title row of a dialog with its close button. `before` and `after` are rendered beside the title. */
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
