import { Crop, GripVertical, Trash2 } from "lucide-react";
import { useState, type DragEvent } from "react";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { hasStoreRatio, type PictureReference } from "./picture-references.ts";

type PictureTileProps = {
  picture: PictureReference;
  /** The width of the picture in pixels, if it is known. */
  width: number | undefined;
  place: { index: number; count: number };
  options: readonly { id: number; name: string }[];
  drag: {
    isDragged: boolean;
    isTarget: boolean;
    onDragStart: (event: DragEvent) => void;
    onDragEnter: () => void;
    onDragEnd: () => void;
  };
  isReadOnly: boolean;
  onMove: (to: number) => void;
  onOption: (optionId: number | null) => void;
  onCrop: () => void;
  onRemove: () => void;
};

const selectClass =
  "h-11 w-full min-w-0 rounded-md border border-control bg-card px-1.5 text-base desk:h-8 desk:text-xs";

/** A picture in the order of the product, with what can be done with it. */
export function PictureTile({ picture, width, place, options, drag, isReadOnly, ...actions }: PictureTileProps) {
  const { t } = useCatalogI18n();
  const { index, count } = place;
  const { isDragged, isTarget, ...dragHandlers } = drag;
  const [ratio, setRatio] = useState<{ width: number; height: number } | null>(null);
  const name = t("catalog.picture_name", { place: index + 1 });
  return (
    <li className={`grid min-w-0 content-start gap-1.5 ${isDragged ? "opacity-50" : ""}`}>
      <div
        {...(isReadOnly ? {} : { draggable: true, ...dragHandlers })}
        className={`group relative aspect-4/5 overflow-hidden rounded-md border bg-mist ${isTarget ? "border-focus ring-2 ring-focus" : "border-edge"} ${isReadOnly ? "" : "desk:cursor-grab"}`}
      >
        <img
          src={`/media/${picture.key}-160.jpg`}
          srcSet={`/media/${picture.key}-160.webp 160w${width !== undefined && width >= 320 ? `, /media/${picture.key}-320.webp 320w` : ""}`}
          sizes="132px"
          alt={name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio({ width: naturalWidth, height: naturalHeight })
          }
          className="size-full object-contain"
        />
        {isReadOnly ? null : (
          <span className="absolute top-1.5 left-1.5 hidden size-6 place-items-center rounded-sm bg-card text-ink-2 shadow-overlay desk:grid">
            <GripVertical size={14} aria-hidden />
          </span>
        )}
        {index === 0 ? (
          <span className="absolute bottom-1.5 left-1.5 rounded-sm bg-ink px-1.5 text-2xs leading-5 font-medium text-on-dark">
            {t("catalog.main_picture")}
          </span>
        ) : null}
        {ratio && !hasStoreRatio(ratio) ? (
          <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-yamabuki-50 px-1.5 text-2xs leading-5 text-yamabuki-800">
            {t("catalog.other_ratio")}
          </span>
        ) : null}
      </div>
      {options.length > 0 ? (
        <select
          aria-label={t("catalog.picture_option", { name })}
          disabled={isReadOnly}
          value={picture.optionId ?? ""}
          onChange={({ currentTarget: { value } }) => actions.onOption(value === "" ? null : Number(value))}
          className={selectClass}
        >
          <option value="">{t("catalog.common_picture")}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      ) : null}
      {isReadOnly ? null : (
        <div className="flex items-center">
          <select
            aria-label={t("catalog.picture_place", { name })}
            value={index}
            onChange={({ currentTarget: { value } }) => actions.onMove(Number(value))}
            className={`${selectClass} mr-auto w-14!`}
          >
            {Array.from({ length: count }, (_, to) => (
              <option key={to} value={to}>
                {to + 1}
              </option>
            ))}
          </select>
          <IconButton
            label={t("catalog.crop_picture", { name })}
            icon={<Crop size={16} aria-hidden />}
            onClick={actions.onCrop}
          />
          <IconButton
            label={t("catalog.remove_picture", { name })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={actions.onRemove}
          />
        </div>
      )}
    </li>
  );
}
