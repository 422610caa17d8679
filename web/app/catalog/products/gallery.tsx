import { Maximize2 } from "lucide-react";
import { lazy, useRef, useState, type ReactNode } from "react";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { getImageSources, type ImageKey } from "../../media/image-sources.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

const SIZES = "(min-width: 1280px) 560px, (min-width: 1024px) 42vw, (min-width: 768px) 48vw, 100vw";
const photoWidths = [480, 640, 800, 1200, 1600];
const thumbnailWidths = [160, 320];

const GalleryZoom = lazy(async () => ({ default: (await import("./gallery-zoom.tsx")).GalleryZoom }));

type GalleryProps = {
  images: readonly ImageKey[];
  /** Product name, used in alternative texts. */
  name: string;
  discount: string | null;
  /** The wishlist button, which phones show on the picture. */
  children: ReactNode;
};

/**
 * The product images in a scroll-snap strip: phones swipe, and thumbnails are links to each image, so all of it works
 * without scripts.
 */
export function Gallery({ images, name, discount, children }: GalleryProps) {
  const { t } = useI18n();
  const strip = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [zoomedIndex, setZoomedIndex] = useState<number | null>(null);
  const photos = images.map((image) => ({ ...image, ...getImageSources(image, photoWidths) }));
  const getAlt = (index: number) => (index === 0 ? name : t("product.photo_of", { name, number: index + 1 }));
  return (
    <div className="min-w-0 lg:grid lg:grid-cols-[84px_minmax(0,1fr)] lg:items-start lg:gap-4">
      <div className="relative -mx-4 md:mx-0 lg:order-2">
        <ul
          ref={strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrentIndex(Math.round(scrollLeft / clientWidth))
          }
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] lg:rounded-xs"
          aria-label={t("product.photos")}
        >
          {photos.map((image, index) => (
            <li key={image.key} id={`photo-${index + 1}`} className="w-full shrink-0 snap-start">
              <a
                href={image.src}
                aria-label={t("product.zoom_number", { number: index + 1 })}
                onClick={(event) => {
                  event.preventDefault();
                  setZoomedIndex(index);
                }}
                className="block cursor-zoom-in"
              >
                <Picture
                  image={image}
                  sizes={SIZES}
                  alt={getAlt(index)}
                  eager={index === 0}
                  className="product-picture w-full bg-mist"
                />
              </a>
            </li>
          ))}
        </ul>
        {discount ? (
          <span className="discount-tag num absolute top-5 left-0 flex h-8 items-center bg-tag pl-3 text-sm font-semibold text-white">
            <span className="sr-only">{t("card.discount")} </span>
            {discount}
          </span>
        ) : null}
        <IconButton
          label={t("product.zoom")}
          icon={<Maximize2 size={20} strokeWidth={1.5} aria-hidden />}
          onClick={() => setZoomedIndex(currentIndex)}
          className="absolute! right-3 bottom-3 bg-surface/90 max-md:hidden scriptless:hidden"
        />
        <div className="absolute top-2 right-2 flex rounded-full bg-white/90 md:hidden">{children}</div>
        {images.length > 1 ? (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-1.5 md:hidden scriptless:hidden"
          >
            {images.map((image, index) => (
              <i
                key={image.key}
                className={`h-1.5 rounded-full ${index === currentIndex ? "w-5 bg-on-theme" : "w-1.5 bg-on-theme/40"}`}
              />
            ))}
          </span>
        ) : null}
      </div>
      {images.length > 1 ? (
        <Thumbnails
          images={images}
          currentIndex={currentIndex}
          onSelect={(index) => scrollToImage(strip.current, index)}
        />
      ) : null}
      {zoomedIndex === null ? null : (
        <SectionBoundary>
          <GalleryZoom
            photos={photos}
            getAlt={getAlt}
            scrollToImage={scrollToImage}
            initialIndex={zoomedIndex}
            onClose={(lastIndex) => {
              setZoomedIndex(null);
              scrollToImage(strip.current, lastIndex, "instant");
            }}
          />
        </SectionBoundary>
      )}
    </div>
  );
}

/**
 * Scrolls a strip of images, each as wide as the strip, to one of them.
 * @param behavior by default smooth, or instant if the visitor prefers reduced motion
 */
function scrollToImage(strip: HTMLElement | null, index: number, behavior?: ScrollBehavior): void {
  const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  strip?.scrollTo({
    left: index * strip.clientWidth,
    behavior: behavior ?? (prefersReducedMotion ? "instant" : "smooth"),
  });
}

type ThumbnailsProps = { images: readonly ImageKey[]; currentIndex: number; onSelect: (index: number) => void };

/** A link to each image. */
function Thumbnails({ images, currentIndex, onSelect }: ThumbnailsProps) {
  const { t } = useI18n();
  return (
    <ul className="mt-3 hidden gap-2 md:flex lg:order-1 lg:mt-0 lg:flex-col lg:gap-3">
      {images.map((image, index) => (
        <li key={image.key} className="w-16 lg:w-auto">
          <a
            href={`#photo-${index + 1}`}
            aria-label={t("product.photo", { number: index + 1 })}
            aria-current={index === currentIndex ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault();
              onSelect(index);
            }}
            className={`block overflow-hidden rounded-xs ${index === currentIndex ? "outline-2 outline-offset-2 outline-tokiwa-700" : "hover:brightness-95"}`}
          >
            <Thumbnail image={image} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ image }: { image: ImageKey }) {
  const { src, srcset } = getImageSources(image, thumbnailWidths);
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
