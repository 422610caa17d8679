import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ImageKey, ImageSources } from "../../media/image-sources.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Dialog } from "@furoshiki/design-system/ui/dialog.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

type GalleryZoomProps = {
  photos: readonly (ImageKey & ImageSources)[];
  getAlt: (index: number) => string;
  /** Passed as a property, because an import of shared code would be a file of its own on every product page. */
  scrollToImage: (strip: HTMLElement | null, index: number, behavior?: ScrollBehavior) => void;
  /** Index of the image shown first. */
  initialIndex: number;
  onClose: (index: number) => void;
};

const overlayClass = "absolute! bg-surface/90";

/** The images in full screen, side by side; a click doubles the size of an image, which can then be scrolled. */
export function GalleryZoom({ photos, getAlt, scrollToImage, initialIndex, onClose }: GalleryZoomProps) {
  const { t } = useI18n();
  const [index, setIndex] = useState(initialIndex);
  const [isZoomed, setZoomed] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => scrollToImage(strip.current, initialIndex, "instant"), [scrollToImage, initialIndex]);
  const show = (nextIndex: number) => {
    setZoomed(false);
    scrollToImage(strip.current, nextIndex);
  };
  useArrowKeys((step) => {
    if (!isZoomed) show(index + step);
  });
  const toggleZoom = () => setZoomed(!isZoomed);
  return (
    <Dialog
      open
      onClose={() => onClose(index)}
      shape="modal"
      label={t("product.zoom")}
      className="m-0! h-dvh! max-h-none! w-full! max-w-none! rounded-none! bg-surface"
    >
      <div className="relative size-full">
        <ul
          ref={strip}
          aria-label={t("product.photos")}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setIndex(Math.round(scrollLeft / clientWidth))}
          className={`flex size-full snap-x snap-mandatory overscroll-x-contain [scrollbar-width:none] ${isZoomed ? "overflow-hidden" : "overflow-x-auto"}`}
        >
          {photos.map((photo, photoIndex) => (
            <ZoomablePhoto
              key={photo.key}
              photo={photo}
              alt={getAlt(photoIndex)}
              isCurrent={photoIndex === index}
              isFirst={photoIndex === initialIndex}
              isZoomed={isZoomed}
              onToggleZoom={toggleZoom}
            />
          ))}
        </ul>
        <IconButton
          label={t("product.zoom_close")}
          icon={<X size={22} aria-hidden />}
          onClick={() => onClose(index)}
          className={`${overlayClass} top-3 right-3`}
        />
        <IconButton
          label={t(isZoomed ? "product.zoom_smaller" : "product.zoom_larger")}
          icon={isZoomed ? <ZoomOut size={22} aria-hidden /> : <ZoomIn size={22} aria-hidden />}
          onClick={toggleZoom}
          className={`${overlayClass} right-3 bottom-3`}
        />
        {photos.length > 1 ? <PhotoPager index={index} count={photos.length} onChange={show} /> : null}
      </div>
    </Dialog>
  );
}

/** Calls `onStep` with -1 or 1 when the left or right arrow key is pressed. */
function useArrowKeys(onStep: (step: -1 | 1) => void): void {
  const onArrowKey = useEffectEvent(onStep);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "ArrowLeft" || key === "ArrowRight") onArrowKey(key === "ArrowLeft" ? -1 : 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

type ZoomablePhotoProps = {
  photo: ImageKey & ImageSources;
  alt: string;
  isCurrent: boolean;
  /** Whether it is the image shown first. */
  isFirst: boolean;
  isZoomed: boolean;
  onToggleZoom: () => void;
};

/** An image of the strip; only the current one can be reached and is enlarged. */
function ZoomablePhoto({ photo, alt, isCurrent, isFirst, isZoomed, onToggleZoom }: ZoomablePhotoProps) {
  const { t } = useI18n();
  return (
    <li
      inert={!isCurrent}
      className={`grid size-full shrink-0 snap-start ${isZoomed && isCurrent ? "overflow-auto" : "place-items-center overflow-hidden"}`}
    >
      <button
        type="button"
        aria-label={t(isZoomed ? "product.zoom_smaller" : "product.zoom_larger")}
        onClick={onToggleZoom}
        className={isZoomed ? "cursor-zoom-out" : "cursor-zoom-in"}
      >
        <Picture
          image={photo}
          sizes={isZoomed ? "200vw" : "min(100vw, 80vh)"}
          alt={alt}
          eager={isFirst}
          className={isZoomed && isCurrent ? "w-[200dvw] max-w-none lg:w-[150dvw]" : "max-h-dvh w-auto max-w-full"}
        />
      </button>
    </li>
  );
}

/** Buttons to the previous and next image, and the number of the current one. */
function PhotoPager({ index, count, onChange }: { index: number; count: number; onChange: (index: number) => void }) {
  const { t } = useI18n();
  return (
    <>
      <IconButton
        label={t("product.zoom_previous")}
        icon={<ChevronLeft size={22} aria-hidden />}
        disabled={index === 0}
        onClick={() => onChange(index - 1)}
        className={`${overlayClass} top-1/2 left-3`}
      />
      <IconButton
        label={t("product.zoom_next")}
        icon={<ChevronRight size={22} aria-hidden />}
        disabled={index === count - 1}
        onClick={() => onChange(index + 1)}
        className={`${overlayClass} top-1/2 right-3`}
      />
      <p role="status" className="num absolute bottom-5 left-4 rounded-full bg-surface/90 px-3 py-1 text-xs text-ink-2">
        {`${index + 1} / ${count}`}
      </p>
    </>
  );
}
