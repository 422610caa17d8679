import { useI18n } from "../i18n/use-i18n.tsx";
import { formatReaderTime, toIsoTime } from "../i18n/store-time.ts";
import { Field } from "../ui/field.tsx";

type RunAtFieldProps = {
  /** A local time of the store (`2026-12-04T09:47`), or empty. */
  value: string;
  hint: string;
  onChange: (value: string) => void;
};

/** When a planned task begins: in the time of the store, and below in that of the reader if they have another one. */
export function RunAtField({ value, hint, onChange }: RunAtFieldProps) {
  const { t, locale } = useI18n();
  const time = value === "" ? null : formatReaderTime(toIsoTime(value), locale);
  return (
    <Field
      id="run_at"
      type="datetime-local"
      label={t("tasks.run_at")}
      hint={time === null ? hint : `${t("tasks.reader_time", { time })} ${hint}`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
