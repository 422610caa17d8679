import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { AddableProduct } from "./edit-state.ts";

const DELAY_MS = 250;

type ProductSearchProps = {
  /** The path that finds items, without `q`. */
  path: string;
  onAdd: (product: AddableProduct) => void;
};

/** A search by name, reference or barcode; a found item is added to the order. */
export function ProductSearch({ path, onAdd }: ProductSearchProps) {
  const { t } = useI18n();
  const [q, setQ] = useState("");
  const { load, data, state } = useFetcher<AddableProducts>();
  useEffect(() => {
    if (q.trim() === "") return undefined;
    const url = `${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q.trim())}`;
    const timer = setTimeout(() => void load(url), DELAY_MS);
    return () => clearTimeout(timer);
  }, [q, path, load]);
  const found = q.trim() === "" ? null : data;
  return (
    <div className="border-t border-hair px-4 py-2.5">
      <label className="relative block">
        <span className="sr-only">{t("order_edits.add_product")}</span>
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={(event) => {
            // The field is inside the form of the page.
            if (event.key === "Enter") event.preventDefault();
          }}
          placeholder={t("order_edits.add_product")}
          autoComplete="off"
          className="h-11 w-full rounded-md border border-line-strong bg-card pr-3 pl-9 text-base placeholder:text-ink-3 desk:h-9 desk:text-sm"
        />
      </label>
      <p role="status" className="sr-only">
        {found && state === "idle" ? t("order_edits.found", { count: found.items.length }) : ""}
      </p>
      {found ? (
        <ul className="mt-2 divide-y divide-hair rounded-md border border-hair">
          {found.items.map((product) => (
            <FoundProduct
              key={`${product.product_id} ${product.option_id}`}
              product={product}
              currency={found.currency}
              onAdd={() => {
                onAdd(product);
                setQ("");
              }}
            />
          ))}
          {found.items.length === 0 ? <li className="px-3 py-2 text-ink-3">{t("order_edits.nothing_found")}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}

type FoundProductProps = { product: AddableProduct; currency: string; onAdd: () => void };

function FoundProduct({ product, currency, onAdd }: FoundProductProps) {
  const { t, format } = useI18n();
  const isAvailable = product.available > 0;
  return (
    <li>
      <button
        type="button"
        onClick={onAdd}
        disabled={!isAvailable}
        className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-hover disabled:text-ink-3"
      >
        <span className="min-w-0 grow">
          <span className="block font-medium">{[product.name, product.option_name].filter(Boolean).join(", ")}</span>
          <span className="block text-xs text-ink-3">
            {product.brand} · <span className="code">{product.reference}</span> ·{" "}
            {isAvailable ? t("order_edits.available", { count: product.available }) : t("order_edits.sold_out")}
          </span>
        </span>
        <span className="whitespace-nowrap">{formatAmount(format, product.price, currency)}</span>
      </button>
    </li>
  );
}
