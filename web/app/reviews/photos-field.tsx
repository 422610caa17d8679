import { ImagePlus, LoaderCircle, X } from "lucide-react";
import { useId, useState } from "react";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { type SentPhoto, sendPhoto } from "./send-photo.ts";

const MOST = 4;

/** Up to four photographs, each sent when it is chosen; the form carries their numbers. */
export function PhotosField({ sent }: { sent: readonly SentPhoto[] }) {
  const { t, to } = useShop();
  const id = useId();
  const [photos, setPhotos] = useState(sent);
  const [underWay, setUnderWay] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const left = MOST - photos.length - underWay;
  const send = async (files: File[]) => {
    setRefusal(files.length > left ? t("opinion.photos_most", { count: MOST }) : null);
    for (const file of files.slice(0, left)) {
      setUnderWay((count) => count + 1);
      const answer = await sendPhoto(to("/profile/photos"), file);
      setUnderWay((count) => count - 1);
      if ("photo" in answer) setPhotos((now) => [...now.filter((one) => one.id !== answer.photo.id), answer.photo]);
      else setRefusal(answer.message ?? t("opinion.photo_failed"));
    }
  };
  return (
    <div className="scriptless:hidden">
      <p className="text-sm font-medium text-ink">{t("opinion.photos")}</p>
      <ul className="mt-2 flex flex-wrap gap-3 empty:hidden">
        {photos.map((photo, at) => (
          <li key={photo.id} className="relative">
            <input type="hidden" name="photos" value={photo.id} />
            <img
              src={photo.src}
              alt={t("opinion.photo", { number: at + 1 })}
              width={96}
              height={96}
              className="size-24 rounded-xs bg-mist object-cover"
            />
            <IconButton
              label={t("opinion.photo_remove", { number: at + 1 })}
              icon={<X size={16} aria-hidden />}
              onClick={() => setPhotos((now) => now.filter((one) => one.id !== photo.id))}
              className="absolute! top-1 right-1 size-8! rounded-full bg-surface/90"
            />
          </li>
        ))}
      </ul>
      <label
        htmlFor={id}
        className={`mt-2 w-fit has-focus-visible:outline-2 has-focus-visible:outline-focus ${left > 0 ? buttonClass({ kind: "outline", className: "cursor-pointer" }) : "hidden"}`}
      >
        {underWay > 0 ? (
          <LoaderCircle size={18} aria-hidden className="animate-spin motion-reduce:animate-none" />
        ) : (
          <ImagePlus size={18} strokeWidth={1.5} aria-hidden />
        )}
        {t(underWay > 0 ? "opinion.photo_sending" : "opinion.photo_add")}
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          disabled={underWay > 0}
          onChange={(event) => {
            void send([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
          className="sr-only"
        />
      </label>
      <p role="status" className={`mt-1.5 text-sm ${refusal ? "text-beni-600" : "text-ink-3"}`}>
        {refusal ?? t("opinion.photos_hint", { count: MOST })}
      </p>
    </div>
  );
}
