import { Undo2 } from "lucide-react";
import { Form, Link, useActionData, useNavigation } from "react-router";
import type { AuditEntry } from "@furoshiki/api/admin/staff/audit";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Note } from "../ui/note.tsx";
import { createAuditPath } from "./audit-path.ts";

/** The changed fields of an entry, where it came from, and its undo. */
export function AuditDetails({ entry, today }: { entry: AuditEntry; today: string }) {
  const { t } = useI18n();
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {entry.changes.length === 0 ? (
        <p className="text-ink-2">{t("audit.no_fields")}</p>
      ) : (
        <ChangeTable changes={entry.changes} />
      )}
      <div className="grid gap-3">
        <KeyValues>
          <KeyValue name={t("audit.reason")}>{entry.reason || null}</KeyValue>
          <KeyValue name={t("audit.ip")}>
            {entry.ip === null ? null : <span className="code">{entry.ip}</span>}
          </KeyValue>
          <KeyValue name={t("audit.request")}>
            {entry.request_id === null ? null : (
              <Link
                to={createAuditPath(new URLSearchParams(), { request: entry.request_id })}
                className="code link wrap-anywhere"
              >
                {entry.request_id}
              </Link>
            )}
          </KeyValue>
          <KeyValue name={t("audit.code")}>
            <span className="code">{entry.action}</span>
          </KeyValue>
        </KeyValues>
        <UndoForm entry={entry} today={today} />
      </div>
    </div>
  );
}

function ChangeTable({ changes }: { changes: AuditEntry["changes"] }) {
  const { t } = useI18n();
  const cell = "border-b border-hair px-3 py-2 text-left align-top wrap-anywhere";
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-edge bg-card">
      <thead className="text-[12.5px] text-ink-3">
        <tr>
          {(["field", "from", "to"] as const).map((column) => (
            <th key={column} scope="col" className={`${cell} font-medium`}>
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row" className={`${cell} font-normal`}>
              {t.find(`audit.field_${field}`) ?? <span className="code">{field}</span>}
            </th>
            <td className={cell}>
              <ChangedValue value={from} />
            </td>
            <td className={cell}>
              <ChangedValue value={to} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value of a field; a personal one is masked. */
function ChangedValue({ value }: { value: unknown }) {
  const { t } = useI18n();
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">—</span>;
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  if (typeof value === "object") return "masked" in value ? String(value.masked) : JSON.stringify(value);
  return String(value);
}

function UndoForm({ entry, today }: { entry: AuditEntry; today: string }) {
  const { t, locale } = useI18n();
  const failure = useActionData<{ message?: string }>();
  const isBusy = useNavigation().formMethod === "POST";
  if (entry.undone_at !== null)
    return (
      <p className="text-xs text-ink-3">
        {t("audit.undone", { time: formatShortTime(entry.undone_at, locale, today) })}
      </p>
    );
  return (
    <>
      {failure?.message ? <Note tone="error">{failure.message}</Note> : null}
      {entry.undo_until === null ? null : (
        <Form method="post">
          <input type="hidden" name="entry" value={entry.id} />
          <Button type="submit" icon={<Undo2 size={16} aria-hidden />} busy={isBusy}>
            {t("audit.undo")}
          </Button>
          <p className="mt-1.5 text-xs text-ink-3">
            {t("audit.undo_until", { time: formatShortTime(entry.undo_until, locale, today) })}
          </p>
        </Form>
      )}
    </>
  );
}
