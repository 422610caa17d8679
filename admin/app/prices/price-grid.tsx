import { Check, Pencil, TrendingUp } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import type { PriceRow } from "@furoshiki/api/admin/catalog-admin/prices";
import { formatAmount } from "../i18n/amounts.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { formatTypedPrice, getPriceEffects, parsePrice, type PriceEffects } from "./price-effects.ts";
import type { PriceEdits } from "./use-price-edits.ts";

/** What is marked, and whether the new prices are those of a sale. */
export type PriceMarks = Readonly<{ growth: number; margin: number; isSale: boolean }>;

type PriceGridProps = {
  rows: readonly PriceRow[];
  edits: PriceEdits;
  marks: PriceMarks;
  onShowHistory: (row: PriceRow) => void;
};

const headClass = "px-2.5 py-2 align-bottom text-xs font-medium text-ink-2";
const cellClass =
  "max-desk:block desk:border-t desk:border-l desk:border-hair desk:px-2.5 desk:py-2 desk:text-right num";

/** The columns beside that of the variant. */
const columnWidths = [
  ...([
    ["cost", "w-[5.25rem]"],
    ["now", "w-[5.25rem]"],
    ["new", "w-24"],
    ["change", "w-[5.75rem]"],
  ] as const),
  ...([
    ["margin", "w-[4.75rem]"],
    ["lowest", "w-[5.25rem]"],
    ["old_price", "w-[5.75rem]"],
  ] as const),
] as const;

/**
 * The prices of variants. New prices are entered in the cells: the arrows and Enter move between the rows, Ctrl+D takes
 * the price of the row above, Esc removes what was entered.
 */
