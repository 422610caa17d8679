import { Form } from "react-router";
import type { ImportDetail } from "@furoshiki/api/admin/imports";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
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

function formatSize({ t, format }: CatalogI18n, bytes: number): string {
  if (bytes < 1_000_000) return t("imports.kilobytes", { size: format.number(Math.ceil(bytes / 1000)) });
  return t("imports.megabytes", { size: format.number(Math.round(bytes / 100_000) / 10) });
}

/** How the file is read, which can be changed by hand. */
export function FileCard({ detail }: { detail: ImportDetail }) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const { format, encoding, delimiter, sheet, header_row: row, header_rows: rows } = detail;
  const isText = format !== "xlsx";
  return (
    <Card title={t("imports.file")}>
      <KeyValues>
        <KeyValue name={t("imports.size")}>{formatSize(i18n, detail.bytes)}</KeyValue>
      </KeyValues>
      {/* A new key shows the values with which the file was read. */}
      <Form key={`${encoding} ${delimiter} ${sheet} ${row} ${rows}`} className="mt-3 grid gap-3">
        <input type="hidden" name="step" value="columns" />
        {isText ? <EncodingField encoding={encoding} /> : <SheetField detail={detail} />}
        {format === "csv" ? <DelimiterField delimiter={delimiter} /> : null}
        {format === "csv" || format === "xlsx" ? <HeaderFields row={row} rows={rows} /> : null}
        <Button type="submit">{t("imports.read_again")}</Button>
      </Form>
    </Card>
  );
}

function EncodingField({ encoding }: Pick<ImportDetail, "encoding">) {
  const { t } = useCatalogI18n();
  return (
    <SelectField id="encoding" label={t("imports.encoding")} defaultValue={encoding ?? ""} required>
      {encoding === null ? <option value="">{t("imports.choose")}</option> : null}
      {Object.entries(encodingNames).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function SheetField({ detail: { sheets, sheet } }: { detail: ImportDetail }) {
  const { t } = useCatalogI18n();
  if (sheets.length === 0) return null;
  return (
    <SelectField id="sheet" label={t("imports.sheet")} defaultValue={sheet ?? ""}>
      {sheets.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function DelimiterField({ delimiter }: Pick<ImportDetail, "delimiter">) {
  const { t } = useCatalogI18n();
  return (
    <SelectField id="delimiter" label={t("imports.delimiter")} defaultValue={delimiter ?? ","}>
      {Object.entries(delimiterNames).map(([one, name]) => (
        <option key={one} value={one}>
          {t(`imports.delimiter_${name}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** Where the names of the columns are: several rows of them, as with merged cells, are joined. */
function HeaderFields({ row, rows }: { row: number; rows: number }) {
  const { t } = useCatalogI18n();
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <Field
        id="header_row"
        label={t("imports.header_row")}
        type="number"
        min={1}
        max={1000}
        defaultValue={row}
        required
      />
      <SelectField id="header_rows" label={t("imports.header_rows")} defaultValue={rows}>
        {[1, 2, 3, 4, 5].map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
    </div>
  );
}
