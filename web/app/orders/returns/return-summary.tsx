import type { CustomerReturn } from "@furoshiki/api/returns";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** The goods of a return, their value and what the customer asked for. */
export function ReturnSummary({ row }: { row: CustomerReturn }) {
  const { t, format } = useAccountI18n();
  const rows = [
    { name: t("return.reason_label"), value: t(`return.reason_${row.reason}`) },
    { name: t("return.value"), value: format.money(row.value, row) },
    ...(row.requested_outcome ? [{ name: t("return.wished"), value: t(`return.wish_${row.requested_outcome}`) }] : []),
  ];
  return (
    <section aria-labelledby="request-title" className="rounded-md border border-line bg-surface p-5 lg:p-6">
      <h2 id="request-title" className="text-xl">
        {t("return.request")}
      </h2>
      <ul className="mt-3 space-y-3">
        {row.lines.map(({ line, name, option_name, image, quantity }) => (
          <li key={line} className="flex gap-3 text-sm">
            {image ? (
              <Picture
                image={image}
                sizes="44px"
                className="aspect-4/5 w-full rounded-xs object-cover"
                wrapperClass="w-11 shrink-0"
              />
            ) : null}
            <span className="min-w-0 wrap-anywhere">
              <b className="block font-medium">{insertNonBreakingSpaces(name)}</b>
              <span className="num text-xs text-ink-2">
                {[option_name, t("checkout.pieces", { count: quantity })].filter(Boolean).join(" · ")}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="num mt-4 space-y-2 border-t border-line pt-4 text-sm">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
