import { Form } from "react-router";
import type { ImportDetail } from "@furoshiki/api/admin/imports";
import { type I18n, useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { SelectField } from "../ui/select-field.tsx";

type Encoding = NonNullable<ImportDetail["encoding"]>;
type Delimiter = NonNullable<ImportDetail["delimiter"]>;

const encodingNames: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1251": "Windows-1251",
  shift_jis: "Shift_JIS",
};
const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab" } as const satisfies Record<Delimiter, string>;

/** Returns the name of an encoding. */
export const getEncodingName = (encoding: Encoding) => encodingNames[encoding];

function formatSize({ t, format }: I18n, bytes: number): string {
  if (bytes < 1_000_000) return t("imports.kilobytes", { size: format.number(Math.ceil(bytes / 1000)) });
  return t("imports.megabytes", { size: format.number(Math.round(bytes / 100_000) / 10) });
}

/** How the file is read, which can be changed by hand. */
export function FileCard({ detail }: { detail: ImportDetail }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { encoding, delimiter, header_row: row, bytes } = detail;
  return (
    <Card title={t("imports.file")}>
      <KeyValues>
        <KeyValue name={t("imports.size")}>{formatSize(i18n, bytes)}</KeyValue>
      </KeyValues>
      {/* A new key shows the values with which the file was read. */}
      <Form key={`${encoding} ${delimiter} ${row}`} className="mt-3 grid gap-3">
        <input type="hidden" name="step" value="columns" />
        <SelectField id="encoding" label={t("imports.encoding")} defaultValue={encoding ?? ""} required>
          {encoding === null ? <option value="">{t("imports.choose")}</option> : null}
          {Object.entries(encodingNames).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        {detail.format === "csv" ? (
          <>
            <SelectField id="delimiter" label={t("imports.delimiter")} defaultValue={delimiter ?? ","}>
              {Object.entries(delimiterNames).map(([one, name]) => (
                <option key={one} value={one}>
                  {t(`imports.delimiter_${name}`)}
                </option>
              ))}
            </SelectField>
            <Field
              id="header_row"
              label={t("imports.header_row")}
              type="number"
              min={1}
              max={1000}
              defaultValue={row}
              required
            />
          </>
        ) : null}
        <Button type="submit">{t("imports.read_again")}</Button>
      </Form>
    </Card>
  );
}
