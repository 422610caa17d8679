import { User } from "lucide-react";
import { lazy, Suspense } from "react";
import { prefetchOnIntent } from "../../navigation/prefetch-on-intent.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { Popover } from "@furoshiki/design-system/ui/popover.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadMenu = () => import("./profile-menu.tsx");
const ProfileMenu = lazy(async () => ({ default: (await loadMenu()).ProfileMenu }));

/** The customer's name in the header, which opens the account menu. */
export function ProfilePopover({ user }: { user: NonNullable<RootData["user"]> }) {
  return (
    <Popover
      className="w-[300px]"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...prefetchOnIntent(loadMenu)}
          className="relative flex min-w-12 flex-col items-center gap-1 rounded-md px-1.5 py-1.5 text-xs text-ink-2 hover:text-tokiwa-700 xl:min-w-16"
        >
          <User size={24} strokeWidth={1.5} aria-hidden />
          <span className="sr-only max-w-20 truncate xl:not-sr-only">{user.name}</span>
        </button>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className="p-5">
              <Skeleton rows={5} />
            </div>
          }
        >
          <ProfileMenu user={user} onNavigate={close} />
        </Suspense>
      )}
    </Popover>
  );
}
