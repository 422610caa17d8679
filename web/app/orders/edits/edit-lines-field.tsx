import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
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
  const name = insertNonBreakingSpaces(line.name);
  const field = getQuantityField(line.line);
  const min = editing.can_remove ? 0 : line.quantity;
  const quantities = Array.from({ length: line.quantity_max - min + 1 }, (_, index) => min + index);
  const hasOtherPrice =
    line.quantity_max > line.quantity && line.price_added !== null && line.price_added !== line.price;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
      {line.image ? (
        <Picture
          image={line.image}
          sizes="44px"
          className="aspect-4/5 w-full rounded-xs object-cover"
          wrapperClass="w-11 shrink-0"
        />
      ) : null}
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-semibold wrap-anywhere">{name}</p>
        <p className="num text-xs text-ink-2">
          {[line.option_name, line.is_present ? t("order.gift") : format.money(line.price, editing)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {hasOtherPrice && line.price_added !== null ? (
          <p className="num text-xs text-ink-2">
            {t("order_edit.price_added", { price: format.money(line.price_added, editing) })}
          </p>
        ) : null}
      </div>
      {line.can_change && quantities.length > 1 ? (
        <select
          name={field}
          defaultValue={values[field] ?? String(line.quantity)}
          aria-label={t("return.quantity", { name })}
          className="num h-11 rounded-md border border-line-strong bg-surface px-3 text-base max-sm:w-full"
        >
          {quantities.map((quantity) => (
            <option key={quantity} value={quantity}>
              {quantity === 0 ? t("order_edit.remove") : t("checkout.pieces", { count: quantity })}
            </option>
          ))}
        </select>
      ) : (
        <p className="num text-sm text-ink-2">{t("checkout.pieces", { count: line.quantity })}</p>
      )}
    </li>
  );
}
