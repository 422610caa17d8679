import { LoaderCircle } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { StationError } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import { useCamera } from "./use-camera.ts";

/** Scans with the camera of the device, for stations without a hand scanner. */
export function CameraScanner({ onScan, onClose }: { onScan: (code: string) => void; onClose: () => void }) {
  const { t } = useStationTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [lastCode, setLastCode] = useState<string | null>(null);
  const [state, restart] = useCamera(video, (code) => {
    setLastCode(code);
    onScan(code);
  });
  const hasFailed = state !== "starting" && state !== "scanning";
  return (
    <section aria-label={t("camera")} className="grid gap-3">
      <StationError>{hasFailed ? t(`camera_${state}`) : null}</StationError>
      <div className="flex flex-wrap items-center gap-4">
        <video
          ref={video}
          muted
          playsInline
          hidden={state !== "scanning"}
          aria-label={t("camera_picture")}
          className="aspect-video w-full max-w-80 rounded-lg bg-mist object-cover"
        />
        <div className="grid grow basis-60 content-start gap-3">
          {state === "starting" ? (
            <p className="flex items-center gap-3 text-ink-2">
              <LoaderCircle size={24} aria-hidden className="shrink-0 animate-spin" /> {t("camera_starting")}
            </p>
          ) : null}
          {state === "scanning" ? <p className="text-ink-2">{t("camera_hint")}</p> : null}
          <p role="status">
            {lastCode === null ? null : (
              <>
                {t("scanned")}: <span className="code font-medium">{lastCode}</span>
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            {hasFailed ? (
              <Button size="xl" onClick={restart}>
                {t("camera_restart")}
              </Button>
            ) : null}
            <Button size="xl" kind="quiet" onClick={onClose}>
              {t("camera_close")}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
