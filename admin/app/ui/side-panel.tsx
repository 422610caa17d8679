import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { IconButton } from "./icon-button.tsx";

/** Windows in which a panel leaves a part of the page visible: the breakpoint `desk` of app.css. */
const DESKTOP_QUERY = "(min-width: 45rem)";

/**
 * A panel at the right edge over the page, which stays usable. In a narrow window the panel covers the page and is modal.
 * It takes the focus when it opens; Escape closes it and returns the focus.
 */
export function SidePanel({
  title,
  subtitle,
  footer,
  onClose,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (matchMedia(DESKTOP_QUERY).matches) dialog?.show();
    else dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The browser would also send the cancel event of a modal dialog.
        event.preventDefault();
        onClose();
      }}
      onCancel={onClose}
      className="fixed inset-y-0 right-0 left-auto z-40 m-0 h-dvh max-h-none w-full max-w-full flex-col bg-card text-sm text-ink shadow-overlay open:flex desk:w-[480px]"
    >
      <header className="flex items-start gap-3 border-b border-hair py-3 pr-3 pl-5">
        <div className="min-w-0 grow py-1">
          <h2 id={id} className="text-heading">
            {title}
          </h2>
          {subtitle ? <p className="mt-0.5 text-xs text-ink-2">{subtitle}</p> : null}
        </div>
        <IconButton label={t("ui.close")} icon={<X size={18} aria-hidden />} onClick={onClose} />
      </header>
      <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
      {footer ? <footer className="flex items-center gap-2 border-t border-hair px-5 py-3">{footer}</footer> : null}
    </dialog>
  );
}
