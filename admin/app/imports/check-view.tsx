import {
  CircleAlert,
  CirclePlus,
  Download,
  PackageX,
  TrendingDown,
  TrendingUp,
  Mail,
  PackageMinus,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigation, useSearchParams } from "react-router";
import type { ImportChangePage, ImportDetail } from "@furoshiki/api/admin/imports";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { ChangeTable } from "./change-table.tsx";
import { createChangesPath } from "./import-path.ts";
import { ActionForm, BottomBar } from "./bottom-bar.tsx";
import { IncludeButton } from "./include-button.tsx";

export const kinds = ["stock", "prices", "details", "new", "withdrawn"] as const;
type Kind = (typeof kinds)[number];

type CheckViewProps = {
  detail: ImportDetail;
  changes: ImportChangePage;
  columnsPath: string;
  result: FormErrors | undefined;
};

const PER_PAGE = 100;

/** The third step of an import: what it changes, with what can be left out. */
export function CheckView({ detail, changes, columnsPath, result }: CheckViewProps) {
  const { t, format } = useCatalogI18n();
  const [params] = useSearchParams();
  const first = (changes.page - 1) * PER_PAGE + 1;
  const last = first + changes.items.length - 1;
  const getPagePath = (page: number) => createChangesPath(params, { page: String(page) });
  return (
    <div className="grid grow grid-cols-[minmax(0,1fr)] content-start gap-3">
      {result ? <Note tone="error">{result.message}</Note> : null}
      {detail.failure ? <Note tone="error">{detail.failure.text}</Note> : null}
      <KindTiles detail={detail} />
      <Effects detail={detail} params={params} />
      <div className="flex flex-wrap items-center gap-2">
        <ViewLinks detail={detail} params={params} />
        <ListSearch
          label={t("imports.search")}
          value={params.get("q") ?? ""}
          params={[...params].filter(([name]) => name !== "q" && name !== "page")}
        />
        {(detail.counts.kinds.unreadable?.count ?? 0) > 0 && detail.has_file ? (
          <a
            href={`/v1/admin/imports/${detail.id}/errors`}
            download
            className={buttonClass({ className: "desk:ml-auto" })}
          >
            <Download size={16} aria-hidden />
            {t("imports.error_file")}
          </a>
        ) : null}
      </div>
      <section aria-label={t("imports.changes")}>
        <ListCard>
          {changes.items.length === 0 ? (
            <p className="px-4 py-10 text-center text-ink-2">{t("imports.no_changes")}</p>
          ) : (
            <ChangeTable changes={changes.items} canSelect={detail.status === "checked"} />
          )}
          <ListFooter
            summary={t("imports.range", {
              range: changes.total === 0 ? "0" : `${format.number(first)}–${format.number(last)}`,
              total: format.number(changes.total),
            })}
            previousPath={changes.page > 1 ? getPagePath(changes.page - 1) : null}
            nextPath={last < changes.total ? getPagePath(changes.page + 1) : null}
          />
        </ListCard>
      </section>
      <ApplyBar detail={detail} columnsPath={columnsPath} />
    </div>
  );
}

/** How many changes there are of each kind, with a checkbox that takes all of them or leaves them out. */
function KindTiles({ detail: { counts, status } }: Pick<CheckViewProps, "detail">) {
  const { t, format } = useCatalogI18n();
  const unreadable = counts.kinds.unreadable;
  const shown = kinds.filter((kind) => kind !== "details" || counts.kinds.details);
  return (
    <ul className="grid grid-cols-2 overflow-clip rounded-md border border-edge bg-edge gap-px sm:grid-cols-3 desk:auto-cols-fr desk:grid-flow-col desk:grid-cols-none">
      <Tile count={format.number(counts.unchanged)} label={t("imports.kind_unchanged")} />
      {counts.unmatched > 0 ? (
        <Tile count={format.number(counts.unmatched)} label={t("imports.kind_unmatched")} />
      ) : null}
      {shown.map((kind) => {
        const { count, included } = counts.kinds[kind] ?? { count: 0, included: 0 };
        const label = t(`imports.kind_${kind}`);
        return (
          <Tile key={kind} count={format.number(count)} label={label}>
            {count > 0 && status === "checked" ? (
              <IncludeButton
                kind={kind}
                line={null}
                isIncluded={included > 0}
                isMixed={included > 0 && included < count}
                label={label}
              />
            ) : null}
          </Tile>
        );
      })}
      <Tile
        count={format.number(unreadable?.count ?? 0)}
        label={t("imports.kind_unreadable")}
        isAlert={(unreadable?.included ?? 0) > 0}
      >
        {unreadable && unreadable.included === 0 ? (
          <span className="text-xs text-ink-3">{t("imports.excluded")}</span>
        ) : null}
      </Tile>
    </ul>
  );
}

type TileProps = { count: string; label: string; isAlert?: boolean; children?: ReactNode };

function Tile({ count, label, isAlert = false, children }: TileProps) {
  return (
    <li className="flex min-w-0 grow items-start justify-between gap-2 bg-card px-4 py-3">
      <span className="min-w-0">
        <span className={`block text-heading font-semibold tabular-nums ${isAlert ? "text-beni-600" : ""}`}>
          {count}
        </span>
        <span className="block text-xs text-ink-2">{label}</span>
      </span>
      {children}
    </li>
  );
}

