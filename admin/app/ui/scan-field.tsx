import { ScanBarcode } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";

/** A field that a barcode scanner types into. It never submits the form. */
export function ScanField({ label, onScan }: { label: string; onScan: (code: string) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  // A scanner types at once.
  useEffect(() => ref.current?.focus(), []);
  const submit = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const code = ref.current?.value.trim() ?? "";
    if (code === "" || !ref.current) return;
    ref.current.value = "";
    onScan(code);
  };
  return (
    <label className="relative block">
      <span className="sr-only">{label}</span>
      <ScanBarcode
        size={20}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-2"
      />
      <input
        ref={ref}
        type="text"
        onKeyDown={submit}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        className="code h-12 w-full rounded-md border border-line-strong bg-card pr-3 pl-11 text-base"
      />
    </label>
  );
}
