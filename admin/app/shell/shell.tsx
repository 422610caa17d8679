import { Menu } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link } from "react-router";
import type { TaskPage } from "@furoshiki/api/admin/tasks";
import type { WorkQueues } from "@furoshiki/api/admin/work-queues";
import type { UndoableAction } from "../api-client/undo-cookie.ts";
import { useRootData } from "../http/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { RunningTasksContext, useLiveTasks } from "../live/running-tasks.ts";
import { useLiveWorkQueues, WorkQueuesContext } from "../live/work-queues.ts";
import { useMe } from "../staff/me.tsx";
import { TasksLink } from "../tasks/tasks-link.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import { ShortcutHelpDialog, showShortcutHelp } from "../ui/shortcut-help.tsx";
import { useSectionShortcuts } from "./keyboard-shortcuts.ts";
import { getNavigationItems } from "./navigation-items.ts";
import { Navigation } from "./navigation.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { ConnectionLossDialog } from "./connection-loss-dialog.tsx";
import { SessionExpiryDialog } from "./session-expiry-dialog.tsx";
import { UndoOffer } from "./undo-offer.tsx";
import { UserMenu } from "./user-menu.tsx";

type ShellProps = {
  isNavigationCollapsed: boolean;
  workQueues: WorkQueues;
  runningTasks: TaskPage;
  /** The last action of the person, if it can be undone. */
  undo: UndoableAction | null;
  children: ReactNode;
};

/** The frame of every page: navigation at the left, top bar, and the page as a sheet on it. */
export function Shell({ isNavigationCollapsed, workQueues, runningTasks, undo, children }: ShellProps) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const items = useMemo(() => getNavigationItems(permissions), [permissions]);
  useSectionShortcuts(items);
  const queues = useLiveWorkQueues(workQueues);
  const tasks = useLiveTasks(runningTasks);
  const shortcuts = [
    ...items.map(({ label, shortcut }) => ({ keys: ["g", shortcut], label: t(label) })),
    { keys: ["Ctrl", "K"], label: t("shortcuts.palette") },
    { keys: ["?"], label: t("shortcuts.help") },
  ];
  return (
    <WorkQueuesContext value={queues}>
      <RunningTasksContext value={tasks}>
        <div
          data-collapsed={isNavigationCollapsed || undefined}
          className="group/shell desk:grid desk:min-h-dvh desk:grid-cols-[14.5rem_minmax(0,1fr)] desk:grid-rows-[3rem_1fr] desk:data-collapsed:grid-cols-[3.5rem_minmax(0,1fr)] print:block!"
        >
          <SkipLink />
          <header className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-edge bg-frame px-2 desk:col-span-2 desk:h-12 desk:border-b-0 desk:px-0 desk:pr-4 print:hidden">
            <button
              type="button"
              popoverTarget="navigation"
              aria-label={t("navigation.open")}
              className="grid size-11 place-items-center rounded-md text-ink-2 hover:bg-hover desk:hidden"
            >
              <Menu size={22} strokeWidth={1.5} aria-hidden />
            </button>
            <Brand />
            <PaletteButton items={items} />
            <div className="ml-auto flex items-center gap-1">
              <TasksLink />
              <NotificationBell />
              <UserMenu onShowKeyboardHelp={showShortcutHelp} />
            </div>
          </header>
          <Navigation items={items} queues={queues} isCollapsed={isNavigationCollapsed} />
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-col bg-sheet outline-none desk:min-h-0 desk:rounded-tl-[10px] desk:border-t desk:border-l desk:border-edge print:block print:min-h-0 print:border-0!"
          >
            {children}
          </main>
          <ShortcutHelpDialog shortcuts={shortcuts} />
          <UndoOffer undo={undo} />
          <SessionExpiryDialog />
          <ConnectionLossDialog />
        </div>
      </RunningTasksContext>
    </WorkQueuesContext>
  );
}

function Brand() {
  const storeName = useRootData()?.storeName;
  return (
    <Link
      to="/"
      className="flex h-11 min-w-0 items-center gap-2 rounded-md px-1 desk:h-12 desk:w-58 desk:gap-2.5 desk:pr-3 desk:pl-4.5 desk:group-data-collapsed/shell:w-14 desk:group-data-collapsed/shell:justify-center desk:group-data-collapsed/shell:p-0"
    >
      <BrandMark size={25} />
      <span className="truncate pb-0.5 font-display text-[21px] leading-none font-semibold desk:group-data-collapsed/shell:sr-only">
        {storeName}
      </span>
    </Link>
  );
}
