import { CircleCheck } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { transliterate, isLatin } from "@furoshiki/design-system/i18n/transliteration.ts";

type LatinFieldProps = ComponentProps<typeof Field> & {
  id: string;
  name: string;
  /** Called after the component has changed the value, so that it is validated again. */
  onValueChange: (field: HTMLInputElement) => void;
};

/**
 * A field that must contain Latin letters but may be typed in Russian. On blur it suggests a transliteration; an
 * accepted suggestion can be undone.
 */
export function LatinField({ onValueChange, className, ...field }: LatinFieldProps) {
  const { t } = useAccountI18n();
  const container = useRef<HTMLDivElement>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [original, setOriginal] = useState<string | null>(null);
  const setValue = (value: string) => {
    const input = container.current?.querySelector("input");
    if (!input) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    onValueChange(input);
    input.focus();
    return input;
  };
  return (
    <div ref={container} className={className}>
      <Field
        {...field}
        onBlur={({ target }) => {
          const transliterated = isLatin(target.value) ? "" : transliterate(target.value);
          setSuggestion(isLatin(transliterated) && transliterated !== "" ? transliterated : null);
        }}
        onInput={() => {
          setSuggestion(null);
          setOriginal(null);
        }}
      />
      {suggestion ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-yamabuki-50 p-2 pl-3.5 text-sm text-yamabuki-800">
          <span>{t("address.latin")}</span>
          <b className="min-w-0 font-semibold break-words text-ink" lang="en">
            {suggestion}
          </b>
          <Button
            kind="outline"
            size="sm"
            className="ml-auto"
            onClick={() => {
              const typed = container.current?.querySelector("input")?.value ?? "";
              setValue(suggestion);
              setOriginal(typed);
            }}
          >
            {t("address.latin_apply")}
          </Button>
        </div>
      ) : original ? (
        <p role="status" className="mt-1.5 flex gap-1.5 text-sm text-tokiwa-700">
          <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {t("address.latin_applied", { original })}{" "}
            <button
              type="button"
              onClick={() => setValue(original)}
              className="-my-1 py-1 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {t("address.latin_undo")}
            </button>
          </span>
        </p>
      ) : null}
    </div>
  );
}
