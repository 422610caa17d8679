import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ImportDetail } from "@furoshiki/api/admin/imports";
import type { FormErrors } from "../api-client/form-errors.ts";
import { createAuditPath } from "../audit/audit-path.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortDay } from "../i18n/short-dates.ts";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Note } from "../ui/note.tsx";
import { ActionForm } from "./bottom-bar.tsx";
import { IMPORTS_PATH } from "./import-path.ts";

const kinds = ["stock", "prices", "details", "new", "withdrawn"] as const;

type ResultViewProps = {
  detail: ImportDetail;
  /** Where the applied changes are listed. */
  changesPath: string;
  today: string;
  result: FormErrors | undefined;
};

/** The last step of an import: what it has changed, and how it is taken back. */
export function ResultView({ detail, changesPath, today, result }: ResultViewProps) {
  const { t, format, locale } = useCatalogI18n();
  const { permissions } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  const { id, status, result: counts, undo_until: undoUntil } = detail;
  const isUndone = status === "undone";
  return (
    <div className="grid max-w-3xl gap-4">
      {result ? <Note tone="error">{result.message}</Note> : null}
      {detail.failure ? <Note tone="error">{detail.failure.text}</Note> : null}
      <Note tone={isUndone ? "info" : "ok"}>{t(isUndone ? "imports.undone" : "imports.applied")}</Note>
      <Card title={t("imports.changed")}>
        <KeyValues>
          {kinds.map((kind) => (
            <KeyValue key={kind} name={t(`imports.kind_${kind}`)}>
              {counts?.[kind] ? format.number(counts[kind]) : null}
            </KeyValue>
          ))}
          {isUndone ? (
            <>
              <KeyValue name={t("imports.taken_back")}>{format.number(counts?.["undone"] ?? 0)}</KeyValue>
              <KeyValue name={t("imports.kept")}>{format.number(counts?.["kept"] ?? 0)}</KeyValue>
            </>
          ) : null}
        </KeyValues>
      </Card>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={changesPath} className={buttonClass({ size: "md" })}>
          {t("imports.show_changes")}
        </Link>
        {permissions.includes("audit:read") ? (
          <Link
            to={createAuditPath(new URLSearchParams(), { subject: `import:${id}` })}
            className={buttonClass({ size: "md" })}
          >
            {t("imports.history")}
          </Link>
        ) : null}
        <Link to={`${IMPORTS_PATH}/new`} className={buttonClass({ size: "md" })}>
          {t("imports.new")}
        </Link>
        {undoUntil === null ? null : (
          <ActionForm intent="undo">
            <Button
              type={isAsking ? "submit" : "button"}
              size="md"
              kind={isAsking ? "danger" : "outline"}
              icon={<Undo2 size={16} aria-hidden />}
              onBlur={() => setIsAsking(false)}
              onClick={(event) => {
                if (isAsking) return;
                event.preventDefault();
                setIsAsking(true);
              }}
            >
              {t(isAsking ? "imports.undo_sure" : "imports.undo")}
            </Button>
          </ActionForm>
        )}
      </div>
      {undoUntil === null ? null : (
        <p className="text-xs text-ink-3">
          {t("imports.undo_text", { date: formatShortDay(undoUntil, locale, today) })}
        </p>
      )}
    </div>
  );
}
