import type { Picture as PictureData } from "@furoshiki/api/content";
import type { ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../navigation/link.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

type ReviewedProductRowProps = {
  product: { name: string; link_rewrite: string | null; image: PictureData };
  children?: ReactNode;
};

/** The image and name of the product of a review or question; links to it while it is sold. */
export function ReviewedProductRow({ product: { name, link_rewrite, image }, children }: ReviewedProductRowProps) {
  return (
    <div className="mt-4 flex gap-4 first:mt-0">
      <Picture
        image={image}
        sizes="72px"
        wrapperClass="shrink-0"
        className="h-[90px] w-[72px] rounded-xs bg-mist object-cover"
      />
      <div className="min-w-0">
        <p className="text-sm lg:text-base">
          {link_rewrite === null ? (
            insertNonBreakingSpaces(name)
          ) : (
            <Link to={`/${link_rewrite}`} className="hover:text-tokiwa-700">
              {insertNonBreakingSpaces(name)}
            </Link>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}
