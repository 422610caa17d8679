import { CircleAlert } from "lucide-react";
import { STAR_PATH } from "./stars.tsx";

type RatingFieldProps = {
  name: string;
  legend: string;
  /** The label of each number of stars, 1 to 5. */
  starLabels: readonly string[];
  value: number | null;
  errors: readonly string[] | undefined;
};

/** A rating of one to five stars as radio buttons: usable by keyboard and screen readers, and without JavaScript. */
export function RatingField({ name, legend, starLabels, value, errors }: RatingFieldProps) {
  const hasError = Boolean(errors?.length);
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={hasError || undefined}
      aria-describedby={hasError ? `${name}-error` : undefined}
      className="outline-none"
    >
      <legend className="mb-1 text-sm font-medium text-ink">
        {legend}
        <span className="text-beni-600" aria-hidden>
          {" *"}
        </span>
      </legend>
      <div className="-ml-2 flex">
        {starLabels.map((starLabel, index) => (
          <label
            key={starLabel}
            className={`grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:[&_svg]:fill-current [&:has(~label_input:checked)_svg]:fill-current ${hasError ? "text-beni-600" : "text-yamabuki-500"}`}
          >
            <input
              type="radio"
              name={name}
              value={index + 1}
              defaultChecked={value === index + 1}
              className="sr-only"
            />
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
              <path d={STAR_PATH} />
            </svg>
            <span className="sr-only">{starLabel}</span>
          </label>
        ))}
      </div>
      {hasError ? (
        <p id={`${name}-error`} className="mt-1 flex items-start gap-1.5 text-sm text-beni-600">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>{errors?.join(" ")}</span>
        </p>
      ) : null}
    </fieldset>
  );
}
