import type { ManualOrderEstimate } from "@furoshiki/api/admin/manual-orders";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getAddedName } from "../order-edits/edit-request.ts";
import type { AddedProduct, EditedQuantities } from "../order-edits/edit-state.ts";
import { LineRow } from "../order-edits/edited-lines.tsx";
import { ProductSearch } from "../order-edits/product-search.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";

type OrderedItemsProps = {
  edited: Pick<EditedQuantities, "added" | "setAddedQuantity">;
  currency: string;
  estimate: ManualOrderEstimate | null;
};

/** The items of a new order with their quantities, and a search for items to add. */
export function OrderedItems({ edited: { added, setAddedQuantity }, currency, estimate }: OrderedItemsProps) {
  const { t } = useI18n();
  return (
    <Card title={t("orders.items")} note={t("manual_orders.prices_today")} isFlush>
      <ul>
        {added.map((product) => {
          const line = findLine(estimate, product);
          const price = line?.price ?? product.price;
          return (
            <LineRow
              key={`${product.product_id} ${product.option_id}`}
              product={product}
              badge={line?.refusal ? <Badge tone="warn">{line.refusal}</Badge> : null}
              meta={t("order_edits.available", { count: line?.available ?? product.available })}
              name={getAddedName(product.product_id, product.option_id)}
              quantity={product.quantity}
              max={Math.max(1, line?.available ?? product.available)}
              total={price * product.quantity}
              currency={estimate?.currency ?? currency}
              onChange={(quantity) => setAddedQuantity(product, quantity)}
            />
          );
        })}
      </ul>
      <ProductSearch
        path={`/orders/new/products?currency=${currency}`}
        onAdd={(product) => setAddedQuantity(product, 1)}
      />
    </Card>
  );
}

function findLine(estimate: ManualOrderEstimate | null, { product_id, option_id }: AddedProduct) {
  return estimate?.lines.find((line) => line.product_id === product_id && line.option_id === option_id);
}
