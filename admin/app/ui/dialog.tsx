import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";

const widths = { normal: "desk:max-w-140", wide: "desk:max-w-240" } as const;

type DialogProps = {
  title: string;
  /** The name of the button that closes it. */
  closeLabel: string;
  onClose: () => void;
  /** The width on a desktop: 560 or 960 px. */
  size?: keyof typeof widths;
  children: ReactNode;
};

/** A modal dialog, open while it is rendered; on a phone a sheet at the lower edge. */
export function Dialog({ title, closeLabel, onClose, size = "normal", children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      className={`fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-y-auto rounded-t-lg bg-card p-5 shadow-overlay backdrop:bg-scrim desk:inset-0 desk:m-auto desk:max-h-[calc(100dvh-3rem)] ${widths[size]} desk:rounded-lg`}
    >
      <div className="mb-2 flex items-start gap-3">
        <h2 id={titleId} className="grow text-xl">
          {title}
        </h2>
        <button
          type="button"
          aria-label={closeLabel}
          onClick={() => ref.current?.close()}
          className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink desk:size-8"
        >
          <X size={18} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  );
}
