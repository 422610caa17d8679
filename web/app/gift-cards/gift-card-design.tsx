import type { PurchasedGiftCard } from "@furoshiki/api/gift-cards";
import crane from "./bundle-crane.svg?url";
import fan from "./bundle-fan.svg?url";
import fuji from "./bundle-fuji.svg?url";
import gold from "./bundle-gold.svg?url";
import sakura from "./bundle-sakura.svg?url";
import wave from "./bundle-wave.svg?url";
import stamp from "./gift-stamp.svg?url";

export type GiftCardDesign = PurchasedGiftCard["picture"];

const designs: Record<GiftCardDesign, { image: string; backgroundClass: string }> = {
  sakura: { image: sakura, backgroundClass: "bg-theme-sakura" },
  wave: { image: wave, backgroundClass: "bg-theme-mizu" },
  crane: { image: crane, backgroundClass: "bg-theme-wakaba" },
  fuji: { image: fuji, backgroundClass: "bg-theme-fuji" },
  fan: { image: fan, backgroundClass: "bg-theme-kaki" },
  gold: { image: gold, backgroundClass: "bg-theme-tamago" },
};

/** The available gift card designs. */
export const giftCardDesigns = Object.keys(designs) as GiftCardDesign[];

/** A gift wrapped in the cloth of a design. */
export function GiftBundle({ design, className }: { design: GiftCardDesign; className: string }) {
  return <img src={designs[design].image} alt="" width={500} height={620} className={`h-auto ${className}`} />;
}

/** The image of a gift card design: a wrapped gift on a matching background. */
export function GiftCardImage({ design, className = "" }: { design: GiftCardDesign; className?: string }) {
  return (
    <div
      className={`relative rounded-xs bg-linear-to-b from-white/60 to-80% print:[print-color-adjust:exact] ${designs[design].backgroundClass} ${className}`}
    >
      <GiftBundle
        design={design}
        className="absolute top-[5%] left-[10%] h-[90%]! w-4/5 object-contain object-bottom drop-shadow-md"
      />
    </div>
  );
}

/** A seal that says “gift” in Japanese. */
export function GiftStamp() {
  return <img src={stamp} alt="" width={30} height={33} className="shrink-0" />;
}
