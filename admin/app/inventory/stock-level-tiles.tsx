import type { StockLevel } from "@furoshiki/api/admin/inventory";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";

const quantities = ["available", "committed", "on_hand"] as const;

/** How much there is of variants, together. */
export function StockLevelTiles({ levels }: { levels: readonly StockLevel[] }) {
  const { t, format } = useCatalogI18n();
  return (
    <dl
      aria-label={t("inventory.levels")}
      className="mb-4 grid grid-cols-3 divide-x divide-hair rounded-md border border-edge bg-card"
    >
      {quantities.map((key) => (
        <div key={key} className="px-3 py-3 desk:px-4">
          <dt className="text-ink-2">{t(`inventory.${key}`)}</dt>
          <dd className="text-xl font-semibold">{format.number(levels.reduce((sum, level) => sum + level[key], 0))}</dd>
          <dd className="text-xs text-ink-3">{t(`inventory.${key}_note`)}</dd>
        </div>
      ))}
    </dl>
  );
}
