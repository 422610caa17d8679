import { ImagePlus, LoaderCircle, X } from "lucide-react";
import { useId, useState } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { type UploadedPhoto, uploadPhoto } from "./upload-photo.ts";

type PhotosFieldProps = {
  uploaded: readonly UploadedPhoto[];
  /** Path to which photos are sent, without the locale prefix. */
  uploadPath?: string;
  max?: number;
};

/** Photos, each uploaded when it is selected; the form submits their ids. */
export function PhotosField({ uploaded, uploadPath = "/profile/photos", max = 4 }: PhotosFieldProps) {
  const { t, to } = useAccountI18n();
  const id = useId();
  const [photos, setPhotos] = useState(uploaded);
  const [pendingUploads, setPendingUploads] = useState(0);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const remaining = max - photos.length - pendingUploads;
  const upload = async (files: File[]) => {
    setErrorMessage(files.length > remaining ? t("feedback.photos_most", { count: max }) : null);
    for (const file of files.slice(0, remaining)) {
      setPendingUploads((count) => count + 1);
      const result = await uploadPhoto(to(uploadPath), file);
      setPendingUploads((count) => count - 1);
      if ("photo" in result)
        setPhotos((current) => [...current.filter(({ id }) => id !== result.photo.id), result.photo]);
      else setErrorMessage(result.message ?? t("feedback.photo_failed"));
    }
  };
  return (
    <div className="scriptless:hidden">
      <p className="text-sm font-medium text-ink">{t("feedback.photos")}</p>
      <ul className="mt-2 flex flex-wrap gap-3 empty:hidden">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative">
            <input type="hidden" name="photos" value={photo.id} />
            <img
              src={photo.src}
              alt={t("feedback.photo", { number: index + 1 })}
              width={96}
              height={96}
              className="size-24 rounded-xs bg-mist object-cover"
            />
            <IconButton
              label={t("feedback.photo_remove", { number: index + 1 })}
              icon={<X size={16} aria-hidden />}
              onClick={() => setPhotos((current) => current.filter(({ id }) => id !== photo.id))}
              className="absolute! top-1 right-1 size-8! rounded-full bg-surface/90"
            />
          </li>
        ))}
      </ul>
      <label
        htmlFor={id}
        className={`mt-2 w-fit has-focus-visible:outline-2 has-focus-visible:outline-focus ${remaining > 0 ? buttonClass({ kind: "outline", className: "cursor-pointer" }) : "hidden"}`}
      >
        {pendingUploads > 0 ? (
          <LoaderCircle size={18} aria-hidden className="animate-spin motion-reduce:animate-none" />
        ) : (
          <ImagePlus size={18} strokeWidth={1.5} aria-hidden />
        )}
        {t(pendingUploads > 0 ? "feedback.photo_sending" : "feedback.photo_add")}
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          disabled={pendingUploads > 0}
          onChange={(event) => {
            void upload([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
          className="sr-only"
        />
      </label>
      <p role="status" className={`mt-1.5 text-sm ${errorMessage ? "text-beni-600" : "text-ink-3"}`}>
        {errorMessage ?? t("feedback.photos_hint", { count: max })}
      </p>
    </div>
  );
}
