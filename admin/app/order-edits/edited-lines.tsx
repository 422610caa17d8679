import { Gift, Minus, Plus, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { getAddedName, getQuantityName } from "./edit-request.ts";
import type { EditedQuantities } from "./edit-state.ts";
import { ProductSearch } from "./product-search.tsx";
import { QuantityInput } from "./quantity-input.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

const MAX_QUANTITY = 999;

type EditedLinesProps = { order: OrderDetail; edited: EditedQuantities };

/** The items of an order with their quantities, and a search for items to add. */
export function EditedLines({ order, edited }: EditedLinesProps) {
  const { t } = useI18n();
  return (
    <Card title={t("orders.items")} note={t("order_edits.prices_stay")} isFlush>
      <ul>
        {order.lines.map((line) => (
          <ExistingLine
            key={line.line}
            line={line}
            currency={order.currency}
            quantity={edited.quantities[line.line] ?? line.quantity}
            onChange={(quantity) => edited.setQuantity(line.line, quantity)}
          />
        ))}
        {edited.added.map((product) => (
          <LineRow
            key={`${product.product_id} ${product.option_id}`}
            product={product}
            badge={
              <Badge tone="info" icon={<Plus size={14} aria-hidden />}>
                {t("order_edits.added")}
              </Badge>
            }
            meta={t("order_edits.available", { count: product.available })}
            name={getAddedName(product.product_id, product.option_id)}
            quantity={product.quantity}
            max={product.available}
            total={product.price * product.quantity}
            currency={order.currency}
            onChange={(quantity) => edited.setAddedQuantity(product, quantity)}
          />
        ))}
      </ul>
      <ProductSearch
        path={`/orders/${order.id}/edit/products`}
        onAdd={(product) => edited.setAddedQuantity(product, 1)}
      />
    </Card>
  );
}

type ExistingLineProps = {
  line: OrderDetail["lines"][number];
  currency: string;
  quantity: number;
  onChange: (quantity: number) => void;
};

function ExistingLine({ line, currency, quantity, onChange }: ExistingLineProps) {
  const { t } = useI18n();
  const isChanged = quantity !== line.quantity;
  const changeBadge =
    quantity === 0 ? (
      <Badge icon={<Minus size={14} aria-hidden />}>{t("order_edits.removed")}</Badge>
    ) : isChanged ? (
      <Badge tone="info">{t("order_edits.was", { quantity: line.quantity })}</Badge>
    ) : null;
  return (
    <LineRow
      product={line}
      badge={changeBadge}
      meta={line.is_gift ? t("orders.gift") : null}
      isGift={line.is_gift}
      name={getQuantityName(line.line)}
      quantity={quantity}
      max={line.is_gift ? line.quantity : MAX_QUANTITY}
      total={line.price * quantity}
      currency={currency}
      onChange={onChange}
      onRestore={() => onChange(line.quantity)}
    />
  );
}

type LineRowProps = {
  product: Pick<OrderDetail["lines"][number], "name" | "option_name" | "reference" | "image">;
  badge: ReactNode;
  meta: ReactNode;
  isGift?: boolean;
  /** The name of the field of its quantity. */
  name: string;
  quantity: number;
  max: number;
  total: number;
  currency: string;
  onChange: (quantity: number) => void;
  /** Missing for added lines, which disappear when they are removed. */
  onRestore?: () => void;
};

/** An item with its quantity. */
export function LineRow({ product, badge, meta, isGift = false, name, quantity, max, ...row }: LineRowProps) {
  const { t, format } = useI18n();
  const title = [product.name, product.option_name].filter(Boolean).join(", ");
  const isRemoved = quantity === 0;
  const struck = isRemoved ? "text-ink-3 line-through" : "";
  return (
    <li
      className={`grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2 border-t border-hair px-4 py-2 first:border-t-0 desk:grid-cols-[44px_minmax(0,1fr)_7rem_8.5rem_6rem_2.25rem] ${isRemoved ? "bg-sheet" : ""}`}
    >
      <Thumbnail image={product.image} size={44} className="self-start" />
      <div className="col-span-2 min-w-0 desk:col-span-1">
        <p className={`font-medium ${struck}`}>{title}</p>
        <p className="text-xs text-ink-3">
          <span className="code">{product.reference}</span>
          {meta ? <> · {meta}</> : null}
          {isGift ? <Gift size={13} aria-hidden className="ml-1 inline" /> : null}
        </p>
      </div>
      <span className="col-start-2 max-desk:empty:hidden desk:col-start-auto">{badge}</span>
      <div className="col-span-2 col-start-2 flex items-center justify-between gap-3 desk:contents">
        <QuantityInput
          label={t("order_edits.quantity_of", { name: title })}
          name={name}
          value={quantity}
          max={max}
          isReadOnly={isGift}
          onChange={row.onChange}
        />
        <span className={`ml-auto font-medium desk:ml-0 desk:text-right ${struck}`}>
          {formatAmount(format, row.total, row.currency)}
        </span>
        <span className="justify-self-end">
          {isRemoved && row.onRestore ? (
            <IconButton
              label={t("order_edits.restore", { name: title })}
              icon={<Undo2 size={18} aria-hidden />}
              onClick={row.onRestore}
            />
          ) : (
            <IconButton
              label={t("order_edits.remove", { name: title })}
              icon={<X size={18} aria-hidden />}
              onClick={() => row.onChange(0)}
            />
          )}
        </span>
      </div>
    </li>
  );
}
