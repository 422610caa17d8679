import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { EditItem } from "./edit-item.tsx";
import { getQuantityField } from "./edit-request.ts";

type EditLinesFieldProps = { editing: CustomerOrderEditing; values: Readonly<Record<string, string>> };

/** The goods of an order, each with the number of pieces that it should have. */
export function EditLinesField({ editing, values }: EditLinesFieldProps) {
  const { t } = useAccountI18n();
  return (
    <section aria-labelledby="edit-lines">
      <h2 id="edit-lines" className="text-xl">
        {t("order_edit.lines")}
      </h2>
      {editing.can_remove ? null : <p className="mt-1 text-sm text-ink-2">{t("order_edit.only_more")}</p>}
      <ul className="mt-3 grid gap-3">
        {editing.lines.map((line) => (
          <LineItem key={line.line} {...{ line, editing, values }} />
        ))}
      </ul>
    </section>
  );
}

type LineItemProps = EditLinesFieldProps & { line: CustomerOrderEditing["lines"][number] };

function LineItem({ line, editing, values }: LineItemProps) {
  const { t, format } = useAccountI18n();
  const field = getQuantityField(line.line);
  const min = line.can_change ? (editing.can_remove ? 0 : line.quantity) : line.quantity;
  const max = line.can_change ? line.quantity_max : line.quantity;
  const price = line.is_present ? t("order.gift") : format.money(line.price, editing);
  const hasOtherPrice =
    line.quantity_max > line.quantity && line.price_added !== null && line.price_added !== line.price;
  return (
    <EditItem
      name={insertNonBreakingSpaces(line.name)}
      details={[
        [line.option_name, price].filter(Boolean).join(" · "),
        ...(hasOtherPrice && line.price_added !== null
          ? [t("order_edit.price_added", { price: format.money(line.price_added, editing) })]
          : []),
      ]}
      image={line.image}
      field={field}
      quantities={Array.from({ length: max - min + 1 }, (_, index) => min + index)}
      value={values[field] ?? String(line.quantity)}
      zeroText={t("order_edit.remove")}
    />
  );
}
