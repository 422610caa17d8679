import { CircleAlert } from "lucide-react";
import { STAR } from "./stars.tsx";

type RatingFieldProps = {
  name: string;
  legend: string;
  /** What each number of stars is called, 1 to 5. */
  names: readonly string[];
  value: number | null;
  errors: readonly string[] | undefined;
};

/** Five stars to choose from: radio buttons, so that keys and readers know them, and no script is needed. */
export function RatingField({ name, legend, names, value, errors }: RatingFieldProps) {
  const wrong = Boolean(errors?.length);
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? `${name}-error` : undefined}
      className="outline-none"
    >
      <legend className="mb-1 text-sm font-medium text-ink">
        {legend}
        <span className="text-beni-600" aria-hidden>
          {" *"}
        </span>
      </legend>
      <div className="-ml-2 flex">
        {names.map((words, at) => (
          <label
            key={words}
            className={`grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:[&_svg]:fill-current [&:has(~label_input:checked)_svg]:fill-current ${wrong ? "text-beni-600" : "text-yamabuki-500"}`}
          >
            <input type="radio" name={name} value={at + 1} defaultChecked={value === at + 1} className="sr-only" />
            <svg
              width="28"
              height="28"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              aria-hidden
            >
              <path d={STAR} />
            </svg>
            <span className="sr-only">{words}</span>
          </label>
        ))}
      </div>
      {wrong ? (
        <p id={`${name}-error`} className="mt-1 flex items-start gap-1.5 text-sm text-beni-600">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>{errors?.join(" ")}</span>
        </p>
      ) : null}
    </fieldset>
  );
}
