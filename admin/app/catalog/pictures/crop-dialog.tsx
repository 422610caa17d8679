import { useRef, useState, type PointerEvent } from "react";
import type { AddedPicture } from "@furoshiki/api/admin/catalog-admin/pictures";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { fillFrame, getFrame, moveFrame, toCropArea, type Framing } from "./crop-frame.ts";
import { cropPicture } from "./picture-api.ts";

type CropDialogProps = {
  pictureKey: string;
  /** The width of the picture in pixels, if it is known. */
  width: number | undefined;
  onClose: () => void;
  onCropped: (picture: AddedPicture) => void;
};
type Size = Readonly<{ width: number; height: number }>;

/** The widths of pictures that a browser loads, in pixels. */
const widths = [160, 320, 480, 640, 800];

/** Chooses the part of a picture that the frame of the store shows, with the mouse or the keyboard. */
export function CropDialog({ pictureKey, width = 0, onClose, onCropped }: CropDialogProps) {
  const { t } = useCatalogI18n();
  const [size, setSize] = useState<Size | null>(null);
  const [framing, setFraming] = useState<Framing | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const path = `/media/${pictureKey}-${widths.findLast((candidate) => candidate <= width) ?? widths[0]}.jpg`;
  const crop = async () => {
    if (!size || !framing) return;
    setIsBusy(true);
    const outcome = await cropPicture(pictureKey, toCropArea(size, getFrame(size, framing)));
    setIsBusy(false);
    if ("picture" in outcome) onCropped(outcome.picture);
    else setFailure(outcome.message ?? t("catalog.upload_lost"));
  };
  return (
    <Dialog title={t("catalog.crop_title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <div className="grid gap-4">
        {size && framing ? (
          <div className="grid gap-4 desk:grid-cols-[15rem_1fr]">
            <FramedPicture {...{ path, size, framing }} onChange={setFraming} />
            <div className="grid content-start gap-3">
              <p className="text-ink-2">{t("catalog.crop_hint")}</p>
              {(["zoom", "horizontal", "vertical"] as const).map((name) => (
                <label key={name} className="grid gap-1 text-xs font-medium">
                  {t(`catalog.crop_${name}`)}
                  <input
                    type="range"
                    min={0}
                    max={1}
                    step={0.01}
                    value={framing[name]}
                    onChange={({ currentTarget }) => setFraming({ ...framing, [name]: Number(currentTarget.value) })}
                    className="h-11 w-full accent-tokiwa-700 desk:h-7"
                  />
                </label>
              ))}
            </div>
          </div>
        ) : (
          // Its natural size has the ratio of the picture.
          <img
            src={path}
            alt=""
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height });
              setFraming(fillFrame({ width, height }));
            }}
            onError={() => setFailure(t("catalog.upload_lost"))}
            className="h-75 justify-self-center object-contain"
          />
        )}
        {failure === null ? null : <Note tone="error">{failure}</Note>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="md" kind="quiet" onClick={onClose}>
            {t("catalog.crop_cancel")}
          </Button>
          <Button size="md" kind="primary" busy={isBusy} disabled={framing === null} onClick={() => void crop()}>
            {t("catalog.crop_apply")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type FramedPictureProps = {
  path: string;
  size: Size;
  framing: Framing;
  onChange: (framing: Framing) => void;
};

/** The part that is kept. It is moved by dragging; what is outside of the picture is filled by the API. */
function FramedPicture({ path, size, framing, onChange }: FramedPictureProps) {
  const { t } = useCatalogI18n();
  const { x, y, width, height } = getFrame(size, framing);
  const last = useRef<{ x: number; y: number } | null>(null);
  const move = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    if (!last.current) return;
    const scale = width / currentTarget.getBoundingClientRect().width;
    onChange(
      moveFrame(size, framing, { x: (last.current.x - clientX) * scale, y: (last.current.y - clientY) * scale }),
    );
    last.current = { x: clientX, y: clientY };
  };
  const stop = () => {
    last.current = null;
  };
  return (
    <svg
      role="img"
      aria-label={t("catalog.crop_preview")}
      viewBox={`${x} ${y} ${width} ${height}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      className="aspect-4/5 w-full max-w-60 cursor-move touch-none justify-self-center rounded-md border border-edge bg-mist"
    >
      <image href={path} width={size.width} height={size.height} preserveAspectRatio="none" />
    </svg>
  );
}
