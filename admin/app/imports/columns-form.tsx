import { ArrowRight, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ImportDetail } from "@furoshiki/api/admin/imports";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { FileCard } from "./file-card.tsx";
import { IMPORTS_PATH } from "./import-path.ts";
import { RulesCard } from "./rules-card.tsx";

type ColumnsFormProps = { detail: ImportDetail; terms: CatalogTerms; result: FormErrors | undefined };

/** The second step of an import: what is in which column, and how the file is read. */
export function ColumnsForm({ detail, terms, result }: ColumnsFormProps) {
  const { t } = useCatalogI18n();
  const { columns, encoding } = detail;
  const [fields, setFields] = useState<readonly string[]>(columns.map(({ field }) => field ?? ""));
  const isBusy = useNavigation().formMethod === "POST";
  const recognized = columns.filter(({ field }) => field !== null).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {result ? <Note tone="error">{result.message}</Note> : null}
        {detail.failure ? <Note tone="warn">{detail.failure.text}</Note> : null}
        {detail.problem ? (
          <Note tone="error">{detail.problem.text}</Note>
        ) : encoding === null && detail.format !== "xlsx" ? (
          <Note tone="warn">{t("imports.choose_encoding")}</Note>
        ) : null}
        {columns.length > 0 ? (
          <Card title={t("imports.columns")} isFlush>
            <p className="px-4 pb-2 text-ink-2">
              {t(columns.some(({ source }) => source === "profile") ? "imports.from_profile" : "imports.recognized", {
                count: recognized,
                total: columns.length,
              })}
            </p>
            <ColumnTable detail={detail} fields={fields} onChange={setFields} />
          </Card>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FileCard detail={detail} />
        <RulesCard detail={detail} fields={fields} terms={terms} />
      </div>
      <BottomBar>
        <ProfileField detail={detail} />
        <span className="flex w-full gap-2 *:grow desk:ml-auto desk:w-auto desk:*:grow-0">
          <Link to={IMPORTS_PATH} className={buttonClass({ kind: "quiet", size: "md" })}>
            {t("imports.later")}
          </Link>
          <Button type="submit" form="mapping" kind="primary" size="md" busy={isBusy} disabled={columns.length === 0}>
            {t("imports.check")}
            <ArrowRight size={16} aria-hidden />
          </Button>
        </span>
      </BottomBar>
      <Form method="post" id="mapping">
        <input type="hidden" name="intent" value="map" />
        <input type="hidden" name="encoding" value={encoding ?? ""} />
        <input type="hidden" name="delimiter" value={detail.delimiter ?? ""} />
        <input type="hidden" name="header_row" value={detail.header_row} />
        <input type="hidden" name="header_rows" value={detail.header_rows} />
        <input type="hidden" name="sheet" value={detail.sheet ?? ""} />
        <input type="hidden" name="columns" value={columns.length} />
      </Form>
    </div>
  );
}

const columnGrid = "gap-x-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem_minmax(0,1fr)]";

type ColumnTableProps = {
  detail: ImportDetail;
  fields: readonly string[];
  onChange: (fields: readonly string[]) => void;
};

function ColumnTable({ detail, fields, onChange }: ColumnTableProps) {
  const { t } = useCatalogI18n();
  const heads = (["file", "examples", "field", "check"] as const).map((name) => t(`imports.columns_${name}`));
  return (
    <>
      <p aria-hidden className={`hidden border-t border-hair px-4 py-2 text-xs text-ink-2 desk:grid ${columnGrid}`}>
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </p>
      <ul className="border-t border-hair">
        {detail.columns.map(({ name, samples, source }, index) => {
          const field = fields[index] ?? "";
          const isRepeated = field !== "" && fields.indexOf(field) !== index;
          const label = name === "" ? t("imports.unnamed_column", { number: index + 1 }) : name;
          return (
            <li
              key={index}
              className={`grid items-center gap-y-1.5 border-t border-hair px-4 py-2.5 first:border-t-0 ${columnGrid}`}
            >
              <span className="font-semibold wrap-anywhere">{label}</span>
              <span className="text-xs text-ink-2">
                {samples.map((sample, at) => (
                  <span key={at} className="block truncate">
                    {sample}
                  </span>
                ))}
              </span>
              <select
                form="mapping"
                name={`column_${index}`}
                aria-label={t("imports.field_of", { name: label })}
                value={field}
                onChange={({ currentTarget: { value } }) => onChange(fields.with(index, value))}
                className={`h-11 w-full min-w-0 rounded-md border border-line-strong px-2 text-base desk:h-9 desk:text-sm ${field === "" ? "bg-mist text-ink-2" : "bg-card"}`}
              >
                <option value="">{t("imports.not_imported")}</option>
                {detail.fields.map((one) => (
                  <option key={one.field} value={one.field}>
                    {one.name}
                  </option>
                ))}
              </select>
              <span className="text-xs text-ink-2">
                {isRepeated ? (
                  <span className="flex items-start gap-1.5 font-medium text-beni-600">
                    <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
                    {t("imports.field_repeated")}
                  </span>
                ) : (
                  t(`imports.source_${field === "" ? "none" : source === "none" ? "chosen" : source}`)
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Remembers the columns under a name: that of the profile or the file. */
function ProfileField({ detail: { profile_name: name, file_name: fileName } }: Pick<ColumnsFormProps, "detail">) {
  const { t } = useCatalogI18n();
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <label className="flex items-center gap-2">
        <input type="checkbox" form="mapping" name="remembers" value="yes" defaultChecked={name !== null} />
        {t("imports.remember")}
      </label>
      <input
        form="mapping"
        name="profile_name"
        aria-label={t("imports.profile_name")}
        defaultValue={name ?? fileName.replace(/[-_]?\d{6,8}|\.\w+$/g, "").slice(0, 80)}
        maxLength={80}
        className="h-11 w-52 min-w-0 rounded-md border border-line-strong bg-card px-2.5 text-base desk:h-9 desk:text-sm"
      />
    </span>
  );
}
