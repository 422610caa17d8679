import { Check, ScanBarcode } from "lucide-react";
import type { ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import { getItemName } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";

/** More pieces than this are counted in digits only. */
const MAX_MARKS = 6;

/** The item that is scanned next; null if the box has everything. */
export function CurrentItem({ item }: { item: ShipmentItem | null }) {
  const texts = useStationTexts();
  const { t } = texts;
  if (!item)
    return (
      <section className="grid h-full place-content-center gap-2 p-6 text-center">
        <h1 className="flex items-center justify-center gap-3 text-[2rem]/10">
          <Check size={36} aria-hidden className="text-tokiwa-500" /> {t("ship_title")}
        </h1>
        <p className="text-ink-2">{t("weigh_text")}</p>
      </section>
    );
  return (
    <section className="grid h-full content-between gap-6 p-4 desk:p-6">
      <div className="grid items-start gap-x-7 gap-y-4 lg:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
        <div className="overflow-hidden rounded-xs bg-mist aspect-4/5 max-desk:w-32">
          {item.image ? (
            // The file of the list beside it, so that it is there without a connection.
            <img src={item.image.src} alt="" width={340} height={425} className="block size-full object-cover" />
          ) : null}
        </div>
        <div className="min-w-0">
          <h1 className="text-[1.75rem]/9">{getItemName(texts, item)}</h1>
          <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
            <dt className="text-ink-3">{t("reference")}</dt>
            <dd className="code font-medium">{item.reference}</dd>
            {item.barcode === null ? null : (
              <>
                <dt className="text-ink-3">{t("barcode")}</dt>
                <dd className="code font-medium">{item.barcode}</dd>
              </>
            )}
          </dl>
          <PieceCount item={item} />
        </div>
      </div>
      <p className="flex items-center gap-3.5 rounded-lg border-2 border-dashed border-control px-5 py-4 text-ink-2">
        <ScanBarcode size={30} strokeWidth={1.5} aria-hidden className="shrink-0" />
        <span>{t.rich("scan_item", { b: (chunks) => <b className="text-ink">{chunks}</b> })}</span>
      </p>
    </section>
  );
}

function PieceCount({ item: { packed, quantity } }: { item: ShipmentItem }) {
  const { t } = useStationTexts();
  return (
    <p
      role="status"
      className="mt-5 flex flex-wrap items-center gap-4 rounded-md border border-edge bg-card px-5 py-3.5"
    >
      <span className="font-display text-[2.75rem]/12 font-bold whitespace-nowrap">
        {t("of", { packed, quantity })}
      </span>
      {quantity > MAX_MARKS ? null : (
        <span aria-hidden className="flex gap-2">
          {Array.from({ length: quantity }, (_, index) => (
            <span
              key={index}
              className={`grid size-8 place-items-center rounded-full border-2 ${index < packed ? "border-tokiwa-700 bg-tokiwa-700 text-on-dark" : "border-line-strong"}`}
            >
              {index < packed ? <Check size={18} /> : null}
            </span>
          ))}
        </span>
      )}
    </p>
  );
}
