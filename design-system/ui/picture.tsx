import type { ReactNode } from "react";
import { preload } from "react-dom";

type ImageSizes = {
  src: string;
  srcset: string;
  srcset_avif: string;
  width: number;
  height: number;
};

type PictureProps = {
  /** An image in its available sizes; empty source sets are omitted. */
  image: ImageSizes;
  /** The rendered width, as in the `sizes` attribute. */
  sizes: string;
  /** Empty if the image is decorative. */
  alt?: string;
  /** Whether it is in the first viewport: loaded with high priority instead of lazily. */
  eager?: boolean | undefined;
  /** `low` for a secondary image of the first viewport: without it, the browser would load it before fonts. */
  fetchPriority?: "low" | undefined;
  className: string;
  /** The class of the `picture` element. */
  wrapperClass?: string;
  /**
   * Sources that take precedence, such as another image for another aspect ratio of the screen. The caller preloads the
   * images of an eager picture with sources.
   */
  children?: ReactNode;
};

/**
 * Requests the AVIF version of an image of the first viewport before the page's scripts; React does this by itself only
 * for an `img` outside of `picture`.
 * @param media the media query of the image's source, if it has one
 */
export function preloadImage(
  { src, srcset_avif }: Pick<ImageSizes, "src" | "srcset_avif">,
  sizes: string,
  media?: string,
): void {
  if (!srcset_avif) return;
  preload(src, {
    as: "image",
    type: "image/avif",
    imageSrcSet: srcset_avif,
    imageSizes: sizes,
    fetchPriority: "high",
    media,
  });
}

/** An image in AVIF for browsers that support it, and in a fallback format. */
export function Picture({
  image,
  sizes,
  alt = "",
  eager = false,
  fetchPriority,
  className,
  wrapperClass,
  children,
}: PictureProps) {
  if (eager && !children) preloadImage(image, sizes);
  return (
    <picture className={wrapperClass}>
      {children}
      {image.srcset_avif ? <source type="image/avif" srcSet={image.srcset_avif} sizes={sizes} /> : null}
      <img
        src={image.src}
        srcSet={image.srcset || undefined}
        sizes={sizes}
        alt={alt}
        width={image.width}
        height={image.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : fetchPriority}
        className={className}
      />
    </picture>
  );
}
