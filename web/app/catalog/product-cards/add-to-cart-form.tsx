import type { ReactNode, Ref } from "react";
import { useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

type AddToCartFormProps = {
  productId: number;
  /** 0 for a product without options. */
  optionId: number;
  qty: number;
  onAdd: () => void;
  id?: string;
  ref?: Ref<HTMLFormElement>;
  inert?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form that adds a product to the cart. Before hydration, the browser submits the form of a signed-in customer; the
 * cart of a guest is stored in the browser, and React calls a function action once the page is hydrated.
 */
export function AddToCartForm({ productId, optionId, qty, onAdd, children, ...rest }: AddToCartFormProps) {
  const { to } = useI18n();
  const isGuest = !useRootData()?.user;
  if (isGuest)
    return (
      <form action={onAdd} {...rest}>
        {children}
      </form>
    );
  return (
    <form
      method="post"
      action={to("/cart/lines")}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd();
      }}
      {...rest}
    >
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="option_id" value={optionId} />
      <input type="hidden" name="qty" value={qty} />
      {children}
    </form>
  );
}
