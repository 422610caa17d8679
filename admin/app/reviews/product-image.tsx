import type { ModeratedReview } from "@furoshiki/api/admin/reviews";

/** The picture of a product beside its name. @param size in pixels */
export function ProductImage({ image, size }: { image: ModeratedReview["product"]["image"]; size: 36 | 44 }) {
  return (
    <span className={`block shrink-0 overflow-hidden rounded-xs bg-mist ${size === 36 ? "size-9" : "size-11"}`}>
      {image ? <img src={image.src} alt="" width={size} height={size} className="size-full object-cover" /> : null}
    </span>
  );
}
