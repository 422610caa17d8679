import type { I18n } from "../../i18n/use-i18n.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import type { Listing } from "./listing.ts";

/** Hides products that cannot be sent to the visitor's country, and says how many; nothing if the country is unknown. */
export function ShippableFilter({ listing, i18n: { t } }: { listing: Listing; i18n: I18n }) {
  const destination = useRootData()?.config.destination;
  const { not_shippable: count } = listing.facets;
  if (!destination || count === null) return null;
  return (
    <div className="border-b border-line py-4">
      <label className="filter-row">
        <input
          type="checkbox"
          name="shippable"
          value="1"
          defaultChecked={listing.listingQuery.shippable}
          aria-describedby="shippable-hint"
          className="checkbox"
        />
        <span className="grow font-semibold">{t("filters.shippable")}</span>
      </label>
      <p id="shippable-hint" className="pl-8 text-xs text-ink-2">
        {t("filters.shippable_hides", { country: destination.name, count })}
      </p>
    </div>
  );
}
