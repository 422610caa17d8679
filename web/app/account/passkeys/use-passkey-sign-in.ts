import { useEffect, useEffectEvent, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { usePasskeysOffered } from "./passkey-host.ts";

const loadCeremonies = () => import("./ceremonies.ts");

/**
 * Signs in with a passkey: the browser offers one in the email field of the page as soon as it is shown, and in a dialog
 * when a button is pressed.
 * @param onCredential called with the signed credential as JSON
 */
export function usePasskeySignIn(onCredential: (credential: string) => void) {
  const { to } = useI18n();
  const isOffered = usePasskeysOffered();
  const [hasFailed, setHasFailed] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const optionsUrl = to("/login/passkey-options");
  const handleCredential = useEffectEvent(onCredential);
  useEffect(() => {
    if (!isOffered || isWaiting || !("PublicKeyCredential" in window)) return;
    let isCurrent = true;
    void (async () => {
      const { requestPasskey } = await loadCeremonies();
      if (!isCurrent) return;
      try {
        const credential = await requestPasskey(optionsUrl, true);
        if (credential !== null && isCurrent) handleCredential(credential);
      } catch {
        // No passkey was chosen, or the page was left: the other ways to sign in are on the page.
      }
    })();
    return () => {
      isCurrent = false;
      void loadCeremonies().then(({ cancelRequest }) => cancelRequest());
    };
  }, [isOffered, isWaiting, optionsUrl]);
  return {
    isOffered,
    /** Whether the dialog of the browser is open. */
    isWaiting,
    /** Whether the last request of the button gave no passkey. */
    hasFailed,
    async request() {
      setIsWaiting(true);
      setHasFailed(false);
      try {
        const credential = await (await loadCeremonies()).requestPasskey(optionsUrl, false);
        if (credential !== null) onCredential(credential);
      } catch {
        setHasFailed(true);
      }
      setIsWaiting(false);
    },
  };
}
