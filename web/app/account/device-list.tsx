import type { Device } from "@furoshiki/api/account/sessions";
import { MonitorSmartphone } from "lucide-react";
import { useFetcher } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Lists the devices on which the customer is signed in, with buttons to sign out of one or all of them. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  const { t, to } = useAccountI18n();
  return (
    <SettingsSection title={t("profile.devices")} text={t("profile.devices_text")}>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {/* A plain form, since the response is a new document: this browser is signed out too. */}
      <form method="post" action={to("/profile/security")} className="mt-5">
        <input type="hidden" name="intent" value="sign_out_everywhere" />
        <Button type="submit" kind="danger">
          {t("profile.sign_out_everywhere")}
        </Button>
      </form>
    </SettingsSection>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { t, to, format } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  if (fetcher.formData) return null;
  const name = device.name || t("profile.device_unknown");
  const errorMessage = fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <MonitorSmartphone size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium break-words">{name}</p>
        <p className="num text-ink-2">
          {[device.ip, t("profile.device_last_seen", { time: format.dateTime(device.last_seen_at) })]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {device.is_current ? (
        <span className="text-sm text-tokiwa-700">{t("profile.device_this")}</span>
      ) : (
        <fetcher.Form method="post" action={to("/profile/security")}>
          <input type="hidden" name="intent" value="end_session" />
          <input type="hidden" name="id" value={device.id} />
          <Button type="submit" kind="outline" size="sm" aria-label={t("profile.sign_device_out", { name })}>
            {t("account.sign_out")}
          </Button>
        </fetcher.Form>
      )}
      {errorMessage ? (
        <Alert kind="error" className="w-full">
          {errorMessage}
        </Alert>
      ) : null}
    </li>
  );
}
