import type { PresenceSubject } from "@furoshiki/api/admin/staff/presence";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRecordPresence } from "../live/use-presence.ts";
import { Avatar } from "./avatar.tsx";

type RecordPresenceProps = { kind: PresenceSubject["kind"]; id: number };

/** The colleagues who have a record open. */
export function RecordPresence({ kind, id }: RecordPresenceProps) {
  const { t } = useI18n();
  const people = useRecordPresence(kind, id);
  const names = people.map(({ name }) => name).join(", ");
  return (
    <span aria-live="polite" className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
      {people.length > 0 ? (
        <>
          {people.slice(0, 3).map((person) => (
            <Avatar key={person.id} id={person.id} name={person.name} />
          ))}
          <span className="truncate">{t("ui.viewed_by", { names, count: people.length })}</span>
        </>
      ) : null}
    </span>
  );
}
