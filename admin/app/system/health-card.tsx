import type { ReactNode } from "react";
import type { HealthState } from "@furoshiki/api/admin/system";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { StateBadge } from "./state-badge.tsx";

/** A part of the store with its state, and what to do unless it is well. */
export function HealthCard({
  title,
  state,
  advice,
  children,
}: {
  title: string;
  state: HealthState;
  /** What to do; shown unless the state is `ok`. */
  advice?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card title={title} actions={<StateBadge state={state} />}>
      <div className="grid gap-3">
        {children}
        {state === "ok" || !advice ? null : <Note tone={state === "problem" ? "warn" : "info"}>{advice}</Note>}
      </div>
    </Card>
  );
}
