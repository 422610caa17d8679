import { ImagePlus } from "lucide-react";
import { lazy, use, useState, type DragEvent } from "react";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FieldMessage } from "../../ui/field.tsx";
import { LazyDialog } from "../../ui/lazy-dialog.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ProductFormContext, Unconflicted, useFieldErrors } from "../product-fields.tsx";
import { PictureTile } from "./picture-tile.tsx";
import { UploadTile } from "./upload-tile.tsx";
import { usePictureField } from "./use-picture-field.ts";
import { useUploads } from "./use-uploads.ts";

const CropDialog = lazy(async () => ({ default: (await import("./crop-dialog.tsx")).CropDialog }));

const UPLOAD_TYPES = "image/jpeg,image/png,image/webp";

/** The pictures of a product: uploaded several at once, ordered, assigned to options, and cropped. */
export function PicturesCard({ product }: { product: ProductDetail }) {
  const { t, locale } = useCatalogI18n();
  const { initial, isReadOnly } = use(ProductFormContext);
  const { pictures, field, ...actions } = usePictureField(initial.pictures ?? "");
  // The pictures that were uploaded or cropped since the page was loaded, with their widths.
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const addWidth = ({ key, width }: { key: string; width: number }) =>
    setWidths((known) => new Map([...known, [key, width]]));
  const { uploads, add, dismiss } = useUploads((picture) => {
    addWidth(picture);
    actions.add(picture.key);
  });
  const isUploading = uploads.some(({ failure }) => failure === null);
  const [cropped, setCropped] = useState<string | null>(null);
  const [moved, setMoved] = useState("");
  const drag = usePictureDrag(actions.move, add);
  const errors = useFieldErrors("pictures");
  const options = product.variants
    .filter(({ option_id }) => option_id > 0)
    .map(({ option_id, fields }) => ({ id: option_id, name: locale === "ru-RU" ? fields.name_ru : fields.name_en }));
  const findWidth = (key: string) => widths.get(key) ?? product.pictures.find((one) => one.key === key)?.width;
  return (
    <Card title={t("catalog.pictures")} note={isReadOnly ? undefined : t("catalog.pictures_hint")}>
      <Unconflicted name="pictures">
        <textarea {...field} hidden readOnly name="pictures" data-field="" aria-label={t("catalog.pictures")} />
        {pictures.length === 0 && uploads.length === 0 ? (
          <p className="mb-3 text-ink-2">{t("catalog.no_pictures")}</p>
        ) : null}
        <ul
          {...(isReadOnly ? {} : drag.list)}
          className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,8.25rem)]"
          aria-label={t("catalog.pictures")}
        >
          {pictures.map((picture, index) => (
            <PictureTile
              key={picture.key}
              picture={picture}
              width={findWidth(picture.key)}
              place={{ index, count: pictures.length }}
              options={options}
              drag={drag.getTileProps(index)}
              isReadOnly={isReadOnly}
              onMove={(to) => {
                actions.move(index, to);
                setMoved(t("catalog.picture_moved", { place: to + 1, count: pictures.length }));
              }}
              onOption={(optionId) => actions.setOption(picture.key, optionId)}
              onCrop={() => setCropped(picture.key)}
              onRemove={() => actions.remove(picture.key)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
          ))}
          {isReadOnly ? null : (
            <li>
              <AddTile onFiles={add} />
            </li>
          )}
        </ul>
        <FieldMessage id="pictures" errors={errors} />
        {isUploading ? <PendingUploads /> : null}
      </Unconflicted>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {cropped === null ? null : (
        <LazyDialog onClose={() => setCropped(null)}>
          <CropDialog
            pictureKey={cropped}
            width={findWidth(cropped)}
            onClose={() => setCropped(null)}
            onCropped={(picture) => {
              addWidth(picture);
              actions.replace(cropped, picture.key);
              setCropped(null);
            }}
          />
        </LazyDialog>
      )}
    </Card>
  );
}

/** Keeps the form from being saved without the pictures that are being uploaded. */
function PendingUploads() {
  const { t } = useCatalogI18n();
  return (
    <input
      ref={(field) => field?.setCustomValidity(t("catalog.uploads_pending"))}
      defaultValue=""
      aria-hidden
      tabIndex={-1}
      className="sr-only"
    />
  );
}

/** The last tile: files are dropped on it or chosen. */
function AddTile({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { t } = useCatalogI18n();
  const isHydrated = useHydrated();
  return (
    <div className="relative grid aspect-4/5 place-content-center justify-items-center gap-2 rounded-md border border-dashed border-line-strong p-2 text-center text-xs text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <ImagePlus size={22} strokeWidth={1.5} aria-hidden />
      <span className="hidden desk:block">{t("catalog.pictures_drop")}</span>
      <span className={buttonClass({ size: "xs" })} aria-hidden>
        {t("catalog.choose_files")}
      </span>
      <span id="picture-limits" className="text-2xs text-ink-3">
        {t("catalog.picture_limits")}
      </span>
      <input
        type="file"
        multiple
        accept={UPLOAD_TYPES}
        disabled={!isHydrated}
        aria-label={t("catalog.choose_pictures")}
        aria-describedby="picture-limits"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
        // It is over the whole tile, on which files are dropped.
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}

/** Orders pictures by dragging them with a mouse, and takes files that are dropped between them. */
function usePictureDrag(onMove: (from: number, to: number) => void, onFiles: (files: Iterable<File>) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const stop = () => {
    setDragged(null);
    setTarget(null);
  };
  const accept = (event: DragEvent) => {
    if (dragged !== null || event.dataTransfer.types.includes("Files")) event.preventDefault();
  };
  return {
    list: {
      onDragOver: accept,
      onDrop: (event: DragEvent) => {
        accept(event);
        if (dragged === null) onFiles(event.dataTransfer.files);
        else if (target !== null && target !== dragged) onMove(dragged, target);
        stop();
      },
    },
    getTileProps: (index: number) => ({
      isDragged: index === dragged,
      isTarget: index === target && index !== dragged,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        setDragged(index);
      },
      onDragEnter: () => {
        if (dragged !== null) setTarget(index);
      },
      onDragEnd: stop,
    }),
  };
}
