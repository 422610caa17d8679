import { ArrowRight, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { ListedChange } from "@furoshiki/api/admin/imports";
import { formatAmount } from "../i18n/amounts.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { IncludeButton } from "./include-button.tsx";

/** The changes of a page. A line has one for each kind of what it changes. */
export function ChangeTable({ changes, canSelect }: { changes: readonly ListedChange[]; canSelect: boolean }) {
  const i18n = useCatalogI18n();
  return (
    <DataTable
      caption={i18n.t("imports.changes")}
      columns={createColumns(i18n, canSelect)}
      rows={changes}
      getId={({ line }) => line}
      getKey={({ line, kind }) => `${line} ${kind}`}
      getName={getLabel}
    />
  );
}

const getLabel = ({ name, reference }: ListedChange) => name || reference || "–";

function createColumns({ t, format, ...i18n }: CatalogI18n, canSelect: boolean): Column<ListedChange>[] {
  return [
    {
      key: "line",
      label: t("imports.line"),
      width: "w-20",
      align: "end",
      phone: "line-end",
      render: ({ line }) => <span className="text-ink-2 tabular-nums">{format.number(line)}</span>,
    },
    {
      key: "variant",
      label: t("imports.variant"),
      phone: "start",
      render: (change) => (
        <span className="flex items-center gap-2.5 py-1">
          <Thumbnail image={change.image} size={36} />
          <span className="min-w-0 whitespace-normal">
            {change.product_id === null ? (
              <span className="block font-medium wrap-anywhere">{getLabel(change)}</span>
            ) : (
              <Link
                to={`/products/${change.product_id}`}
                data-row-link={change.line}
                className="block font-medium wrap-anywhere hover:underline"
              >
                {getLabel(change)}
              </Link>
            )}
            <span className="code block text-xs text-ink-3">{change.reference || "–"}</span>
          </span>
        </span>
      ),
    },
    {
      key: "change",
      label: t("imports.change"),
      width: "w-[30%]",
      phone: "line",
      render: (change) => <Values change={change} i18n={{ t, format, ...i18n }} />,
    },
    {
      key: "effect",
      label: t("imports.effect"),
      width: "w-[27%]",
      phone: "full",
      render: (change) => <EffectTexts change={change} />,
    },
    {
      key: "include",
      label: t("imports.take"),
      width: "w-24",
      align: "end",
      phone: "end",
      render: (change) =>
        change.problem ? (
          <span className={`text-xs ${change.is_included ? "font-medium text-beni-600" : "text-ink-3"}`}>
            {t(change.is_included ? "imports.error" : "imports.excluded")}
          </span>
        ) : canSelect ? (
          <IncludeButton
            kind={change.kind}
            line={change.line}
            isIncluded={change.is_included}
            label={`${getLabel(change)}, ${t(`imports.kind_${change.kind}`)}`}
          />
        ) : null,
    },
  ];
}

function Values({ change: { kind, fields, problem }, i18n }: { change: ListedChange; i18n: CatalogI18n }) {
  const { t } = i18n;
  if (problem) return <span className="text-beni-600">{t("imports.unreadable")}</span>;
  return (
    <span className="grid gap-1 py-1 whitespace-normal">
      {kind === "new" ? (
        <span className="badge rounded-sm bg-tokiwa-50 px-1.5 text-tokiwa-800">{t("imports.draft")}</span>
      ) : null}
      {fields.map(({ field, name, from, to, currency, growth }) => {
        const format = (value: string | number | null) => formatValue(i18n, field, value, currency);
        return (
          <span key={field} className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <span className="text-xs text-ink-2">{name}</span>
            {from === null ? null : (
              <>
                <s className="max-w-full truncate rounded-sm bg-beni-50 px-1.5 text-beni-700">{format(from)}</s>
                <ArrowRight size={13} aria-hidden className="shrink-0" />
                <span className="sr-only">{t("imports.becomes")}</span>
              </>
            )}
            <span className="max-w-full truncate rounded-sm bg-tokiwa-50 px-1.5 font-medium text-tokiwa-800">
              {format(to)}
            </span>
            {growth === null ? null : (
              <span className={`text-xs font-semibold ${growth > 0 ? "text-yamabuki-800" : "text-ink-2"}`}>
                {t("imports.growth", { sign: growth > 0 ? "+" : "−", percent: i18n.format.number(Math.abs(growth)) })}
              </span>
            )}
          </span>
        );
      })}
    </span>
  );
}

const statuses = ["active", "draft", "hidden", "discontinued"] as const;

function formatValue(
  { t, format }: CatalogI18n,
  field: string,
  value: string | number | null,
  currency: string | null,
): string {
  if (value === null || value === "") return "–";
  if (typeof value === "number")
    return currency === null ? format.number(value) : formatAmount(format, value, currency);
  const status = field === "status" ? statuses.find((one) => one === value) : undefined;
  return status ? t(`catalog.status_${status}`) : value;
}

function EffectTexts({ change: { effects, problem, is_outlier: isOutlier } }: { change: ListedChange }) {
  const texts = problem ? [problem] : effects;
  if (texts.length === 0) return null;
  const [Icon, color] = problem
    ? [CircleAlert, "text-beni-600"]
    : isOutlier
      ? [TriangleAlert, "text-yamabuki-800"]
      : [CircleCheck, "text-tokiwa-700"];
  return (
    <span className="flex items-start gap-1.5 py-1 whitespace-normal">
      <Icon size={15} strokeWidth={1.5} aria-hidden className={`mt-0.5 shrink-0 ${color}`} />
      <span className="min-w-0">{texts.map(({ text }) => text).join(". ")}</span>
    </span>
  );
}
