import { Heart } from "lucide-react";
import { useShop } from "../lib/shop.tsx";
import { useWishes } from "./heart.tsx";

/** The heart in words, for a row of actions. */
export function HeartButton({ id, name, className }: { id: number; name: string; className: string }) {
  const { has, toggle } = useWishes();
  const { t } = useShop();
  const kept = has(id);
  return (
    <button
      type="button"
      aria-pressed={kept}
      aria-label={t("wishlist.heart", { name })}
      onClick={() => toggle(id)}
      className={className}
    >
      <Heart
        size={16}
        strokeWidth={1.5}
        fill={kept ? "currentColor" : "none"}
        aria-hidden
        className={kept ? "text-tag" : ""}
      />
      <span className="hidden sm:inline">{t(kept ? "cart.kept" : "cart.keep")}</span>
    </button>
  );
}