export function PriceGrid({ rows, edits, marks, onShowHistory }: PriceGridProps) {
  const { t } = useCatalogI18n();
  const ref = useRef<HTMLTableElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const focusable = rows.some(({ id }) => id === activeId) ? activeId : rows[0]?.id;
  const { setText } = edits;
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLInputElement>) => {
      const inputs = [...(ref.current?.querySelectorAll<HTMLInputElement>("input") ?? [])];
      const index = inputs.indexOf(event.currentTarget);
      const isFill = event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey);
      const step = getStep(event);
      if (isFill) {
        event.preventDefault();
        const above = inputs[index - 1];
        if (above) setText(event.currentTarget.name, above.value || above.placeholder);
      } else if (event.key === "Escape") setText(event.currentTarget.name, null);
      else if (step !== 0) {
        event.preventDefault();
        inputs[index + step]?.focus();
      }
    },
    [setText],
  );
  return (
    <table
      ref={ref}
      // A table whose cells are edited is a grid (WAI-ARIA Authoring Practices).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={t("prices.title")}
      className="w-full text-sm max-desk:block desk:table-fixed"
    >
      <colgroup className="max-desk:hidden">
        <col />
        {columnWidths.map(([key, width]) => (
          <col key={key} className={width} />
        ))}
      </colgroup>
      <thead className="max-desk:hidden">
        <tr>
          <th scope="col" className={`${headClass} text-left`}>
            {t("prices.variant")}
          </th>
          {columnWidths.map(([key]) => (
            <th key={key} scope="col" className={`${headClass} border-l border-hair text-right`}>
              {t(`prices.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desk:block">
        {rows.map((row) => (
          <GridRow
            key={row.id}
            {...{ row, marks, setText, onKeyDown, onShowHistory }}
            text={edits.texts.get(row.id) ?? null}
            isFocusable={row.id === focusable}
            onFocus={setActiveId}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Returns by how many rows a key moves. */
function getStep({ key, shiftKey }: KeyboardEvent): number {
  if (key === "ArrowDown" || (key === "Enter" && !shiftKey)) return 1;
  return key === "ArrowUp" || key === "Enter" ? -1 : 0;
}

type GridRowProps = Pick<PriceGridProps, "marks" | "onShowHistory"> & {
  row: PriceRow;
  text: string | null;
  isFocusable: boolean;
  setText: PriceEdits["setText"];
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

const GridRow = memo(function GridRow({ row, text, marks, isFocusable, setText, onFocus, ...on }: GridRowProps) {
  const i18n = useCatalogI18n();
  const { t, locale, format } = i18n;
  const entered = text === null ? null : parsePrice(text);
  const isInvalid = text !== null && text.trim() !== "" && entered === null;
  const effects = getPriceEffects(row, entered, marks.isSale);
  const name = [row.name, row.option_name].filter(Boolean).join(", ");
  const decimalPoint = locale === "ru-RU" ? "," : ".";
  const calculated = row.new_price === null ? "" : formatTypedPrice(row.new_price, decimalPoint);
  const isMarginLow = effects.margin !== null && effects.margin < marks.margin;
  return (
    <tr className="max-desk:grid max-desk:grid-cols-2 max-desk:gap-x-4 max-desk:gap-y-2 max-desk:border-t max-desk:border-hair max-desk:px-4 max-desk:py-3">
      <th
        scope="row"
        className="text-left font-normal max-desk:col-span-2 desk:border-t desk:border-hair desk:px-3 desk:py-2"
      >
        <VariantName row={row} name={name} />
      </th>
      <Cell label={t("prices.cost")} isMuted>
        {row.cost === null ? t("prices.no_cost") : format.number(row.cost)}
        {row.supplier_cost ? (
          <span className="block text-xs text-ink-3">
            {formatAmount(format, row.supplier_cost.amount, row.supplier_cost.currency)}
          </span>
        ) : null}
      </Cell>
      <Cell label={t("prices.now")}>{format.decimal(row.price)}</Cell>
      <Cell label={t("prices.new")} isAccented>
        <span className="flex items-center justify-end gap-1.5 max-desk:justify-start">
          {text === null ? null : <Pencil size={13} aria-label={t("prices.entered")} className="shrink-0 text-ink-3" />}
          <input
            name={row.id}
            inputMode="decimal"
            autoComplete="off"
            tabIndex={isFocusable ? 0 : -1}
            aria-label={t("prices.new_price_of", { name })}
            aria-invalid={isInvalid || undefined}
            placeholder={formatTypedPrice(row.price, decimalPoint)}
            value={text ?? calculated}
            onChange={(event) => setText(row.id, event.currentTarget.value)}
            onFocus={(event) => {
              onFocus(row.id);
              event.currentTarget.select();
            }}
            onBlur={() => {
              if (text !== null && (text.trim() === "" || text === calculated)) setText(row.id, null);
            }}
            onKeyDown={on.onKeyDown}
            className={`h-11 w-full min-w-0 rounded-sm border bg-transparent px-1.5 text-base font-semibold placeholder:font-normal placeholder:text-ink-3 max-desk:border-line-strong desk:h-8 desk:text-right desk:text-sm desk:hover:border-control ${isInvalid ? "border-beni-600" : "desk:border-transparent"}`}
          />
        </span>
        {isInvalid ? <span className="text-xs text-beni-600">{t("prices.invalid")}</span> : null}
        {row.refusal !== null && text === null ? (
          <span className="text-xs text-beni-600">{t(`prices.refusal_${row.refusal}`)}</span>
        ) : null}
      </Cell>
      <Cell label={t("prices.change")}>
        <Change effects={effects} growth={marks.growth} i18n={i18n} />
      </Cell>
      <Cell label={t("prices.margin")}>
        <span className={isMarginLow ? "font-semibold text-beni-600" : ""}>
          {effects.margin === null ? "—" : formatPercent(i18n, effects.margin)}
          {isMarginLow ? <span className="sr-only"> {t("prices.is_low")}</span> : null}
        </span>
      </Cell>
      <Cell label={t("prices.lowest")} isMuted>
        <button
          type="button"
          aria-label={t("prices.history_of", { name, price: format.decimal(row.lowest_price) })}
          onClick={() => on.onShowHistory(row)}
          className="min-h-6 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink"
        >
          {format.decimal(row.lowest_price)}
        </button>
      </Cell>
      <Cell label={t("prices.old_price")}>
        <OldPrice row={row} effects={effects} i18n={i18n} />
      </Cell>
    </tr>
  );
});

function VariantName({ row, name }: { row: PriceRow; name: string }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail image={row.image} size={36} />
      <span className="min-w-0">
        <Link
          to={`/products/${row.product_id}`}
          data-row-link={row.id}
          title={name}
          className="line-clamp-2 font-medium hover:underline"
        >
          {name}
        </Link>
        <span className="code block text-xs text-ink-3">{row.reference}</span>
      </span>
    </span>
  );
}

type CellProps = { label: string; isMuted?: boolean; isAccented?: boolean; children: ReactNode };

function Cell({ label, isMuted = false, isAccented = false, children }: CellProps) {
  return (
    <td className={`${cellClass} ${isMuted ? "text-ink-2" : ""} ${isAccented ? "desk:bg-tokiwa-50 desk:px-1!" : ""}`}>
      <span className="block text-xs text-ink-3 desk:hidden">{label}</span>
      {children}
    </td>
  );
}

/** A percent with one decimal and its sign: `+4,6 %`. */
export function formatPercent(
  { locale, format }: Pick<CatalogI18n, "locale" | "format">,
  value: number,
  isSigned = false,
): string {
  const rounded = Math.round(value * 10) / 10;
  const sign = rounded < 0 ? "\u2212" : isSigned && rounded > 0 ? "+" : "";
  return `${sign}${format.decimal(Math.abs(rounded))}${locale === "ru-RU" ? "\u00a0" : ""}%`;
}

function Change({ effects, growth, i18n }: { effects: PriceEffects; growth: number; i18n: CatalogI18n }) {
  if (!effects.isChanged || effects.change === 0) return <span className="text-ink-3">—</span>;
  const isOutlier = effects.change > growth;
  return (
    <span className={isOutlier ? "inline-flex items-center gap-1 font-semibold text-yamabuki-800" : ""}>
      {isOutlier ? <TrendingUp size={14} aria-label={i18n.t("prices.is_outlier")} /> : null}
      {formatPercent(i18n, effects.change, true)}
    </span>
  );
}

function OldPrice({ row, effects, i18n: { t, format } }: { row: PriceRow; effects: PriceEffects; i18n: CatalogI18n }) {
  const { oldPrice, isDiscountShown } = effects;
  if (oldPrice === null) return <span className="text-ink-3">—</span>;
  const crossedOut = isDiscountShown ? Math.min(oldPrice, row.lowest_price) : oldPrice;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5">
      {isDiscountShown ? <Check size={14} aria-label={t("prices.is_shown")} className="text-tokiwa-500" /> : null}
      <s className="text-ink-2">{format.decimal(crossedOut)}</s>
      {isDiscountShown === false ? <span className="text-xs text-beni-600">{t("prices.is_hidden")}</span> : null}
    </span>
  );
}
