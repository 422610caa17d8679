import { FileUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Form, Link, useSearchParams } from "react-router";
import type { ImportPage, ImportProfiles, ListedImport } from "@furoshiki/api/admin/imports";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { getImportPath, IMPORTS_PATH } from "./import-path.ts";
import { ImportBadge } from "./import-status.tsx";

type ImportListProps = {
  page: ImportPage;
  profiles: ImportProfiles["items"];
  /** The day in the time zone of the store. */
  today: string;
  result: FormErrors | undefined;
};

/** The imports with their status, and the remembered columns of suppliers. */
export function ImportList({ page, profiles, today, result }: ImportListProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  useReloadOnEvents(["import"]);
  const newImport = (
    <Link to={`${IMPORTS_PATH}/new`} className={buttonClass({ kind: "primary", size: "md" })}>
      <FileUp size={16} aria-hidden />
      {t("imports.new")}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t("imports.title")}
        subtitle={t("imports.subtitle")}
        actions={
          <>
            <ExportForm list="catalog-file" query={new URLSearchParams()} columns={["catalog"]} />
            {newImport}
          </>
        }
      />
      <div className="grid grow content-start gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {result ? <Note tone="error">{result.message}</Note> : null}
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState icon={<FileUp size={26} strokeWidth={1.5} aria-hidden />} title={t("imports.none")}>
              {t("imports.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("imports.title")}
              columns={createColumns(i18n, today)}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ file_name: name }) => name}
            />
          )}
          <ListFooter
            summary={t("inventory.newest_first")}
            previousPath={params.has("after") ? IMPORTS_PATH : null}
            nextPath={page.next === null ? null : `?after=${page.next}`}
          />
        </ListCard>
        {profiles.length > 0 ? <ProfileCard profiles={profiles} today={today} /> : null}
      </div>
    </>
  );
}

function createColumns({ t, locale, format }: CatalogI18n, today: string): Column<ListedImport>[] {
  return [
    {
      key: "file",
      label: t("imports.file"),
      phone: "start",
      render: ({ id, file_name: name }) => (
        <Link to={getImportPath(id)} data-row-link={id} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
      ),
    },
    {
      key: "status",
      label: t("imports.status"),
      width: "w-44",
      phone: "line",
      render: ({ status, failure }) => <ImportBadge status={status} failure={failure} />,
    },
    {
      key: "lines",
      label: t("imports.lines"),
      width: "w-24",
      align: "end",
      render: ({ lines }) => (lines === null ? "–" : format.number(lines)),
    },
    {
      key: "profile",
      label: t("imports.profile"),
      width: "w-44",
      render: ({ profile_name: name }) => name ?? "–",
    },
    { key: "author", label: t("imports.author"), width: "w-44", phone: "line-end", render: ({ author }) => author },
    {
      key: "created",
      label: t("imports.created"),
      width: "w-32",
      phone: "end",
      render: ({ created_at: at }) => formatShortTime(at, locale, today),
    },
  ];
}

function ProfileCard({ profiles, today }: Pick<ImportListProps, "profiles" | "today">) {
  const { t, locale } = useCatalogI18n();
  return (
    <Card title={t("imports.profiles")} isFlush>
      <ul className="divide-y divide-hair border-t border-hair">
        {profiles.map(({ id, name, columns, author, updated_at: at }) => (
          <li key={id} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
            <span className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="block text-xs text-ink-3">
                {t("imports.profile_text", { count: columns, author, date: formatShortTime(at, locale, today) })}
              </span>
            </span>
            <Form method="post">
              <input type="hidden" name="profile" value={id} />
              <IconButton
                type="submit"
                label={t("imports.delete_profile", { name })}
                icon={<Trash2 size={16} aria-hidden />}
              />
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
