import { CircleAlert, X } from "lucide-react";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { Upload } from "./use-uploads.ts";

/** A file that is being uploaded, or why it could not be. */
export function UploadTile({
  upload: { name, progress, failure },
  onDismiss,
}: {
  upload: Upload;
  onDismiss: () => void;
}) {
  const { t, format } = useCatalogI18n();
  const getText = () => {
    if (failure === "lost") return t("catalog.upload_lost");
    if (failure === "too_large") return t("catalog.upload_too_large");
    return failure?.message ?? "";
  };
  return (
    <li className="grid min-w-0 content-start gap-1.5">
      <div
        className={`grid aspect-4/5 content-center gap-2 rounded-md p-2.5 text-center text-xs ${failure ? "bg-beni-50 text-beni-700" : "bg-mist text-ink-2"}`}
      >
        {failure ? (
          <p role="alert" className="grid justify-items-center gap-1.5">
            <CircleAlert size={18} aria-hidden />
            {getText()}
          </p>
        ) : (
          <>
            <ProgressBar label={t("catalog.uploading", { name })} value={progress} max={1} />
            <span className="tabular-nums">
              {progress < 1 ? format.percent(progress) : t("catalog.upload_processed")}
            </span>
          </>
        )}
      </div>
      <span className="truncate text-2xs text-ink-3" title={name}>
        {name}
      </span>
      {failure ? (
        <Button size="xs" kind="quiet" icon={<X size={14} aria-hidden />} onClick={onDismiss}>
          {t("catalog.dismiss_upload")}
        </Button>
      ) : null}
    </li>
  );
}
