import type { PurchasedGiftCard } from "@furoshiki/api/gift-cards";
import { GiftBundle } from "../content/gift-bundle.tsx";

export type GiftCardDesign = PurchasedGiftCard["picture"];

const designClasses: Record<GiftCardDesign, string> = {
  sakura: "bg-theme-sakura text-tag",
  wave: "bg-theme-mizu text-ai-700",
  crane: "bg-theme-wakaba text-band-2",
  fuji: "bg-theme-fuji text-ai-700",
  fan: "bg-theme-kaki text-tag",
  gold: "bg-theme-tamago text-yamabuki-500",
};

/** The available gift card designs. */
export const giftCardDesigns = Object.keys(designClasses) as GiftCardDesign[];

/** The image of a gift card design: a wrapped gift on a matching background. */
export function GiftCardImage({ design, className = "" }: { design: GiftCardDesign; className?: string }) {
  return (
    <div
      className={`grid place-items-center rounded-xs print:[print-color-adjust:exact] ${designClasses[design]} ${className}`}
    >
      <GiftBundle className="w-1/2" />
    </div>
  );
}
