import { useState } from "react";
import type { GoodsCondition, ReturnDetail } from "@furoshiki/api/admin/returns";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Field, FieldMessage } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import type { ReturnStep, StepFailure } from "./return-steps.ts";

type Line = ReturnDetail["lines"][number];
type Errors = StepFailure["errors"];

const conditions: readonly GoodsCondition[] = ["unopened", "opened", "damaged"];

/** The fields of the dialog of a step. */
export function StepFields({ return: row, step, errors }: { return: ReturnDetail; step: ReturnStep; errors: Errors }) {
  const { t } = useI18n();
  switch (step) {
    case "approve":
      return <TextArea name="instructions" label={t("returns.instructions")} maxLength={1000} errors={errors} />;
    case "reject":
    case "close":
      return <TextArea name="reason" label={t("returns.decision_reason")} maxLength={500} errors={errors} isRequired />;
    case "receive":
      return row.lines.map((line) => <ReceivedLine key={line.line} line={line} />);
    case "replace":
      return row.lines.map((line) => <ReplacedLine key={line.line} line={line} isClaim={row.kind === "claim"} />);
    case "refund":
      return <RefundFields currency={row.currency} errors={errors} />;
  }
}

/** A text for the customer. */
function TextArea({
  name,
  label,
  maxLength,
  errors,
  isRequired = false,
}: {
  name: string;
  label: string;
  maxLength: number;
  errors: Errors;
  isRequired?: boolean;
}) {
  const { t } = useI18n();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-xs font-medium">
        {label}
      </label>
      <textarea
        id={name}
        name={name}
        required={isRequired}
        maxLength={maxLength}
        rows={3}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${name}-error` : `${name}-hint`}
        className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
      />
      <FieldMessage id={name} hint={t("returns.for_customer")} errors={errors[name]} />
    </div>
  );
}

function LineName({ line: { name, option_name, reference } }: { line: Line }) {
  return (
    <p className="font-medium">
      {[name, option_name].filter(Boolean).join(", ")} <span className="code font-normal text-ink-3">{reference}</span>
    </p>
  );
}

/** What came back of a line: only unopened pieces go back to stock. */
function ReceivedLine({ line }: { line: Line }) {
  const { t } = useI18n();
  const [received, setReceived] = useState(line.quantity);
  const [condition, setCondition] = useState<GoodsCondition>("unopened");
  const id = line.line;
  return (
    <fieldset className="grid gap-2 rounded-md border border-edge p-3">
      <legend className="sr-only">{line.name}</legend>
      <input type="hidden" name="line" value={id} />
      <LineName line={line} />
      <div className="grid grid-cols-2 items-start gap-3 *:min-w-0 desk:grid-cols-3">
        <Field
          id={`received_quantity-${id}`}
          type="number"
          label={t("returns.received_quantity", { count: line.quantity })}
          min={0}
          max={line.quantity}
          required
          value={received}
          onChange={({ currentTarget }) => setReceived(currentTarget.valueAsNumber || 0)}
        />
        <SelectField
          id={`condition-${id}`}
          label={t("returns.condition")}
          value={condition}
          onChange={({ currentTarget }) =>
            setCondition(conditions.find((one) => one === currentTarget.value) ?? "unopened")
          }
        >
          {conditions.map((one) => (
            <option key={one} value={one}>
              {t(`returns.condition_${one}`)}
            </option>
          ))}
        </SelectField>
        {condition === "unopened" ? (
          <Field
            key={received}
            id={`restocked_quantity-${id}`}
            type="number"
            label={t("returns.restocked_quantity")}
            min={0}
            max={received}
            required
            defaultValue={received}
          />
        ) : (
          <p className="self-center text-ink-2">{t("returns.written_off")}</p>
        )}
      </div>
    </fieldset>
  );
}

/** The pieces that are sent again, with the option of the product that replaces them. */
function ReplacedLine({ line, isClaim }: { line: Line; isClaim: boolean }) {
  const { t } = useI18n();
  const quantity = isClaim ? line.quantity : (line.received_quantity ?? 0);
  if (quantity === 0) return null;
  const id = line.line;
  return (
    <div className="grid gap-2 rounded-md border border-edge p-3">
      <input type="hidden" name="line" value={id} />
      <LineName line={line} />
      {line.options.length > 0 ? (
        <SelectField
          id={`option-${id}`}
          label={t("returns.replacement_option")}
          defaultValue={line.replacement_option_id ?? line.option_id}
        >
          {line.options.map(({ id: optionId, name, stock }) => (
            <option key={optionId} value={optionId}>
              {name}, {t("returns.in_stock", { count: stock })}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="text-ink-2">
          {t("returns.pieces", { count: quantity })}, {t("returns.in_stock", { count: line.stock })}
        </p>
      )}
    </div>
  );
}

/** By default the goods are refunded in full, without the delivery. */
function RefundFields({ currency, errors }: { currency: string; errors: Errors }) {
  const { t } = useI18n();
  return (
    <div className="grid grid-cols-2 gap-3 *:min-w-0">
      <Field
        id="amount"
        type="number"
        label={t("returns.amount", { currency })}
        hint={t("returns.amount_hint")}
        min={0}
        step="any"
        errors={errors["amount"]}
      />
      <Field
        id="delivery"
        type="number"
        label={t("returns.delivery", { currency })}
        hint={t("returns.delivery_hint")}
        min={0}
        step="any"
        defaultValue={0}
        errors={errors["delivery"]}
      />
    </div>
  );
}
