import { Maximize2 } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { preload } from "react-dom";
import { Part } from "../lib/part.tsx";
import { sourcesOf, type PictureKey } from "../lib/picture.ts";
import { useShop } from "../lib/shop.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Picture } from "../ui/picture.tsx";

const SIZES = "(min-width: 1280px) 560px, (min-width: 1024px) 42vw, (min-width: 768px) 48vw, 100vw";
const photoWidths = [480, 640, 800, 1200, 1600];
const thumbnailWidths = [160, 320];

const GalleryZoom = lazy(async () => ({ default: (await import("./gallery-zoom.tsx")).GalleryZoom }));

type GalleryProps = {
  images: readonly PictureKey[];
  /** Of the product: what every picture shows. */
  name: string;
  discount: string | null;
};

/**
 * The product's pictures side by side, one in view: phones swipe, thumbnails are links to each, so all of it
 * works without a script.
 */
export function Gallery({ images, name, discount }: GalleryProps) {
  const { t } = useShop();
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState<number | null>(null);
  const photos = images.map((image) => ({ ...image, ...sourcesOf(image, photoWidths) }));
  const [first] = photos;
  // Known before the page is read as far as the picture.
  if (first)
    preload(first.src, {
      as: "image",
      type: "image/avif",
      imageSrcSet: first.srcset_avif,
      imageSizes: SIZES,
      fetchPriority: "high",
    });
  const altOf = (index: number) => (index === 0 ? name : t("product.photo_of", { name, number: index + 1 }));
  const show = (index: number, behavior?: ScrollBehavior) => {
    const { current } = strip;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    current?.scrollTo({ left: index * current.clientWidth, behavior: behavior ?? (isStill ? "instant" : "smooth") });
  };
  return (
    <div className="min-w-0 lg:grid lg:grid-cols-[84px_minmax(0,1fr)] lg:items-start lg:gap-4">
      <div className="relative -mx-4 md:mx-0 lg:order-2">
        <ul
          ref={strip}
          onScroll={(event) => setAt(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] lg:rounded-xs"
          aria-label={t("product.photos")}
        >
          {photos.map((image, index) => (
            <li key={image.key} id={`photo-${index + 1}`} className="w-full shrink-0 snap-start">
              <a
                href={image.src}
                data-document=""
                aria-label={t("product.zoom_number", { number: index + 1 })}
                onClick={(event) => {
                  event.preventDefault();
                  setZoomed(index);
                }}
                className="block cursor-zoom-in"
              >
                <Picture
                  image={image}
                  sizes={SIZES}
                  alt={altOf(index)}
                  eager={index === 0}
                  className="aspect-4/5 w-full bg-mist object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
        {discount ? (
          <span className="fold-tag num absolute top-5 left-0 flex h-8 items-center bg-tag pl-3 text-sm font-semibold text-white">
            <span className="sr-only">{t("card.discount")} </span>
            {discount}
          </span>
        ) : null}
        <IconButton
          label={t("product.zoom")}
          icon={<Maximize2 size={20} strokeWidth={1.5} aria-hidden />}
          onClick={() => setZoomed(at)}
          className="absolute! right-3 bottom-3 bg-surface/90 scriptless:hidden"
        />
        {images.length > 1 ? (
          <span className="num absolute bottom-4 left-4 rounded-full bg-surface/90 px-3 py-1 text-xs text-ink-2 lg:hidden scriptless:hidden">
            {`${at + 1} / ${images.length}`}
          </span>
        ) : null}
      </div>
      {images.length > 1 ? (
        <ul className="mt-3 flex gap-2 lg:order-1 lg:mt-0 lg:flex-col lg:gap-3">
          {images.map((image, index) => (
            <li key={image.key} className="w-16 lg:w-auto">
              <a
                href={`#photo-${index + 1}`}
                aria-label={t("product.photo", { number: index + 1 })}
                aria-current={index === at ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(index);
                }}
                className={`block overflow-hidden rounded-xs ${index === at ? "outline-2 outline-offset-2 outline-tokiwa-700" : "hover:brightness-95"}`}
              >
                <Thumbnail image={image} />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {zoomed === null ? null : (
        <Part>
          <GalleryZoom
            photos={photos}
            altOf={altOf}
            start={zoomed}
            onClose={(last) => {
              setZoomed(null);
              show(last, "instant");
            }}
          />
        </Part>
      )}
    </div>
  );
}

function Thumbnail({ image }: { image: PictureKey }) {
  const { src, srcset } = sourcesOf(image, thumbnailWidths);
  return (
    <img
      src={src}
      srcSet={srcset}
      sizes="(min-width: 1024px) 84px, 64px"
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      className="aspect-4/5 w-full bg-mist object-cover"
    />
  );
}
