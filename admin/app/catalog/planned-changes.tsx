import { CalendarClock, TriangleAlert } from "lucide-react";
import { useFetcher } from "react-router";
import type { PlannedChange } from "@furoshiki/api/admin/catalog-admin/editor";
import { useCatalogI18n, type CatalogI18n } from "../i18n/catalog-i18n.ts";
import { toStoreTime } from "../i18n/store-time.ts";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { describeEdit, type PlannedFields } from "./planned-edits.ts";

type PlannedChangesProps = {
  changes: readonly PlannedChange[];
  /** The fields of each task that somebody has changed since it was planned. */
  overwritten: ReadonlyMap<number, readonly string[]>;
  /** The names of fields, and how their values are shown. */
  fields: PlannedFields;
  /** Whether the form has no changes, which the values of a planned edit would replace. */
  canEdit: boolean;
  /** Puts the values of a planned edit into the form, to plan other ones instead. */
  onEdit: (change: PlannedChange) => void;
};

/** What is planned for the product: when, by whom and what, and what was refused at its time. */
export function PlannedChanges({ changes, overwritten, fields, canEdit, onEdit }: PlannedChangesProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  if (changes.length === 0) return null;
  return (
    <Card title={t("catalog.planned")} isFlush>
      <ul className="divide-y divide-hair border-t border-hair">
        {changes.map((change) => (
          <li key={change.task_id} className="grid gap-2 px-4 py-3">
            <PlannedChangeText change={change} fields={fields} />
            {change.refusal === null ? (
              <>
                {overwritten.has(change.task_id) ? (
                  <Note tone="warn">
                    {t("catalog.planned_overwritten", {
                      fields: (overwritten.get(change.task_id) ?? [])
                        .map((field) => fields[field]?.label ?? field)
                        .join("; "),
                    })}
                  </Note>
                ) : null}
                <PlannedChangeActions change={change} canEdit={canEdit} onEdit={onEdit} />
              </>
            ) : (
              <Note tone="error">
                {t("catalog.planned_refused")} {change.refusal}
              </Note>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PlannedChangeText({ change, fields }: { change: PlannedChange; fields: PlannedFields }) {
  const i18n = useCatalogI18n();
  const { t, format } = i18n;
  const Icon = change.refusal === null ? CalendarClock : TriangleAlert;
  return (
    <div className="flex gap-2">
      <Icon
        size={17}
        aria-hidden
        className={`mt-0.5 shrink-0 ${change.refusal === null ? "text-ai-700" : "text-beni-600"}`}
      />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">
          <time dateTime={change.run_at}>{t("catalog.planned_at", { time: format.dateTime(change.run_at) })}</time>
        </p>
        {change.edits.map((edit) => (
          <p key={edit.field} className="wrap-anywhere">
            {describeEdit(i18n, edit, fields)}
          </p>
        ))}
        {change.edits.length === 0 ? <p>{describeTask(i18n, change)}</p> : null}
        <p className="text-xs text-ink-3">
          {change.author.name}
          {change.products > 1 ? ` · ${t("catalog.planned_with_others", { count: change.products })}` : null}
        </p>
      </div>
    </div>
  );
}

/** Returns what a task does that has no edits of its own: prices by a rule, or a term. */
function describeTask({ t }: CatalogI18n, { kind, input }: PlannedChange): string {
  const key = typeof input["change"] === "string" ? `${kind}.${input["change"]}` : kind;
  return t.find(`tasks.kind_${key}`) ?? kind;
}

type PlannedChangeActionsProps = Pick<PlannedChangesProps, "canEdit" | "onEdit"> & { change: PlannedChange };

function PlannedChangeActions({ change, canEdit, onEdit }: PlannedChangeActionsProps) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const { Form, data, state } = useFetcher<{ message: string } | null>();
  const { task_id: id, kind, run_at: runAt } = change;
  if (!permissions.includes(kind === "prices.adjust" ? "prices:write" : "products:write")) return null;
  const isBusy = state !== "idle";
  const errors = data && !isBusy ? [data.message] : undefined;
  return (
    <Form method="post" action="/tasks" className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="task" value={id} />
      <div className="w-full min-w-0 *:grid-cols-[minmax(0,1fr)] desk:w-56">
        <Field
          key={runAt}
          id={`run_at_${id}`}
          name="run_at"
          type="datetime-local"
          required
          label={t("tasks.run_at")}
          defaultValue={toStoreTime(runAt)}
          errors={errors}
        />
      </div>
      <Button type="submit" size="md" name="intent" value="reschedule" busy={isBusy}>
        {t("tasks.reschedule")}
      </Button>
      <span className="flex flex-wrap gap-2">
        {kind === "products.edit" ? (
          <Button
            size="sm"
            kind="quiet"
            disabled={!canEdit}
            title={canEdit ? undefined : t("catalog.planned_edit_blocked")}
            onClick={() => onEdit(change)}
          >
            {t("catalog.planned_edit")}
          </Button>
        ) : null}
        <Button type="submit" size="sm" kind="quiet" name="intent" value="cancel" formNoValidate busy={isBusy}>
          {t("catalog.planned_cancel")}
        </Button>
      </span>
    </Form>
  );
}
