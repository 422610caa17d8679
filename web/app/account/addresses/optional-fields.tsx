import { Plus } from "lucide-react";
import { useRef, type ReactNode, type SyntheticEvent } from "react";

/** A row of buttons that add rarely needed fields to a form. */
export function OptionalFields({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-2">{children}</div>;
}

type OptionalFieldProps = {
  /** What the button adds, such as "Middle name". */
  name: string;
  /** Whether the field is shown from the start, because it has a value or an error. */
  isOpen: boolean;
  children: ReactNode;
};

/** A field behind a button with its name; once opened it stays. Works without scripts. */
export function OptionalField({ name, isOpen, children }: OptionalFieldProps) {
  const isPressed = useRef(false);
  const handleToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!isPressed.current || !currentTarget.open) return;
    isPressed.current = false;
    currentTarget.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <details open={isOpen} onToggle={handleToggle} className="group open:w-full open:py-1">
      <summary
        onClick={() => {
          isPressed.current = true;
        }}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-full border border-line-strong bg-surface px-4 py-2 text-sm text-ink group-open:hidden hover:border-tokiwa-700 sm:min-h-9"
      >
        <Plus size={16} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
        {name}
      </summary>
      {children}
    </details>
  );
}
