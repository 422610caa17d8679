import type { PriceHistory, PriceRow } from "@furoshiki/api/admin/catalog-admin/prices";
import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Dialog } from "../ui/dialog.tsx";

/** The prices that a variant had. */
export function HistoryDialog({ row, onClose }: { row: PriceRow; onClose: () => void }) {
  const { t, format } = useCatalogI18n();
  const { data, load } = useFetcher<PriceHistory>();
  const loadHistory = useEffectEvent(() => void load(`/prices/history/${row.id}`));
  useEffect(() => loadHistory(), []);
  const name = [row.name, row.option_name].filter(Boolean).join(", ");
  return (
    <Dialog title={t("prices.history_title", { name })} closeLabel={t("ui.close")} onClose={onClose}>
      {data ? (
        <table className="w-full">
          <thead>
            <tr className="text-left text-xs text-ink-2">
              <th scope="col" className="py-1.5 font-medium">
                {t("prices.history_since")}
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                {t("prices.history_price")}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ since, price }) => (
              <tr key={since} className="border-t border-hair">
                <td className="py-1.5">{format.dateTime(since)}</td>
                <td className="num py-1.5 text-right font-medium">{formatAmount(format, price, "RUB")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p role="status" className="text-ink-2">
          {t("prices.history_loading")}
        </p>
      )}
    </Dialog>
  );
}
