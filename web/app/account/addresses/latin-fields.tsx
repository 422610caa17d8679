import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState, type ComponentProps, type FocusEvent, type ReactNode } from "react";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { isLatin, transliterate } from "@furoshiki/design-system/i18n/transliteration.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

type LatinFieldsProps = {
  fields: ReadonlyArray<ComponentProps<typeof Field> & { id: string; name: string }>;
  /** A field in the same row that may contain any characters. */
  before?: ReactNode;
  /** A note about the fields, announced when it appears. */
  note?: ReactNode;
  className?: string;
};

/**
 * Fields of one row that are printed in Latin letters and may be typed in Russian. A field that loses focus is
 * transliterated, which a line under the row says and can undo. The server does the same for browsers without scripts.
 */
export function LatinFields({ fields, before, note, className = "" }: LatinFieldsProps) {
  const { t } = useAccountI18n();
  const { originals, latin, getProps, undo } = useTransliteration(fields);
  const columns = fields.length + (before ? 1 : 0);
  return (
    <div className={className}>
      <div className={columns > 1 ? "grid grid-cols-2 gap-x-3 sm:gap-x-4" : ""}>
        {before}
        {fields.map((field) => (
          <Field key={field.name} {...field} {...getProps(field)} />
        ))}
      </div>
      <div role="status">
        {originals ? (
          <ConfirmationLine>
            {t("address.latin_applied", { original: originals, latin })} <UndoButton text={originals} onClick={undo} />
          </ConfirmationLine>
        ) : null}
        {note}
      </div>
    </div>
  );
}

/** Takes back what a confirmation line says. @param text tells it from other such buttons of the page */
export function UndoButton({ text, onClick }: { text: string; onClick: () => void }) {
  const { t } = useAccountI18n();
  return (
    <button
      type="button"
      aria-label={t("address.undo_one", { text })}
      onClick={onClick}
      className="-my-2.5 py-2.5 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
    >
      {t("address.latin_undo")}
    </button>
  );
}

/** A green line under a field that says what was done for the customer. */
export function ConfirmationLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1.5 flex gap-1.5 text-sm text-tokiwa-700">
      <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

type Replacement = { original: string; latin: string };

function useTransliteration(fields: LatinFieldsProps["fields"]) {
  /** What was transliterated, by the name of the field. */
  const [replacements, setReplacements] = useState<Record<string, Replacement>>(() =>
    Object.fromEntries(
      fields.flatMap(({ name, defaultValue }) => {
        const replacement = createReplacement(String(defaultValue ?? ""));
        return replacement ? [[name, replacement]] : [];
      }),
    ),
  );
  /** Texts that the customer has taken back: they are not transliterated again. */
  const kept = useRef(new Set<string>());
  const afterPress = useAfterPress();
  const discard = (name: string) => setReplacements(({ [name]: _discarded, ...others }) => others);
  const replace = (input: HTMLInputElement) => {
    const replacement = kept.current.has(input.value) ? null : createReplacement(input.value);
    if (!replacement) return;
    setInputValue(input, replacement.latin);
    setReplacements((previous) => ({ ...previous, [input.name]: replacement }));
  };
  const replaced = fields.flatMap(({ name }) => replacements[name] ?? []);
  return {
    /** The texts that were transliterated, as they were typed; empty if there are none. */
    originals: replaced.map(({ original }) => original).join(" "),
    latin: replaced.map(({ latin }) => latin).join(" "),
    getProps: ({ name, defaultValue }: LatinFieldsProps["fields"][number]) => ({
      defaultValue: replacements[name]?.latin ?? defaultValue,
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => afterPress(() => replace(currentTarget)),
      onInput: () => discard(name),
    }),
    undo: () => {
      for (const { id, name } of fields.toReversed()) {
        const input = document.getElementById(id);
        const replacement = replacements[name];
        if (!replacement || !(input instanceof HTMLInputElement)) continue;
        kept.current.add(replacement.original);
        setInputValue(input, replacement.original);
        input.focus();
      }
    },
  };
}

function createReplacement(original: string): Replacement | null {
  const latin = isLatin(original) ? "" : transliterate(original);
  return latin !== "" && isLatin(latin) ? { original, latin } : null;
}

/** Changes a field as if it had been typed. */
export function setInputValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns a function that runs its callback at once, or after the mouse or finger was lifted if it is pressed: a line
 * that appears during a press would move the button away from it.
 */
function useAfterPress(): (callback: () => void) => void {
  const press = useRef<{ isDown: boolean; pending: Array<() => void> }>({ isDown: false, pending: [] });
  useEffect(() => {
    const start = () => {
      press.current.isDown = true;
    };
    const end = () => {
      press.current.isDown = false;
      // The click follows in the same task.
      setTimeout(() => press.current.pending.splice(0).forEach((callback) => callback()));
    };
    document.addEventListener("mousedown", start, true);
    document.addEventListener("mouseup", end, true);
    document.addEventListener("dragend", end, true);
    return () => {
      document.removeEventListener("mousedown", start, true);
      document.removeEventListener("mouseup", end, true);
      document.removeEventListener("dragend", end, true);
    };
  }, []);
  return (callback) => {
    if (press.current.isDown) press.current.pending.push(callback);
    else callback();
  };
}
