import { useState } from "react";
import { useRevalidator } from "react-router";
import { callStationApi, NoAnswer, type StationAnswer } from "./station-api.ts";
import { useStationTexts } from "./station-texts.tsx";

type Refusal = Extract<StationAnswer<unknown>, { ok: false }>;

/**
 * Returns a function that calls an action which needs a connection, and then loads the order again. `refusal` is the last
 * answer if it was one, `error` its text.
 * @param prepare what has to succeed before each call; if it returns false, nothing is called
 */
export function useStationAction(prepare: () => Promise<boolean> = async () => true) {
  const { t } = useStationTexts();
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (path: string, call: { method: "POST" | "PATCH"; body?: object }): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    setError(null);
    try {
      if (!(await prepare())) return false;
      const answer = await callStationApi(path, call);
      if (answer.ok) await revalidate();
      else {
        setRefusal(answer);
        setError(t.find(`error_${answer.code}`) ?? answer.message);
      }
      return answer.ok;
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer)) throw thrown;
      setError(t("wait_for_connection"));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, refusal, error };
}
