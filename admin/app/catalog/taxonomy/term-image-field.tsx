import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { FieldMessage } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useUploads } from "../pictures/use-uploads.ts";

type TermImageFieldProps = {
  name: string;
  label: string;
  /** The key of the stored image; empty without one. */
  initial: string;
  /** Called with whether a file is being uploaded: what is saved then would not have it. */
  onUploading: (isUploading: boolean) => void;
};

/** The image of a term: one file, which is uploaded when it is chosen. */
export function TermImageField({ name, label, initial, onUploading }: TermImageFieldProps) {
  const { t } = useCatalogI18n();
  const isHydrated = useHydrated();
  const [key, setKey] = useState(initial);
  const { uploads, add, dismiss } = useUploads((picture) => setKey(picture.key));
  const upload = uploads.at(-1);
  const isUploading = upload !== undefined && !upload.failure;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const getError = () => {
    if (!upload?.failure) return undefined;
    if (upload.failure === "lost") return [t("catalog.upload_lost")];
    return [upload.failure === "too_large" ? t("catalog.upload_too_large") : upload.failure.message];
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="text-xs font-medium">{label}</legend>
      <input type="hidden" name={name} value={key} />
      <div className="flex flex-wrap items-center gap-3">
        {key === "" ? null : (
          <img
            src={`/media/${key}-160.jpg`}
            alt={label}
            width={96}
            height={96}
            className="size-24 rounded-md border border-edge bg-mist object-contain"
          />
        )}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={!isHydrated}
          aria-label={t("taxonomy.choose_image")}
          onChange={({ currentTarget }) => {
            for (const { id } of uploads) dismiss(id);
            add([...(currentTarget.files ?? [])]);
          }}
          className="min-h-11 max-w-full text-xs desk:min-h-9"
        />
        {key === "" ? null : (
          <Button size="xs" kind="quiet" icon={<Trash2 size={14} aria-hidden />} onClick={() => setKey("")}>
            {t("taxonomy.remove_image")}
          </Button>
        )}
      </div>
      {isUploading ? (
        <ProgressBar label={t("catalog.uploading", { name: upload.name })} value={upload.progress} max={1} />
      ) : null}
      <FieldMessage id={name} hint={t("catalog.picture_limits")} errors={getError()} />
    </fieldset>
  );
}
