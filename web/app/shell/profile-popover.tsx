import { User } from "lucide-react";
import { lazy, Suspense } from "react";
import { ahead } from "../lib/ahead.ts";
import type { Known } from "../lib/known.ts";
import { Popover } from "../ui/popover.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = () => import("./profile-menu.tsx");
const ProfileMenu = lazy(async () => ({ default: (await load()).ProfileMenu }));

/** The shopper's name in the header, which opens his menu. */
export function ProfilePopover({ user }: { user: NonNullable<Known["user"]> }) {
  return (
    <Popover
      className="w-[300px]"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...ahead(load)}
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
          <ProfileMenu user={user} onFollow={close} />
        </Suspense>
      )}
    </Popover>
  );
}
