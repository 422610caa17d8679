import { useState } from "react";
import "../lib/quiet-texts.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";

/** A bar above the tab bar of a phone, at the lower edge from `lg`. */
export const barClass =
  "flex max-h-[calc(100dvh-6rem)] flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-pop outline-none lg:flex-row lg:items-center lg:gap-8 lg:rounded-none lg:border-x-0 lg:border-b-0 lg:px-[max(1rem,calc((100vw-80rem)/2))]";

/** There is a newer shop than the one on the page; the next page brings it by itself. */
export function UpdateBar() {
  const { t } = useShop();
  const [isPutOff, setPutOff] = useState(false);
  if (isPutOff) return null;
  return (
    <div role="status" className={barClass}>
      <p className="grow text-sm">{t("quiet.update")}</p>
      <div className="flex gap-2.5">
        <Button size="sm" onClick={() => location.reload()} className="grow">
          {t("error.reload")}
        </Button>
        <Button size="sm" kind="ghost" onClick={() => setPutOff(true)}>
          {t("quiet.later")}
        </Button>
      </div>
    </div>
  );
}
