import { useId } from "react";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useDestination } from "./destination.ts";

type DestinationCityProps = {
  /** Called when a city was saved in a page with scripts. */
  onSave?: () => void;
  /** Where the browser goes afterwards without scripts: a path without locale prefix. */
  returnPath: string;
};

/**
 * The city beside the country: it is suggested in a new address, on which the pickup points depend. Prices and dates are
 * those of the country, and the hint says so.
 */
export function DestinationCity({ onSave, returnPath }: DestinationCityProps) {
  const { t, to } = useI18n();
  const id = useId();
  const { country, chooseCity } = useDestination();
  const city = useRootData()?.deliveryCity ?? "";
  return (
    <form
      method="post"
      action={to("/destination")}
      onSubmit={(event) => {
        event.preventDefault();
        chooseCity(String(new FormData(event.currentTarget).get("city") ?? ""));
        onSave?.();
      }}
      className="mt-6"
    >
      <input type="hidden" name="from" value={returnPath} />
      <input type="hidden" name="country" value={country} />
      <label htmlFor={id} className="block text-sm font-medium">
        {t("destination.city")}
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          name="city"
          defaultValue={city}
          maxLength={60}
          autoComplete="address-level2"
          aria-describedby={`${id}-hint`}
          className="h-11 min-w-0 grow rounded-md border border-line-strong bg-surface px-3.5 text-base hover:border-ink-2 focus:border-tokiwa-700"
        />
        <Button type="submit" kind="outline">
          {t("destination.city_save")}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
        {t("destination.city_hint")}
      </p>
    </form>
  );
}
