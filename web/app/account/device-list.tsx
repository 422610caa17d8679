import type { Device } from "@furoshiki/api/account";
import { MonitorSmartphone } from "lucide-react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { Section } from "./section.tsx";

/** Where the customer is signed in, and the way out of each place or of all. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  const { t, to } = useShop();
  return (
    <Section title={t("profile.devices")} text={t("profile.devices_text")}>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
      {/* A document of its own answers: this browser is signed out too. */}
      <form method="post" action={to("/profile/security")} className="mt-5">
        <input type="hidden" name="intent" value="everywhere" />
        <Button type="submit" kind="danger">
          {t("profile.sign_out_everywhere")}
        </Button>
      </form>
    </Section>
  );
}

function Row({ device }: { device: Device }) {
  const { t, to, format } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  if (fetcher.formData) return null;
  const name = device.name || t("profile.device_unknown");
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <MonitorSmartphone size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium break-words">{name}</p>
        <p className="num text-ink-2">
          {[device.ip, t("profile.device_seen", { time: format.dateTime(device.last_seen_at) })]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {device.is_current ? (
        <span className="text-sm text-tokiwa-700">{t("profile.device_this")}</span>
      ) : (
        <fetcher.Form method="post" action={to("/profile/security")}>
          <input type="hidden" name="intent" value="device" />
          <input type="hidden" name="id" value={device.id} />
          <Button type="submit" kind="outline" size="sm" aria-label={t("profile.sign_device_out", { name })}>
            {t("account.sign_out")}
          </Button>
        </fetcher.Form>
      )}
      {refusal ? (
        <Note kind="error" className="w-full">
          {refusal}
        </Note>
      ) : null}
    </li>
  );
}
