import { useState, type CSSProperties } from "react";
import { FieldLayout, getDescriptionProps } from "@furoshiki/design-system/ui/field.tsx";

const LENGTH = 6;

/** The width of a cell: six of them and the gaps fill the line, up to 52 px each. */
const cellSize = { "--cell": "min(3.25rem, calc((100cqi - 2.5rem) / 6))" } as CSSProperties;
/** Puts each digit in the middle of its cell. */
const inputStyle: CSSProperties = {
  letterSpacing: "calc(var(--cell) + 0.5rem - 1ch)",
  paddingInlineStart: "calc((var(--cell) - 1ch) / 2)",
};

type EmailCodeFieldProps = {
  id: string;
  label: string;
  hint: string;
  errors: string[] | undefined;
  /** Called with the input when it has six digits. */
  onComplete: (input: HTMLInputElement) => void;
};

/** One field for six digits, drawn as six cells. A pasted code may have spaces. */
export function EmailCodeField({ id, label, hint, errors, onComplete }: EmailCodeFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <FieldLayout id={id} label={label} hint={hint} errors={errors}>
      <div className="@container">
        <div className="group relative w-fit overflow-clip p-1 -m-1" style={cellSize}>
          <div aria-hidden className="flex gap-2">
            {Array.from({ length: LENGTH }, (_, index) => (
              <span
                key={index}
                className={`h-14 w-(--cell) rounded-md border bg-surface ${errors?.length ? "border-beni-600" : "border-line-strong"} ${index === Math.min(length, LENGTH - 1) ? "outline-2 outline-offset-1 outline-transparent group-focus-within:border-tokiwa-700 group-focus-within:outline-tokiwa-700" : ""}`}
              />
            ))}
          </div>
          <input
            id={id}
            name="code"
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            {...getDescriptionProps(id, errors, hint)}
            onInput={({ currentTarget: input }) => {
              const digits = input.value.replaceAll(/\D/g, "").slice(0, LENGTH);
              if (digits !== input.value) input.value = digits;
              setLength(digits.length);
              if (digits.length === LENGTH) onComplete(input);
            }}
            style={inputStyle}
            className="num absolute inset-1 w-[calc(100%+var(--cell))] bg-transparent font-mono text-2xl font-semibold text-ink outline-none!"
          />
        </div>
      </div>
    </FieldLayout>
  );
}
