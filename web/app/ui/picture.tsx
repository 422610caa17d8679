import type { ReactNode } from "react";

type Sizes = {
  src: string;
  srcset: string;
  srcset_avif: string;
  width: number;
  height: number;
};

type PictureProps = {
  /** One picture in the sizes there are of it; an empty list of sizes is left out. */
  image: Sizes;
  /** How wide it is shown, as in the attribute of this name. */
  sizes: string;
  /** Nothing: it only decorates. */
  alt?: string;
  /** Seen at once: fetched before everything else instead of when it comes into view. */
  eager?: boolean | undefined;
  className: string;
  /** Of the element around the image. */
  frameClass?: string;
  /** Sources that come first, such as another picture for another shape of screen. */
  children?: ReactNode;
};

/** A picture in AVIF where the browser takes it, and in what every browser takes. */
export function Picture({ image, sizes, alt = "", eager = false, className, frameClass, children }: PictureProps) {
  return (
    <picture className={frameClass}>
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
