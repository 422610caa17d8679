import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { ImportDetail } from "@furoshiki/api/admin/imports";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { ActionForm } from "./bottom-bar.tsx";

/** How often the page asks how far a step is, in milliseconds. */
const INTERVAL_MS = 1500;

/** A step that the worker executes. */
export function ProgressView({ detail }: { detail: ImportDetail }) {
  const { t, format } = useCatalogI18n();
  const { revalidate } = useRevalidator();
  const { status, progress, lines, is_cancel_requested: isStopping } = detail;
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  const title = t(
    `imports.running_${status === "applying" ? "applying" : status === "undoing" ? "undoing" : "checking"}`,
  );
  return (
    <Card title={title}>
      <div className="grid max-w-xl gap-3">
        <ProgressBar label={title} value={progress} max={Math.max(lines ?? 0, progress, 1)} />
        <p role="status" className="text-ink-2 tabular-nums">
          {progress === 0 ? t("imports.starting") : t("imports.lines_read", { lines: format.number(progress) })}
        </p>
        <p className="text-xs text-ink-3">{t("imports.may_leave")}</p>
        {status === "checking" ? (
          <ActionForm intent="cancel">
            <Button type="submit" busy={isStopping}>
              {t("imports.stop")}
            </Button>
          </ActionForm>
        ) : null}
      </div>
    </Card>
  );
}
