import type { Option } from "@furoshiki/api/catalog";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** One tile per option, each with its own URL; prices are shown if they differ. */
export function OptionTiles({
  options,
  selectedOption,
  path,
}: {
  options: readonly Option[];
  selectedOption: Option;
  path: string;
}) {
  const { t, format } = useI18n();
  const hasDifferentPrices = options.some((option) => option.price.current !== selectedOption.price.current);
  return (
    <div className="mt-6" role="group" aria-labelledby="options-title">
      <p id="options-title" className="text-sm">
        <span className="text-ink-2">{t("product.option")}:</span>{" "}
        <b className="font-semibold">{selectedOption.name}</b>
      </p>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {options.map((option) => {
          const isSelected = option.option_id === selectedOption.option_id;
          const stateClass = isSelected
            ? "border-tokiwa-700 bg-tokiwa-50 font-semibold text-tokiwa-700 outline outline-tokiwa-700"
            : option.available_for_order
              ? "border-line-strong bg-surface hover:border-ink-2"
              : "border-dashed border-line-strong text-ink-3";
          return (
            <li key={option.option_id}>
              <Link
                to={`${path}?option=${option.option_id}`}
                preventScrollReset
                replace
                rel="nofollow"
                aria-current={isSelected ? "true" : undefined}
                className={`flex items-center gap-2.5 rounded-md border px-4 text-sm ${hasDifferentPrices ? "h-14" : "h-11"} ${stateClass}`}
              >
                {option.swatch ? (
                  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden className="shrink-0">
                    <circle cx="9" cy="9" r="8.5" fill={option.swatch} className="stroke-line-strong" />
                  </svg>
                ) : null}
                <span className="flex flex-col">
                  {option.name}
                  {hasDifferentPrices ? (
                    <span className={`num text-xs font-normal ${isSelected ? "text-tokiwa-700" : "text-ink-2"}`}>
                      {format.money(option.price.current, option.price)}
                    </span>
                  ) : null}
                  {option.available_for_order ? null : <span className="sr-only">, {t("card.unavailable")}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
