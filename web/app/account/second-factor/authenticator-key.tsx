import { CopyButton } from "../../browser/copy-button.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import type { QrCode } from "@furoshiki/design-system/text/qr-code.ts";

export type AuthenticatorKeyData = { secret: string; qr: QrCode };

/** The secret for an authenticator app, as a QR code and in groups of four characters for typing. */
export function AuthenticatorKey({ secret, qr }: AuthenticatorKeyData) {
  const { t } = useAccountI18n();
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-5">
      <svg
        role="img"
        aria-label={t("profile.second_factor_picture")}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-sm border border-line bg-white"
      >
        <path d={qr.path} className="fill-band" />
      </svg>
      <div className="min-w-0 grow basis-56 text-sm">
        <p className="text-ink-2">{t("profile.second_factor_key")}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="text-base leading-7 break-words">{groups.join(" ")}</code>
          <CopyButton
            value={secret}
            label={t("profile.second_factor_key_copy")}
            copiedLabel={t("profile.second_factor_copied")}
            className="hover:bg-mist"
          />
        </p>
      </div>
    </div>
  );
}
