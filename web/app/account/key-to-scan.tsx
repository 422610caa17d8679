import { CopyButton } from "../lib/copy-button.tsx";
import { useShop } from "../lib/shop.tsx";
import type { Qr } from "./qr.ts";

export type ShownKey = { secret: string; qr: Qr };

/** The key for an authenticator app: as a picture, and in groups of four for typing. */
export function KeyToScan({ secret, qr }: ShownKey) {
  const { t } = useShop();
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-5">
      <svg
        role="img"
        aria-label={t("profile.factor_picture")}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-sm border border-line bg-white"
      >
        <path d={qr.path} className="fill-band" />
      </svg>
      <div className="min-w-0 grow basis-56 text-sm">
        <p className="text-ink-2">{t("profile.factor_key")}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="text-base leading-7 break-words">{groups.join(" ")}</code>
          <CopyButton
            value={secret}
            label={t("profile.factor_key_copy")}
            done={t("profile.factor_copied")}
            className="hover:bg-mist"
          />
        </p>
      </div>
    </div>
  );
}
