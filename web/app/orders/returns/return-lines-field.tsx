import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { ChoiceFieldset } from "./choice-fieldset.tsx";
import { getLineFields, type ReturnFormValues } from "./return-selection.ts";

type ReturnLinesFieldProps = {
  options: CustomerOrderReturns;
  values: ReturnFormValues;
  errors: readonly string[] | undefined;
};

/** The goods of an order, each with its number of pieces. Those that are in returns already are off. */
export function ReturnLinesField({ options, values, errors }: ReturnLinesFieldProps) {
  const { t } = useAccountI18n();
  return (
    <ChoiceFieldset name="lines" legend={`1. ${t("return.what")}`} errors={errors}>
      <div className="grid gap-3">
        {options.lines.map((line) => (
          <LineCard key={line.line} {...{ line, options, values }} isInvalid={errors !== undefined} />
        ))}
      </div>
    </ChoiceFieldset>
  );
}

type LineCardProps = Omit<ReturnLinesFieldProps, "errors"> & {
  line: CustomerOrderReturns["lines"][number];
  isInvalid: boolean;
};

function LineCard({ line, options, values, isInvalid }: LineCardProps) {
  const { t, format } = useAccountI18n();
  const fields = getLineFields(line.line);
  const name = insertNonBreakingSpaces(line.name);
  const isAvailable = line.available > 0;
  const price = format.money(line.value / line.qty, options);
  const details = [line.option_name, line.is_present ? t("order.gift") : `${line.qty} × ${price}`].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-md border border-line-strong bg-surface has-[input:checked]:border-tokiwa-700 has-[input:checked]:bg-tokiwa-50 has-[input:checked]:outline has-[input:checked]:outline-tokiwa-700 has-[input:disabled]:bg-mist">
      <label className="flex min-w-0 grow basis-56 cursor-pointer items-center gap-3 p-3 has-disabled:cursor-not-allowed">
        <input
          type="checkbox"
          name={fields.chosen}
          disabled={!isAvailable}
          defaultChecked={values[fields.chosen] !== undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? "lines-error" : undefined}
          className="checkbox"
        />
        {line.image ? (
          <Picture
            image={line.image}
            sizes="44px"
            className="aspect-4/5 w-full rounded-xs object-cover"
            wrapperClass="w-11 shrink-0"
          />
        ) : null}
        <span className="min-w-0">
          <span className="block text-sm font-semibold wrap-anywhere">{name}</span>
          <span className="num block text-xs text-ink-2">{details.join(" · ")}</span>
          {isAvailable ? null : <span className="block text-xs text-ink-2">{t("return.none_left")}</span>}
        </span>
      </label>
      {line.available > 1 ? (
        <select
          name={fields.quantity}
          defaultValue={values[fields.quantity] ?? "1"}
          aria-label={t("return.quantity", { name })}
          className="num mx-3 mb-3 h-11 rounded-md border border-line-strong bg-surface px-3 text-base sm:mb-0"
        >
          {Array.from({ length: line.available }, (_, index) => (
            <option key={index} value={index + 1}>
              {t("checkout.pieces", { count: index + 1 })}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  );
}
