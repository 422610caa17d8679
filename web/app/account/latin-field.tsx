import { CircleCheck } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { inLatin, isLatin } from "./latin.ts";

type LatinFieldProps = ComponentProps<typeof Field> & {
  id: string;
  name: string;
  /** The value was changed for the reader: judge it again. */
  onWritten: (field: HTMLInputElement) => void;
};

/**
 * A field that must be in Latin letters and may be typed in Russian: when it is left, the Latin writing is offered,
 * and once taken it can be given back (design §13, Latin helper).
 */
export function LatinField({ onWritten, className, ...field }: LatinFieldProps) {
  const { t } = useShop();
  const box = useRef<HTMLDivElement>(null);
  const [offer, setOffer] = useState<string | null>(null);
  const [original, setOriginal] = useState<string | null>(null);
  const write = (value: string) => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    onWritten(input);
    input.focus();
    return input;
  };
  return (
    <div ref={box} className={className}>
      <Field
        {...field}
        onBlur={({ target }) => {
          const latin = isLatin(target.value) ? "" : inLatin(target.value);
          setOffer(isLatin(latin) && latin !== "" ? latin : null);
        }}
        onInput={() => {
          setOffer(null);
          setOriginal(null);
        }}
      />
      {offer ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-yamabuki-50 p-2 pl-3.5 text-sm text-yamabuki-800">
          <span>{t("address.latin")}</span>
          <b className="min-w-0 font-semibold break-words text-ink" lang="en">
            {offer}
          </b>
          <Button
            kind="outline"
            size="sm"
            className="ml-auto"
            onClick={() => {
              const typed = box.current?.querySelector("input")?.value ?? "";
              write(offer);
              setOriginal(typed);
            }}
          >
            {t("address.latin_take")}
          </Button>
        </div>
      ) : original ? (
        <p role="status" className="mt-1.5 flex gap-1.5 text-sm text-tokiwa-700">
          <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {t("address.latin_taken", { original })}{" "}
            <button
              type="button"
              onClick={() => write(original)}
              className="-my-1 py-1 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {t("address.latin_back")}
            </button>
          </span>
        </p>
      ) : null}
    </div>
  );
}
