import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { GiftBundle } from "../gift-cards/gift-card-design.tsx";
import { getImageSources, type ImageKey } from "../media/image-sources.ts";

const MAX_PICTURES = 3;
const widths = [320, 480];

type RecommendedPicturesProps = { pictures: readonly ImageKey[]; className: string };

/**
 * Up to three recommended products on a cloth, whose light backgrounds melt into it; without products a wrapped gift. A
 * decoration, so that it has no text.
 */
export function RecommendedPictures({ pictures, className }: RecommendedPicturesProps) {
  return (
    <div aria-hidden className={`flex items-end justify-center ${className}`}>
      {pictures.length === 0 ? <GiftBundle design="sakura" className="w-1/2" /> : null}
      {pictures.slice(0, MAX_PICTURES).map((image) => (
        <span key={image.key} className="w-1/3 grow mix-blend-multiply max-w-60 not-first:-ml-[3%]">
          <Picture
            image={{ ...image, ...getImageSources(image, widths) }}
            sizes="(width >= 64rem) 200px, 33vw"
            className="aspect-4/5 w-full object-cover mask-[radial-gradient(closest-side,#000_72%,transparent)]"
          />
        </span>
      ))}
    </div>
  );
}
