import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ItemSearch } from "../ui/item-search.tsx";
import type { AddableProduct } from "./edit-state.ts";

type ProductSearchProps = {
  /** The path that finds items, without `q`. */
  path: string;
  onAdd: (product: AddableProduct) => void;
};

/** A search by name, reference or barcode; a found item is added to the order. */
export function ProductSearch({ path, onAdd }: ProductSearchProps) {
  const { t } = useI18n();
  return (
    <ItemSearch<AddableProducts>
      label={t("order_edits.add_product")}
      {...{ path, onAdd }}
      getKey={({ product_id, option_id }) => `${product_id} ${option_id}`}
      isDisabled={({ available }) => available === 0}
      renderItem={(product, { currency }) => <FoundProduct {...{ product, currency }} />}
    />
  );
}

function FoundProduct({ product, currency }: { product: AddableProduct; currency: string }) {
  const { t, format } = useI18n();
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block font-medium">{[product.name, product.option_name].filter(Boolean).join(", ")}</span>
        <span className="block text-xs text-ink-3">
          {product.brand} · <span className="code">{product.reference}</span> ·{" "}
          {product.available > 0 ? t("order_edits.available", { count: product.available }) : t("order_edits.sold_out")}
        </span>
      </span>
      <span className="whitespace-nowrap">{formatAmount(format, product.price, currency)}</span>
    </>
  );
}
