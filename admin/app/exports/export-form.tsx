import { Download, FileLock } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { startDownload } from "../http/save-file.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import type { StepUp } from "../staff/step-up.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import type { ExportedList, ExportFile } from "./exported-lists.ts";

type ExportFormProps = {
  list: ExportedList;
  /** The parameters of the list; the part that the page shows is left out. */
  query: URLSearchParams;
  columns: readonly string[];
  /** Columns that only a file with personal data has. Without them the list has no personal data. */
  personalColumns?: readonly string[];
};

/** Downloads the rows and columns of a list as a CSV file, with personal data for those who may have it. */
export function ExportForm({ personalColumns, ...exported }: ExportFormProps) {
  const mayExportPersonalData = useMe().permissions.includes("exports:personal");
  return (
    <>
      <PlainExport {...exported} />
      {personalColumns && mayExportPersonalData ? (
        <PersonalExportButton {...exported} columns={[...exported.columns, ...personalColumns]} />
      ) : null}
    </>
  );
}

/** What the preparation of a file has led to. */
type ExportResult = ExportFile | { stepUp: StepUp } | { message: string };

/** Prepares a file without personal data and downloads it. If the API refuses it, the page stays and shows why. */
function PlainExport({ list, ...fields }: Omit<ExportFormProps, "personalColumns">) {
  const { t } = useI18n();
  const { Form, data, state } = useFetcher<ExportResult>();
  useEffect(() => {
    if (data && "path" in data) startDownload(data.path);
  }, [data]);
  return (
    <Form method="post" action={`/exports/${list}`} defaultShouldRevalidate={false} className="grid gap-2">
      <ExportFields {...fields} />
      <Button type="submit" size="md" icon={<Download size={16} aria-hidden />} busy={state !== "idle"}>
        {t("exports.csv")}
      </Button>
      {data && "message" in data && state === "idle" ? <Note tone="error">{data.message}</Note> : null}
    </Form>
  );
}

function ExportFields({ query, columns }: Pick<ExportFormProps, "query" | "columns">) {
  const kept = [...query].filter(([name]) => !["after", "before", "limit"].includes(name));
  return (
    <>
      <input type="hidden" name="list" value={new URLSearchParams(kept).toString()} />
      {columns.map((column) => (
        <input key={column} type="hidden" name="columns" value={column} />
      ))}
    </>
  );
}

function PersonalExportButton(exported: Omit<ExportFormProps, "personalColumns">) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {/* On a phone only its icon is visible, so that all actions of a list fit in a line. */}
      <Button
        size="md"
        className="max-desk:grow-0!"
        icon={<FileLock size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        <span className="max-desk:sr-only">{t("exports.personal")}…</span>
      </Button>
      {isOpen ? <PersonalExportDialog {...exported} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Prepares a file with personal data, which needs a recent code, and links it. */
function PersonalExportDialog({
  list,
  onClose,
  ...fields
}: Omit<ExportFormProps, "personalColumns"> & { onClose: () => void }) {
  const { t } = useI18n();
  const fetcher = useFetcher<ExportResult>();
  const { data } = fetcher;
  const isReady = data !== undefined && "path" in data;
  const action = `/exports/${list}`;
  return (
    <>
      <Dialog title={t("exports.personal_title")} closeLabel={t("ui.close")} onClose={onClose}>
        <div className="grid gap-4">
          <p className="text-ink-2">{t("exports.personal_text")}</p>
          {data && "message" in data ? <Note tone="error">{data.message}</Note> : null}
          {data && "path" in data ? (
            <div role="status" className="grid gap-3">
              <Note tone="ok">{t("exports.ready", { count: data.rows })}</Note>
              <a href={data.path} download className="link inline-flex min-h-8 items-center gap-2 font-medium">
                <Download size={16} aria-hidden />
                {t("exports.download")}
              </a>
            </div>
          ) : null}
          <fetcher.Form method="post" action={action} defaultShouldRevalidate={false} className="flex justify-end">
            <ExportFields {...fields} />
            <input type="hidden" name="with_personal_data" value="true" />
            <Button type="submit" kind={isReady ? "outline" : "primary"} size="md" busy={fetcher.state !== "idle"}>
              {t(isReady ? "exports.prepare_again" : "exports.prepare")}
            </Button>
          </fetcher.Form>
        </div>
      </Dialog>
      {data && "stepUp" in data ? <StepUpDialog stepUp={data.stepUp} action={action} fetcher={fetcher} /> : null}
    </>
  );
}
