import type { ReactNode } from "react";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

/** The header of the notification panel. */
export function PanelHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-15 shrink-0 items-center justify-between border-b border-line py-2 pr-2 pl-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </div>
  );
}

/** A placeholder while the notifications load. */
export function PanelSkeleton() {
  return (
    <div className="p-5">
      <Skeleton rows={2} className="h-16" />
    </div>
  );
}
