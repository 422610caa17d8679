import type { ReactNode } from "react";

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
  className: string;
  /** The class of the `picture` element. */
  wrapperClass?: string;
  /** Sources that take precedence, such as another image for another aspect ratio of the screen. */
  children?: ReactNode;
};

/** An image in AVIF for browsers that support it, and in a fallback format. */
export function Picture({ image, sizes, alt = "", eager = false, className, wrapperClass, children }: PictureProps) {
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
        fetchPriority={eager ? "high" : undefined}
        className={className}
      />
    </picture>
  );
}
