import type { DestinationTerms } from "@furoshiki/api/delivery";
import { Check } from "lucide-react";
import { useDestination } from "./destination.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";

const FIRST_COUNTRIES = 5;

type DestinationListProps = {
  destinations: readonly DestinationTerms[];
  /** Called when a country was chosen in a page with scripts. */
  onChoose?: () => void;
  /** Where the browser goes afterwards without scripts: a path without locale prefix. */
  returnPath: string;
};

/** The countries that the store delivers to, with dates and lowest price: one press chooses one. */
export function DestinationList({ destinations, onChoose, returnPath }: DestinationListProps) {
  const i18n = useI18n();
  const { t, to } = i18n;
  const { country: current, chooseCountry } = useDestination();
  const isCurrent = ({ country }: DestinationTerms) => country === current;
  const first = destinations.slice(0, FIRST_COUNTRIES);
  const others = destinations.slice(FIRST_COUNTRIES);
  const renderRow = (destination: DestinationTerms) => (
    <DestinationRow
      key={destination.country}
      destination={destination}
      isCurrent={isCurrent(destination)}
      i18n={i18n}
      onClick={(event) => {
        event.preventDefault();
        chooseCountry(destination.country);
        onChoose?.();
      }}
    />
  );
  return (
    <form method="post" action={to("/destination")}>
      <input type="hidden" name="from" value={returnPath} />
      <ul className="border-t border-line">{first.map(renderRow)}</ul>
      {others.length > 0 ? (
        <details open={others.some(isCurrent) || undefined} className="group">
          <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center py-2 text-sm font-medium text-tokiwa-700 underline-offset-4 group-open:hidden hover:underline">
            {t("destination.more", { count: others.length })}
          </summary>
          <ul>{others.map(renderRow)}</ul>
        </details>
      ) : null}
    </form>
  );
}

type DestinationRowProps = {
  destination: DestinationTerms;
  isCurrent: boolean;
  i18n: I18n;
  onClick: (event: React.MouseEvent) => void;
};

function DestinationRow({ destination, isCurrent, i18n: { t, format }, onClick }: DestinationRowProps) {
  const { country, name, arrives, price } = destination;
  return (
    <li className="border-b border-line">
      <button
        type="submit"
        name="country"
        value={country}
        aria-current={isCurrent ? "true" : undefined}
        onClick={onClick}
        className="flex min-h-12 w-full items-center gap-3 py-2 text-left text-sm hover:bg-mist"
      >
        <Check size={18} aria-hidden className={`shrink-0 text-tokiwa-700 ${isCurrent ? "" : "invisible"}`} />
        <span className="flex grow flex-wrap justify-between gap-x-3 max-sm:flex-col">
          <span className={isCurrent ? "font-semibold" : undefined}>{name}</span>{" "}
          <span className="num text-ink-2">{format.days(arrives.from, arrives.to)}</span>
        </span>{" "}
        <span className="num w-24 shrink-0 text-right">
          {price === 0 ? t("shipping.free") : t("destination.from_price", { price: format.money(price, destination) })}
        </span>
      </button>
    </li>
  );
}
