import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { createStore, useStoreValue } from "../browser/store.ts";

type Toast = { id: number; kind: "ok" | "error"; text: string };

const DISPLAY_MS = 5000;
const currentToast = createStore<Toast | null>(null);
let nextId = 1;

/**
 * Shows a message for five seconds and announces it to screen readers. It can be called anywhere in the browser.
 */
export function showToast(text: string, kind: Toast["kind"] = "ok"): void {
  currentToast.update({ id: nextId++, kind, text });
}

/** The live region of the toasts. It is always rendered: screen readers announce only changes of a known region. */
export function Toasts() {
  const toast = useStoreValue(currentToast);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => currentToast.update(null), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  const Icon = toast?.kind === "error" ? CircleAlert : CircleCheck;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-50 flex justify-center px-4 lg:bottom-8"
    >
      {toast ? (
        <p
          key={toast.id}
          className={`flex max-w-md animate-slide-up items-start gap-2.5 rounded-md px-4 py-3 text-sm shadow-overlay forced-colors:border ${toast.kind === "error" ? "bg-beni-50 text-beni-700" : "bg-band text-on-band"}`}
        >
          <Icon size={20} aria-hidden className="shrink-0" />
          {toast.text}
        </p>
      ) : null}
    </div>
  );
}
