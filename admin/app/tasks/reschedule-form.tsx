import { useId } from "react";
import { useFetcher } from "react-router";
import type { Task } from "@furoshiki/api/admin/tasks";
import { useI18n } from "../i18n/use-i18n.tsx";
import { toStoreTime } from "../i18n/store-time.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

/** When a planned task begins, which can be changed. @param title its name */
export function RescheduleForm({ task: { id, run_at: runAt }, title }: { task: Task; title: string }) {
  const { t } = useI18n();
  const { Form, data, state } = useFetcher<{ message: string } | null>();
  const fieldId = useId();
  const isBusy = state !== "idle";
  return (
    <Form method="post" action="/tasks" className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="task" value={id} />
      <div className="w-full min-w-0 *:grid-cols-[minmax(0,1fr)] desk:w-56">
        {/* Once the time has changed, the field begins with it. */}
        <Field
          key={runAt}
          id={fieldId}
          name="run_at"
          type="datetime-local"
          required
          label={t("tasks.run_at")}
          defaultValue={runAt === null ? "" : toStoreTime(runAt)}
          errors={data && !isBusy ? [data.message] : undefined}
        />
      </div>
      <Button type="submit" size="md" name="intent" value="reschedule" busy={isBusy}>
        {t("tasks.reschedule")}
        <span className="sr-only">: {title}</span>
      </Button>
    </Form>
  );
}
