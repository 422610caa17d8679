import { ChevronDown, Package } from "lucide-react";
import { lazy, useState } from "react";
import { Part } from "../lib/part.tsx";
import { useShop } from "../lib/shop.tsx";

const load = () => import("../cart/door-price.tsx");
const DoorPrice = lazy(async () => ({ default: (await load()).DoorPrice }));

/** The way to “what it costs at my door”: nothing of it is loaded before it is asked for. */
export function ToDoor(line: { productId: number; optionId: number; qty: number }) {
  const { t } = useShop();
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-3 rounded-md border border-line bg-surface scriptless:hidden">
      <button
        type="button"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3.5 p-4 text-left text-sm font-semibold"
      >
        <Package size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <span className="grow">{t("promise.door")}</span>
        <ChevronDown size={18} aria-hidden className={`text-ink-3 ${open ? "rotate-180" : ""}`} />
      </button>
      {open ? (
        <Part>
          <DoorPrice {...line} />
        </Part>
      ) : null}
    </div>
  );
}
