import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

type EditItemProps = {
  name: string;
  /** Lines of text below the name. */
  details: readonly string[];
  image: CustomerOrderEditing["lines"][number]["image"];
  field: string;
  /** The numbers of pieces to choose from. If there is one only, it is shown instead of a field. */
  quantities: readonly number[];
  value: string;
  /** What the choice of no pieces is called. */
  zeroText: string;
};

/** One item of an order change, with the number of pieces that the order should have. */
export function EditItem({ name, details, image, field, quantities, value, zeroText }: EditItemProps) {
  const { t } = useAccountI18n();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
      {image ? (
        <Picture
          image={image}
          sizes="44px"
          className="aspect-4/5 w-full rounded-xs object-cover"
          wrapperClass="w-11 shrink-0"
        />
      ) : null}
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-semibold wrap-anywhere">{name}</p>
        {details.map((detail) => (
          <p key={detail} className="num text-xs text-ink-2">
            {detail}
          </p>
        ))}
      </div>
      {quantities.length > 1 ? (
        <select
          name={field}
          defaultValue={value}
          aria-label={t("return.quantity", { name })}
          className="num h-11 rounded-md border border-line-strong bg-surface px-3 text-base max-sm:w-full"
        >
          {quantities.map((quantity) => (
            <option key={quantity} value={quantity}>
              {quantity === 0 ? zeroText : t("checkout.pieces", { count: quantity })}
            </option>
          ))}
        </select>
      ) : (
        <p className="num text-sm text-ink-2">{t("checkout.pieces", { count: quantities[0] ?? 0 })}</p>
      )}
    </li>
  );
}
