import { CalendarClock, Calculator } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { PricePreview, PricePreviewRequest } from "@furoshiki/api/admin/catalog-admin/prices";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import type { TaskRequest } from "../tasks/task-requests.ts";
import { Button } from "../ui/button.tsx";
import { createPricesPath, ruleNames } from "./prices-path.ts";
import type { PriceEdits } from "./use-price-edits.ts";

type ApplyBarProps = {
  request: PricePreviewRequest;
  preview: PricePreview | null;
  /** Whether the preview is that of the request. */
  isCurrent: boolean;
  edits: PriceEdits;
  params: URLSearchParams;
};

/** The bar with the new prices: how many, and the buttons to discard and apply them. */
export function ApplyBar({ request, preview, isCurrent, edits, params }: ApplyBarProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const [task, setTask] = useState<{ request: TaskRequest; isPlanned: boolean } | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const outsideIds = preview?.outside_ids ?? [];
  /** @param keptIds the variants whose prices, entered by hand, stay entered */
  const leave = (keptIds: readonly string[]) => {
    edits.keep(keptIds);
    const removed = Object.fromEntries([...ruleNames, "check"].map((name) => [name, null]));
    void navigate(createPricesPath(params, removed), { preventScrollReset: true });
  };
  const changed = preview?.changed ?? 0;
  const canApply = isCurrent && changed > 0 && !edits.hasInvalid;
  return (
    <section
      aria-label={t("prices.new_prices")}
      className="sticky bottom-0 z-10 mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-edge bg-card px-4 py-3 shadow-overlay desk:px-6"
    >
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Calculator size={16} aria-hidden className="shrink-0" />
        {isCurrent && preview ? t("prices.changed_count", { count: changed }) : t("prices.calculating")}
      </p>
      <p className="min-w-0 grow basis-40 text-ink-2">
        {edits.hasInvalid ? <span className="text-beni-600">{t("prices.has_invalid")}</span> : null}
        {!edits.hasInvalid && isCurrent && outsideIds.length > 0 ? (
          <span className="text-yamabuki-800">{t("prices.outside_filter", { count: outsideIds.length })}</span>
        ) : null}
        {edits.hasInvalid || (isCurrent && outsideIds.length > 0) ? null : t("prices.undo_hint")}
      </p>
      <div className="flex w-full flex-wrap gap-2 *:grow desk:w-auto desk:*:grow-0">
        <Button size="md" kind="quiet" onClick={() => leave([])}>
          {t("prices.discard")}
        </Button>
        <Button
          size="md"
          icon={<CalendarClock size={16} aria-hidden />}
          disabled={!canApply}
          onClick={() => {
            if (preview) setTask({ request: createTask(request, preview), isPlanned: true });
          }}
        >
          {t("prices.plan")}
        </Button>
        <Button
          size="md"
          kind="primary"
          disabled={!canApply}
          onClick={() => {
            if (preview) setTask({ request: createTask(request, preview), isPlanned: false });
          }}
        >
          {t("prices.apply", { count: changed })}
        </Button>
      </div>
      {task ? (
        <TaskDialog
          request={task.request}
          {...(task.isPlanned ? { plan: { hint: t("prices.plan_hint") } } : {})}
          subjectKind="variant"
          title={t(task.isPlanned ? "prices.plan_title" : "prices.apply_title")}
          confirmLabel={task.isPlanned ? t("prices.plan_confirm") : t("prices.apply", { count: changed })}
          onStarted={() => setIsStarted(true)}
          onClose={() => {
            setTask(null);
            setIsStarted(false);
            if (isStarted) leave(outsideIds);
          }}
        />
      ) : null}
    </section>
  );
}

function createTask({ filter, ids, adjustment }: PricePreviewRequest, { selection }: PricePreview): TaskRequest {
  const list = { resource: "prices", filter: new URLSearchParams(filter).toString(), ...selection } as const;
  return { kind: "prices.adjust", selection: ids ? { ...list, ids } : list, input: adjustment };
}
