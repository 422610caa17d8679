import type { Option } from "@furoshiki/api/catalogue";
import { useShop } from "../lib/shop.tsx";

/** One tile per option, each with its own address; prices where they differ (design §5, Product page). */
export function OptionTiles({ options, chosen, path }: { options: readonly Option[]; chosen: Option; path: string }) {
  const { t, to, format } = useShop();
  const priced = options.some((option) => option.price.current !== chosen.price.current);
  return (
    <div className="mt-6" role="group" aria-labelledby="options-title">
      <p id="options-title" className="text-sm">
        <span className="text-ink-2">{t("product.option")}:</span> <b className="font-semibold">{chosen.name}</b>
      </p>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {options.map((option) => {
          const on = option.option_id === chosen.option_id;
          const look = on
            ? "border-tokiwa-700 bg-tokiwa-50 font-semibold text-tokiwa-700 outline outline-tokiwa-700"
            : option.available_for_order
              ? "border-line-strong bg-surface hover:border-ink-2"
              : "border-dashed border-line-strong text-ink-3";
          return (
            <li key={option.option_id}>
              <a
                href={to(`${path}?option=${option.option_id}`)}
                data-keep-scroll=""
                data-replace=""
                rel="nofollow"
                aria-current={on ? "true" : undefined}
                className={`flex items-center gap-2.5 rounded-md border px-4 text-sm ${priced ? "h-14" : "h-11"} ${look}`}
              >
                {option.swatch ? (
                  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden className="shrink-0">
                    <circle cx="9" cy="9" r="8.5" fill={option.swatch} className="stroke-line-strong" />
                  </svg>
                ) : null}
                <span className="flex flex-col">
                  {option.name}
                  {priced ? (
                    <span className={`num text-xs font-normal ${on ? "text-tokiwa-700" : "text-ink-2"}`}>
                      {format.money(option.price.current, option.price)}
                    </span>
                  ) : null}
                  {option.available_for_order ? null : <span className="sr-only">, {t("card.out")}</span>}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
