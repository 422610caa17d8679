import { X } from "lucide-react";
import type { PurchasableVariants } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Card } from "../ui/card.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ItemSearch } from "../ui/item-search.tsx";
import { Note } from "../ui/note.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { formatLines } from "./purchase-order-request.ts";
import { type EditedLine, toEditedLine } from "./use-lines.ts";

type LineEditorProps = {
  lines: readonly EditedLine[];
  setLine: (line: EditedLine) => void;
  addVariant: (line: EditedLine) => void;
  currency: string;
  errors: readonly string[];
};

/** The lines of an order from a supplier with their quantities and costs, and a search for more. */
export function LineEditor({ lines, setLine, addVariant, currency, errors }: LineEditorProps) {
  const { t } = useCatalogI18n();
  return (
    <Card title={t("purchasing.lines")} isFlush>
      {errors.length > 0 ? (
        <div className="px-4 pb-2">
          <Note tone="error">{errors.join(" ")}</Note>
        </div>
      ) : null}
      <input
        type="hidden"
        name="lines"
        value={formatLines(lines.map((line) => ({ ...line, unit_cost: line.unit_cost ?? 0 })))}
      />
      <ul>
        {lines.map((line) => (
          <LineRow
            key={`${line.product_id} ${line.option_id}`}
            line={line}
            currency={currency}
            onChange={(changes) => setLine({ ...line, ...changes })}
          />
        ))}
      </ul>
      <ItemSearch<PurchasableVariants>
        label={t("purchasing.add_line")}
        path="/inventory/purchase-orders/variants"
        getKey={({ product_id, option_id }) => `${product_id} ${option_id}`}
        onAdd={(variant) => addVariant(toEditedLine(variant))}
        renderItem={(variant) => <FoundVariant variant={variant} />}
      />
    </Card>
  );
}

type LineRowProps = {
  line: EditedLine;
  currency: string;
  onChange: (changes: Partial<Pick<EditedLine, "quantity" | "unit_cost">>) => void;
};

const inputClass =
  "num h-11 w-24 rounded-md border border-line-strong bg-card px-2.5 text-right text-base desk:h-9 desk:text-sm";

function LineRow({ line, currency, onChange }: LineRowProps) {
  const { t, format } = useCatalogI18n();
  const name = [line.name, line.option_name].filter(Boolean).join(", ");
  const { last_cost: lastCost, received, quantity, unit_cost: cost } = line;
  const hints = [
    t("purchasing.available", { count: line.available }),
    ...(lastCost
      ? [t("purchasing.last_cost", { cost: formatAmount(format, lastCost.amount, lastCost.currency) })]
      : []),
    ...(received > 0 ? [t("purchasing.has_arrived", { count: received })] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2.5 first:border-t-0">
      <Thumbnail image={line.image} size={44} />
      <span className="min-w-0 grow basis-52">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-ink-3">
          <span className="code">{line.reference}</span> · {hints.join(" · ")}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <input
          type="number"
          inputMode="numeric"
          aria-label={t("purchasing.quantity_of", { name })}
          title={t("purchasing.quantity")}
          value={quantity}
          min={Math.max(1, received)}
          max={1_000_000}
          required
          onChange={({ currentTarget: { valueAsNumber: value } }) =>
            onChange({ quantity: Number.isNaN(value) ? 1 : Math.max(1, Math.trunc(value)) })
          }
          className={inputClass}
        />
        <span aria-hidden>×</span>
        <input
          type="number"
          inputMode="decimal"
          aria-label={t("purchasing.cost_of", { name, currency })}
          title={t("purchasing.cost_in", { currency })}
          value={cost ?? ""}
          min={0}
          step="any"
          required
          onChange={({ currentTarget: { valueAsNumber: value } }) =>
            onChange({ unit_cost: Number.isNaN(value) ? null : value })
          }
          className={inputClass}
        />
      </span>
      <span className="ml-auto w-28 text-right font-medium">
        {formatAmount(format, quantity * (cost ?? 0), currency)}
      </span>
      <IconButton
        label={t("purchasing.remove_line", { name })}
        icon={<X size={16} aria-hidden />}
        disabled={received > 0}
        onClick={() => onChange({ quantity: 0 })}
      />
    </li>
  );
}

function FoundVariant({ variant }: { variant: PurchasableVariants["items"][number] }) {
  const { t, format } = useCatalogI18n();
  const { last_cost: lastCost } = variant;
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block font-medium">{[variant.name, variant.option_name].filter(Boolean).join(", ")}</span>
        <span className="block text-xs text-ink-3">
          <span className="code">{variant.reference}</span> · {t("purchasing.available", { count: variant.available })}
        </span>
      </span>
      {lastCost ? (
        <span className="whitespace-nowrap">{formatAmount(format, lastCost.amount, lastCost.currency)}</span>
      ) : null}
    </>
  );
}
