import type { ProductCardData } from "@furoshiki/api/catalog";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { EditItem } from "./edit-item.tsx";
import { getAdditionField } from "./edit-request.ts";

/** The most pieces of a product that the field offers. */
const MAX_PIECES = 5;

type EditAdditionsFieldProps = {
  /** Products without options that can join the parcel, with prices in the currency of the order. */
  products: readonly ProductCardData[];
  values: Readonly<Record<string, string>>;
};

/** Products that go well with an order and can join its parcel. */
export function EditAdditionsField({ products, values }: EditAdditionsFieldProps) {
  const { t, format } = useAccountI18n();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="edit-additions">
      <h2 id="edit-additions" className="text-xl">
        {t("order_edit.additions")}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t("order_edit.additions_text")}</p>
      <ul className="mt-3 grid gap-3">
        {products.map(({ id, name, image, price, qty_limit }) => (
          <EditItem
            key={id}
            name={insertNonBreakingSpaces(name)}
            details={[format.money(price.current, price)]}
            image={image}
            field={getAdditionField(id)}
            quantities={Array.from({ length: Math.min(qty_limit, MAX_PIECES) + 1 }, (_, quantity) => quantity)}
            value={values[getAdditionField(id)] ?? "0"}
            zeroText={t("order_edit.add_none")}
          />
        ))}
      </ul>
    </section>
  );
}
