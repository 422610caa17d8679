import type { Country } from "@furoshiki/api/delivery";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

const PILL_COUNT = 4;

const pillClass =
  "flex h-11 cursor-pointer items-center rounded-full border border-line-strong bg-surface px-4 text-sm hover:border-ink-2";

type CountryPickerProps = {
  /** Empty while loading. */
  countries: readonly Country[];
  chosen: string;
  onChoose: (country: string) => void;
};

/** Picks the destination country: the first countries as pills, the others in a select. */
export function CountryPicker({ countries, chosen, onChoose }: CountryPickerProps) {
  const { t } = useAccountI18n();
  const name = useId();
  const pillCountries = countries.slice(0, PILL_COUNT);
  const otherCountries = countries.slice(PILL_COUNT);
  const isOther = otherCountries.some((country) => country.code === chosen);
  return (
    <fieldset className="mt-4 min-h-11">
      <legend className="sr-only">{t("checkout.country")}</legend>
      <div className="flex flex-wrap gap-2">
        {pillCountries.map(({ code, name: title }) => (
          <label
            key={code}
            className={`${pillClass} has-checked:border-tokiwa-700 has-checked:bg-tokiwa-50 has-checked:font-medium has-checked:text-tokiwa-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
          >
            <input
              type="radio"
              name={name}
              value={code}
              checked={chosen === code}
              onChange={() => onChoose(code)}
              className="sr-only"
            />
            {title}
          </label>
        ))}
        {otherCountries.length > 0 ? (
          <span className="relative">
            <select
              aria-label={t("checkout.country_other")}
              value={isOther ? chosen : ""}
              onChange={(event) => onChoose(event.target.value)}
              className={`${pillClass} max-w-60 appearance-none pr-10 ${isOther ? "border-tokiwa-700 bg-tokiwa-50 font-medium text-tokiwa-700" : ""}`}
            >
              <option value="" disabled>
                {t("checkout.country_other")}
              </option>
              {otherCountries.map(({ code, name: title }) => (
                <option key={code} value={code}>
                  {title}
                </option>
              ))}
            </select>
            <ChevronDown size={16} aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 text-ink-3" />
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}
