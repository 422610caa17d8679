/** A picture of the API. */
type Picture = Readonly<{ src: string; srcset: string }>;

const sizeClasses = { 36: "size-9", 44: "size-11", 56: "size-14", 96: "size-24" } as const;

/** A picture of a product beside its name, cropped to a square; an empty square without one. @param size in pixels */
export function Thumbnail({
  image,
  size,
  className = "",
}: {
  image: Picture | null | undefined;
  size: keyof typeof sizeClasses;
  className?: string;
}) {
  return (
    <span className={`block shrink-0 overflow-hidden rounded-xs bg-mist ${sizeClasses[size]} ${className}`}>
      {image ? (
        <img
          src={image.src}
          srcSet={image.srcset}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          className="size-full object-cover"
        />
      ) : null}
    </span>
  );
}
