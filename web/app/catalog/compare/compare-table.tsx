import { X } from "lucide-react";
import { Form } from "react-router";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { getImageSources } from "../../media/image-sources.ts";
import { Link } from "../../navigation/link.tsx";
import { CartControl } from "../product-cards/product-card.tsx";
import { cardWidths, type ProductCardView } from "../product-cards/product-card-view.ts";
import type { ComparedProduct, CompareRow } from "./compare-view.ts";

// Literal class names, because Tailwind generates only classes that it finds in the sources.
const columnClasses = [
  "",
  "grid-cols-[repeat(1,44vw)]",
  "grid-cols-[repeat(2,44vw)]",
  "grid-cols-[repeat(3,44vw)]",
  "grid-cols-[repeat(4,44vw)]",
];
const rowClass = "grid gap-x-3 border-b border-line lg:table-row";
const headingClass =
  "col-span-full pt-3 text-left text-xs font-normal text-ink-2 lg:sticky lg:left-0 lg:table-cell lg:w-44 lg:bg-paper lg:py-3.5 lg:pr-4 lg:align-top lg:text-sm";
const cellClass = "pt-1 pb-3 text-sm break-words lg:table-cell lg:py-3.5 lg:pr-6 lg:align-top";

type CompareTableProps = {
  products: readonly ComparedProduct[];
  rows: readonly CompareRow[];
};

/**
 * The compared products side by side. On phones two columns fit, and the label of a row stands above its values and stays
 * while the table is scrolled sideways.
 */
export function CompareTable({ products, rows }: CompareTableProps) {
  const { t, format } = useAccountI18n();
  const gridClass = `${rowClass} ${columnClasses[products.length] ?? ""}`;
  const ids = products.map(({ card }) => card.id);
  return (
    <div
      role="region"
      aria-label={t("compare.title")}
      tabIndex={0}
      className="-mx-4 overflow-x-auto overscroll-x-contain px-4 lg:mx-0 lg:px-0"
    >
      <table className="block w-max lg:table lg:w-full lg:table-fixed">
        <thead className="block lg:table-header-group">
          <tr className={gridClass}>
            <HiddenHeading label={t("compare.title")} />
            {products.map(({ card }) => (
              <th
                key={card.id}

                scope="col"
                className="pb-3 text-left font-normal lg:table-cell lg:pr-6 lg:align-top"
              >
                <ComparedCard card={card} ids={ids} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          <tr className={gridClass}>
            <RowHeading label={t("compare.price")} />
            {products.map(({ card: { id, price } }) => (
              <td key={id} className={cellClass}>
                <Price
                  currentPrice={format.money(price.current, price)}
                  referencePrice={price.old === null ? undefined : format.money(price.old, price)}
                  referencePriceLabel={t("card.old_price")}
                />
              </td>
            ))}
          </tr>
          {rows.map(({ key, label, cells }) => (
            <tr key={key} className={gridClass}>
              <RowHeading label={label} />
              {cells.map(({ text, note }, index) => (
                <td key={ids[index]} className={`num ${cellClass}`}>
                  {text || <span aria-label={t("compare.unknown")}>—</span>}
                  {note ? <span className="block text-ink-2">{note}</span> : null}
                </td>
              ))}
            </tr>
          ))}
          <tr className={`${gridClass} border-b-0`}>
            <HiddenHeading label={t("cart.add")} />
            {products.map(({ card }) => (
              <td key={card.id} className="lg:table-cell lg:pr-6">
                <CompareCartControl card={card} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function RowHeading({ label }: { label: string }) {
  return (
    <th scope="row" className={headingClass}>
      <span className="sticky left-0 inline-block">{label}</span>
    </th>
  );
}

/** Keeps the column of the row headings on wide screens in a row whose cells need no visible heading. */
function HiddenHeading({ label }: { label: string }) {
  return (
    <th scope="row" className="hidden lg:sticky lg:left-0 lg:table-cell lg:w-44 lg:bg-paper">
      <span className="sr-only">{label}</span>
    </th>
  );
}

function CompareCartControl({ card }: { card: ProductCardView }) {
  const i18n = useAccountI18n();
  return <CartControl card={card} i18n={i18n} />;
}

/** Picture, brand, short name and size of a product, and a button that removes it. */
function ComparedCard({ card, ids }: { card: ProductCardView; ids: readonly number[] }) {
  const { t, to } = useAccountI18n();
  const { id, link_rewrite, name, short_name, brand, brandJa, size, image } = card;
  const sources = { ...getImageSources(image, cardWidths), width: image.width, height: image.height };
  return (
    <div className="relative">
      <Picture
        image={sources}
        sizes="(min-width: 1024px) 237px, 44vw"
        className="aspect-4/5 w-full rounded-xs bg-mist object-cover"
        eager
      />
      <Form method="post" action={to("/compare")} preventScrollReset className="absolute top-1 right-1">
        <input type="hidden" name="ids" value={ids.join(",")} />
        <button
          type="submit"
          name="remove"
          value={id}
          aria-label={t("compare.remove", { name: insertNonBreakingSpaces(name) })}
          className="grid size-11 place-items-center rounded-full bg-surface hover:bg-mist"
        >
          <X size={18} strokeWidth={1.5} aria-hidden />
        </button>
      </Form>
      <p className="mt-3 truncate text-xs text-ink-3">
        {brandJa ? (
          <span lang="ja" className="font-japanese mr-1.5 tracking-[.08em]">
            {brandJa}
          </span>
        ) : null}
        {brand}
      </p>
      <Link to={`/${link_rewrite}`} className="mt-0.5 block text-sm font-medium hover:text-tokiwa-700">
        {insertNonBreakingSpaces(short_name)}
      </Link>
      {size === null ? null : <p className="num text-xs text-ink-2">{size}</p>}
    </div>
  );
}
