import { Ellipsis, Plus } from "lucide-react";
import { useFetcher, type FetcherWithComponents } from "react-router";
import type { SavedView, ViewResource } from "@furoshiki/api/admin/saved-views";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import type { FieldConflict } from "../api-client/field-edits.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { PopoverButton } from "../ui/filter-bar.tsx";

/** What the action of the forms responds: why the API has refused it, or that it was done. */
export type ViewActionResult = { message: string | null; conflicts?: readonly FieldConflict[] };

const triggerClass =
  "flex h-11 items-center gap-1.5 rounded-t-md px-2.5 font-medium whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink desk:h-9";

/** Saves a list as a view. @param query that of the list */
export function SaveViewForm({ resource, query }: { resource: ViewResource; query: string }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const fetcher = useFetcher<ViewActionResult>();
  return (
    <PopoverButton label={t("views.save")} icon={<Plus size={16} aria-hidden />} className={triggerClass}>
      <fetcher.Form method="post" action="/saved-views" className="grid gap-3">
        <input type="hidden" name="resource" value={resource} />
        <input type="hidden" name="query" value={query} />
        <Field id="view-name" name="name" label={t("views.name")} required maxLength={60} autoComplete="off" />
        {permissions.includes("settings:write") ? (
          <label className="flex min-h-6 items-center gap-2.5">
            <input type="checkbox" name="is_shared" value="true" className="checkbox" />
            {t("views.share")}
          </label>
        ) : null}
        <Message fetcher={fetcher} />
        <Button type="submit" name="intent" value="create" kind="primary" size="md" busy={fetcher.state !== "idle"}>
          {t("views.save_confirm")}
        </Button>
      </fetcher.Form>
    </PopoverButton>
  );
}

/** Renames, moves and deletes a view, if the person may. */
export function ViewMenu({ view }: { view: SavedView }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const fetcher = useFetcher<ViewActionResult>();
  if (view.is_shared && !permissions.includes("settings:write")) return null;
  const isBusy = fetcher.state !== "idle";
  const conflicts = fetcher.data?.conflicts;
  return (
    <PopoverButton label={t("views.change")} icon={<Ellipsis size={16} aria-hidden />} className={triggerClass}>
      <fetcher.Form method="post" action="/saved-views" className="grid gap-3">
        <input type="hidden" name="id" value={view.id} />
        <input type="hidden" name="is_shared" value={String(view.is_shared)} />
        {conflicts ? (
          <ConflictChoices conflicts={conflicts} fields={{ name: { label: t("views.name") } }} />
        ) : (
          <>
            <input type="hidden" name="seen_name" value={view.name} />
            <Field
              key={view.name}
              id="view-new-name"
              name="name"
              label={t("views.name")}
              defaultValue={view.name}
              required
              maxLength={60}
              autoComplete="off"
            />
            <Message fetcher={fetcher} />
          </>
        )}
        <Button type="submit" name="intent" value="rename" kind="primary" size="md" busy={isBusy}>
          {t("views.rename")}
        </Button>
        <div className="flex flex-wrap gap-2 border-t border-hair pt-3 *:grow">
          <Button type="submit" name="intent" value="left" disabled={isBusy}>
            {t("views.move_left")}
          </Button>
          <Button type="submit" name="intent" value="right" disabled={isBusy}>
            {t("views.move_right")}
          </Button>
          <Button type="submit" name="intent" value="delete" kind="danger" disabled={isBusy}>
            {t("views.delete")}
          </Button>
        </div>
      </fetcher.Form>
    </PopoverButton>
  );
}

function Message({ fetcher }: { fetcher: FetcherWithComponents<ViewActionResult> }) {
  return (
    <p role="alert" className="text-xs text-beni-600 empty:hidden">
      {fetcher.state === "idle" ? fetcher.data?.message : null}
    </p>
  );
}
