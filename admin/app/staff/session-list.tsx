import { Form } from "react-router";
import type { OwnSession } from "@furoshiki/api/admin/staff";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";

/** The open sessions of the signed-in person; each but the current one can be ended. */
export function SessionList({ sessions, isBusy }: { sessions: readonly OwnSession[]; isBusy: boolean }) {
  const { t, format } = useI18n();
  return (
    <ul>
      {sessions.map(({ id, device, ip, last_seen_at, is_current }) => {
        const name = device || t("me.unknown_device");
        return (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hair px-4 py-2">
            <span className="grid min-w-0 grow">
              <span className="font-medium">{name}</span>
              <span className="text-xs text-ink-3">
                {is_current ? t("me.current_session") : t("me.last_seen", { time: format.dateTime(last_seen_at) })} ·{" "}
                {ip}
              </span>
            </span>
            {is_current ? null : (
              <Form method="post">
                <Button
                  type="submit"
                  name="session"
                  value={id}
                  size="xs"
                  disabled={isBusy}
                  aria-label={t("me.end_session_of", { device: name })}
                >
                  {t("me.end_session")}
                </Button>
              </Form>
            )}
          </li>
        );
      })}
    </ul>
  );
}
