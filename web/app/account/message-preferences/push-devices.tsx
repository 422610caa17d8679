import type { PushState } from "@furoshiki/api/notifications/push";
import { Form } from "react-router";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";

/** The other browsers of the customer that show notifications, each with a button that ends this. */
export function PushDevices({ devices, path }: { devices: PushState["devices"]; path: string }) {
  const { t, to, format } = useAccountI18n();
  if (devices.length === 0) return null;
  return (
    <div className="mt-4 border-t border-tokiwa-300 pt-3 text-sm">
      <h3 className="font-sans text-sm font-semibold">{t("preferences.push_devices")}</h3>
      <ul>
        {devices.map(({ id, name, created_at }) => {
          const device = name || t("preferences.push_device_unknown");
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <span>
                {device}{" "}
                <span className="num text-ink-2">{t("preferences.push_since", { date: format.date(created_at) })}</span>
              </span>
              <Form method="post" action={to(path)}>
                <input type="hidden" name="intent" value="push_off" />
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  kind="ghost"
                  size="sm"
                  aria-label={t("preferences.push_remove_device", { device })}
                >
                  {t("preferences.push_remove")}
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
