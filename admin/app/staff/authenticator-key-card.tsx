import type { QrCode } from "@furoshiki/design-system/text/qr-code.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

/** The key for an authenticator app, as a QR code and in groups of four characters for typing. */
export function AuthenticatorKeyCard({ secret, qr }: { secret: string; qr: QrCode }) {
  const { t } = useI18n();
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-md border border-edge bg-card p-4">
      <svg
        role="img"
        aria-label={t("authenticator.picture")}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-40 shrink-0 rounded-sm bg-white"
      >
        <path d={qr.path} className="fill-band" />
      </svg>
      <div className="min-w-0 grow basis-40">
        <p className="text-xs text-ink-2">{t("authenticator.key")}</p>
        <p className="mt-1 break-words">
          <code className="code text-base">{groups.join(" ")}</code>
        </p>
      </div>
    </div>
  );
}
