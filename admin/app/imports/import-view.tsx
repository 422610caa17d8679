import { FileUp } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { ImportChangePage, ImportDetail } from "@furoshiki/api/admin/imports";
import type { FormErrors } from "../api-client/form-errors.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CheckView } from "./check-view.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { getEncodingName } from "./file-card.tsx";
import { getImportPath, IMPORTS_PATH } from "./import-path.ts";
import { isRunning } from "./import-status.tsx";
import { type ImportStep, ImportSteps } from "./import-steps.tsx";
import { ProgressView } from "./progress-view.tsx";
import { ResultView } from "./result-view.tsx";

type ImportViewProps = {
  detail: ImportDetail;
  /** For the step of the columns. */
  terms: CatalogTerms | null;
  /** For the step of the check. */
  changes: ImportChangePage | null;
  today: string;
  result: FormErrors | undefined;
};

/** An import at its step. */
export function ImportView({ detail, terms, changes, today, result }: ImportViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const path = getImportPath(detail.id);
  const columnsPath = `${path}?step=columns`;
  return (
    <>
      <PageHeader
        title={detail.file_name}
        breadcrumbs={[{ name: t("imports.title"), path: IMPORTS_PATH }]}
        subtitle={describeFile(i18n, detail)}
        actions={
          <Link to={`${IMPORTS_PATH}/new`} className={buttonClass({ size: "md" })}>
            <FileUp size={16} aria-hidden />
            {t("imports.other_file")}
          </Link>
        }
      />
      <div className="flex grow flex-col gap-4 px-4 pt-3 desk:px-6 desk:pt-4">
        <ImportSteps
          current={getStep(detail, terms !== null)}
          paths={detail.status === "checked" ? { columns: columnsPath, check: path } : {}}
        />
        {detail.missing_permissions.length > 0 ? (
          <Note tone="warn">{t("imports.missing_permissions", { list: detail.missing_permissions.join(", ") })}</Note>
        ) : null}
        {terms === null ? null : (
          // What the file was read with has other columns.
          <ColumnsForm key={`${params} ${detail.columns.length}`} detail={detail} terms={terms} result={result} />
        )}
        {changes === null ? null : <CheckView {...{ detail, changes, columnsPath, result }} />}
        {isRunning(detail.status) ? <ProgressView detail={detail} /> : null}
        {changes === null && (detail.status === "applied" || detail.status === "undone") ? (
          <ResultView detail={detail} changesPath={`${path}?step=changes`} today={today} result={result} />
        ) : null}
      </div>
    </>
  );
}

function getStep({ status }: ImportDetail, showsColumns: boolean): ImportStep {
  if (showsColumns) return "columns";
  return status === "checking" || status === "checked" ? "check" : "result";
}

function describeFile({ t, format }: CatalogI18n, detail: ImportDetail): string {
  const { encoding, is_encoding_detected: isDetected, lines, profile_name: profile, author } = detail;
  return [
    ...(encoding === null ? [] : [getEncodingName(encoding) + (isDetected ? `, ${t("imports.detected")}` : "")]),
    ...(lines === null ? [] : [t("imports.lines_count", { count: lines, lines: format.number(lines) })]),
    ...(profile === null ? [] : [t("imports.with_profile", { name: profile })]),
    author,
  ].join(" · ");
}