const effectIcons: Readonly<Record<string, LucideIcon>> = {
  price_growth: TrendingUp,
  price_fall: TrendingDown,
  sold_out: PackageX,
  back_in_stock: Mail,
  not_to_russia: CircleAlert,
  below_cost: PackageMinus,
  draft_lacks: CirclePlus,
};
const effectCodes = [
  "price_growth",
  "price_fall",
  "sold_out",
  "not_to_russia",
  "below_cost",
  "back_in_stock",
  "draft_lacks",
] as const;

/** What the changes lead to, as links to those. */
function Effects({ detail: { effects }, params }: Pick<CheckViewProps, "detail"> & { params: URLSearchParams }) {
  const { t } = useCatalogI18n();
  const shown = effectCodes.filter((code) => effects[code]);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t("imports.effects")} className="flex flex-wrap gap-x-5 gap-y-1">
      {shown.map((code) => {
        const Icon = effectIcons[code] ?? CircleAlert;
        const isCurrent = params.get("effect") === code;
        return (
          <li key={code}>
            <Link
              to={createChangesPath(params, { effect: isCurrent ? null : code, view: null })}
              aria-current={isCurrent ? "true" : undefined}
              className="flex min-h-6 items-center gap-2 hover:underline aria-[current]:font-semibold max-desk:min-h-11"
            >
              <Icon size={16} strokeWidth={1.5} aria-hidden className="shrink-0 text-yamabuki-800" />
              {t(`imports.effect_${code}`, { count: effects[code] ?? 0 })}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function ViewLinks({ detail: { counts }, params }: Pick<CheckViewProps, "detail"> & { params: URLSearchParams }) {
  const { t, format } = useCatalogI18n();
  const all = [...kinds, "unreadable" as const].reduce((sum, kind) => sum + (counts.kinds[kind]?.count ?? 0), 0);
  const current = params.get("view") ?? "all";
  const views = ["all", "outliers", "unreadable", ...kinds] as const;
  const getCount = (view: (typeof views)[number]) =>
    view === "all" ? all : view === "outliers" ? null : (counts.kinds[view satisfies Kind | "unreadable"]?.count ?? 0);
  const links = views
    .filter((view) => view === "all" || view === "outliers" || getCount(view) !== 0)
    .map((view) => {
      const count = getCount(view);
      return {
        key: view,
        label: [t(`imports.view_${view}`), ...(count === null ? [] : [format.number(count)])].join(" "),
        path: createChangesPath(params, { view: view === "all" ? null : view, effect: null }),
        isCurrent: view === current,
      };
    });
  return <SegmentedLinks label={t("imports.views")} links={links} />;
}

/** What comes next: leaving out what cannot be read, checking again, or applying. */
function ApplyBar({ detail, columnsPath }: Pick<CheckViewProps, "detail" | "columnsPath">) {
  const { t } = useCatalogI18n();
  const { formData, formMethod } = useNavigation();
  const isBusy = formMethod === "POST" && formData?.get("intent") === "apply";
  const { counts, failure } = detail;
  const unreadable = counts.kinds.unreadable?.included ?? 0;
  const selected = kinds.reduce((sum, kind) => sum + (counts.kinds[kind]?.included ?? 0), 0);
  const isOutdated = failure?.code === "base_changed";
  return (
    <BottomBar>
      <p role="status" className="min-w-0 grow basis-52">
        {unreadable > 0 ? (
          <span className="flex items-start gap-2">
            <CircleAlert size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0 text-beni-600" />
            <span>
              <b className="font-semibold text-beni-600">{t("imports.exclude_first", { count: unreadable })}</b>{" "}
              {t("imports.all_or_nothing")}
            </span>
          </span>
        ) : (
          <span className="text-ink-2">{t(selected === 0 ? "imports.nothing_selected" : "imports.undo_possible")}</span>
        )}
      </p>
      <span className="flex w-full flex-wrap gap-2 *:grow desk:w-auto desk:*:grow-0">
        <Link to={columnsPath} className={buttonClass({ kind: "quiet", size: "md" })}>
          {t("imports.back")}
        </Link>
        {unreadable > 0 ? (
          <ActionForm intent="select" fields={{ kind: "unreadable", included: "no" }}>
            <Button type="submit" size="md" className="w-full">
              {t("imports.exclude", { count: unreadable })}
            </Button>
          </ActionForm>
        ) : null}
        {isOutdated ? (
          <ActionForm intent="recheck">
            <Button type="submit" size="md" kind="primary" className="w-full">
              {t("imports.check_again")}
            </Button>
          </ActionForm>
        ) : (
          <ActionForm intent="apply">
            <Button
              type="submit"
              kind="primary"
              size="md"
              busy={isBusy}
              disabled={unreadable > 0 || selected === 0}
              className="w-full"
            >
              {t("imports.apply", { count: selected })}
            </Button>
          </ActionForm>
        )}
      </span>
    </BottomBar>
  );
}
