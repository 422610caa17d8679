import type { CertificateLine } from "@furoshiki/api/promotions";
import { GiftBundle } from "./gift-bundle.tsx";

export type GiftPicture = CertificateLine["picture"];

const looks: Record<GiftPicture, string> = {
  sakura: "bg-cloth-sakura text-tag",
  wave: "bg-cloth-mizu text-ai-700",
  crane: "bg-cloth-wakaba text-band-2",
  fuji: "bg-cloth-fuji text-ai-700",
  fan: "bg-cloth-kaki text-tag",
  gold: "bg-cloth-tamago text-yamabuki-500",
};

/** The cloths that a certificate may be tied in. */
export const giftPictures = Object.keys(looks) as GiftPicture[];

/** A certificate's picture: a bundle in its cloth, on the colour that goes with it. */
export function GiftCloth({ picture, className = "" }: { picture: GiftPicture; className?: string }) {
  return (
    <div
      className={`grid place-items-center rounded-xs print:[print-color-adjust:exact] ${looks[picture]} ${className}`}
    >
      <GiftBundle className="w-1/2" />
    </div>
  );
}
