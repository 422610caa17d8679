import type { PushState } from "@furoshiki/api/notifications/push";
import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { type AccountMessageKey, useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { PreferenceResult } from "./preference-result.tsx";
import { PushDevices } from "./push-devices.tsx";
import {
  getEndpointHash,
  getPushSupport,
  type PushSupport,
  subscribeToPush,
  unsubscribeFromPush,
} from "./push-subscription.ts";

const PATH = "/profile/notifications";

/** Notifications of this browser: off until the customer switches them on, and asks for the permission only then. */
export function PushSection({ push, result }: { push: PushState; result: FormResult | undefined }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const { support, hash, setHash } = useThisBrowser(push);
  const [problem, setProblem] = useState<"blocked" | "failed" | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const device = push.devices.find(({ endpoint_hash }) => endpoint_hash === hash);
  const submit = (fields: Record<string, string>) => fetcher.submit(fields, { method: "post", action: to(PATH) });
  const enable = async () => {
    setIsAsking(true);
    setProblem(null);
    try {
      const subscription = await subscribeToPush(push.public_key);
      if (!subscription) setProblem("blocked");
      else {
        await submit({ intent: "push_on", ...subscription });
        setHash(await getEndpointHash());
      }
    } catch {
      setProblem("failed");
    } finally {
      setIsAsking(false);
    }
  };
  const disable = async (id: number) => {
    await unsubscribeFromPush().catch(() => undefined);
    await submit({ intent: "push_off", id: String(id) });
  };
  const isBusy = isAsking || fetcher.state !== "idle";
  const Icon = device ? Bell : BellOff;
  return (
    <section className="rounded-md border border-tokiwa-300 bg-tokiwa-50 p-4 lg:px-6 lg:py-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-tokiwa-700">
          <Icon size={20} strokeWidth={1.5} aria-hidden />
        </span>
        <div className="min-w-0 flex-1 basis-52 text-sm">
          <h2 className="font-sans text-sm font-semibold">{t("preferences.push_title")}</h2>
          <p className="text-ink-2">{t(getText(support, device !== undefined))}</p>
        </div>
        {support === "supported" || support === null ? (
          <Button
            kind={device ? "outline" : "primary"}
            busy={isBusy}
            disabled={support === null}
            onClick={() => void (device ? disable(device.id) : enable())}
            className="w-full sm:w-auto"
          >
            {t(device ? "preferences.push_disable" : "preferences.push_enable")}
          </Button>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="mt-3 text-sm text-beni-600">
          {t(`preferences.push_${problem}`)}
        </p>
      ) : null}
      <PreferenceResult result={fetcher.data ?? result} isIdle={fetcher.state === "idle"} />
      <PushDevices devices={push.devices.filter(({ id }) => id !== device?.id)} path={PATH} />
    </section>
  );
}

function getText(support: PushSupport | null, isOn: boolean): AccountMessageKey {
  if (support === "unsupported") return "preferences.push_unsupported";
  if (support === "blocked") return "preferences.push_blocked";
  return isOn ? "preferences.push_on" : "preferences.push_off";
}

/** Whether this browser can show notifications (null until it is known), and the hash of its subscription. */
function useThisBrowser(push: PushState) {
  const [support, setSupport] = useState<PushSupport | null>(null);
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    const found = getPushSupport();
    setSupport(found);
    if (found === "unsupported") return;
    let isCurrent = true;
    void getEndpointHash()
      .catch(() => null)
      .then((value) => {
        if (isCurrent) setHash(value);
      });
    return () => {
      isCurrent = false;
    };
  }, [push]);
  return { support, hash, setHash };
}
