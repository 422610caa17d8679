import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PictureKey, PictureSources } from "../lib/picture.ts";
import { useShop } from "../lib/shop.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Picture } from "../ui/picture.tsx";

type GalleryZoomProps = {
  photos: readonly (PictureKey & PictureSources)[];
  altOf: (index: number) => string;
  /** The one that is in view at first. */
  start: number;
  onClose: (at: number) => void;
};

const OVER = "absolute! bg-surface/90";

/** The pictures as large as the screen, side by side; a press makes one twice as large, and it is moved by scrolling. */
export function GalleryZoom({ photos, altOf, start, onClose }: GalleryZoomProps) {
  const { t } = useShop();
  const [at, setAt] = useState(start);
  const [isLarge, setLarge] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => showIn(strip, start, "instant"), [start]);
  const show = (index: number) => {
    setLarge(false);
    showIn(strip, index);
  };
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (isLarge || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
      setLarge(false);
      showIn(strip, at + (key === "ArrowLeft" ? -1 : 1));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [at, isLarge]);
  return (
    <Dialog
      open
      onClose={() => onClose(at)}
      shape="modal"
      label={t("product.zoom")}
      className="m-0! h-dvh! max-h-none! w-full! max-w-none! rounded-none! bg-surface"
    >
      <div className="relative size-full">
        <ul
          ref={strip}
          aria-label={t("product.photos")}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
          className={`flex size-full snap-x snap-mandatory overscroll-x-contain [scrollbar-width:none] ${isLarge ? "overflow-hidden" : "overflow-x-auto"}`}
        >
          {photos.map((photo, index) => (
            <li
              key={photo.key}
              inert={index !== at}
              className={`grid size-full shrink-0 snap-start ${isLarge && index === at ? "overflow-auto" : "place-items-center overflow-hidden"}`}
            >
              <button
                type="button"
                aria-label={t(isLarge ? "product.zoom_smaller" : "product.zoom_larger")}
                onClick={() => setLarge(!isLarge)}
                className={isLarge ? "cursor-zoom-out" : "cursor-zoom-in"}
              >
                <Picture
                  image={photo}
                  sizes={isLarge ? "200vw" : "min(100vw, 80vh)"}
                  alt={altOf(index)}
                  eager={index === start}
                  className={
                    isLarge && index === at ? "w-[200dvw] max-w-none lg:w-[150dvw]" : "max-h-dvh w-auto max-w-full"
                  }
                />
              </button>
            </li>
          ))}
        </ul>
        <IconButton
          label={t("product.zoom_close")}
          icon={<X size={22} aria-hidden />}
          onClick={() => onClose(at)}
          className={`${OVER} top-3 right-3`}
        />
        <IconButton
          label={t(isLarge ? "product.zoom_smaller" : "product.zoom_larger")}
          icon={isLarge ? <ZoomOut size={22} aria-hidden /> : <ZoomIn size={22} aria-hidden />}
          onClick={() => setLarge(!isLarge)}
          className={`${OVER} right-3 bottom-3`}
        />
        {photos.length > 1 ? (
          <>
            <IconButton
              label={t("product.zoom_previous")}
              icon={<ChevronLeft size={22} aria-hidden />}
              disabled={at === 0}
              onClick={() => show(at - 1)}
              className={`${OVER} top-1/2 left-3`}
            />
            <IconButton
              label={t("product.zoom_next")}
              icon={<ChevronRight size={22} aria-hidden />}
              disabled={at === photos.length - 1}
              onClick={() => show(at + 1)}
              className={`${OVER} top-1/2 right-3`}
            />
            <p
              role="status"
              className="num absolute bottom-5 left-4 rounded-full bg-surface/90 px-3 py-1 text-xs text-ink-2"
            >
              {`${at + 1} / ${photos.length}`}
            </p>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function showIn({ current }: RefObject<HTMLElement | null>, index: number, behavior?: ScrollBehavior): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  current?.scrollTo({ left: index * current.clientWidth, behavior: behavior ?? (isStill ? "instant" : "smooth") });
}
