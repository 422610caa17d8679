import { GitMerge } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";
import { toFormText, type FieldConflict } from "../api-client/field-edits.ts";
import { ConflictOption } from "./conflict-option.tsx";
import { mergeLists } from "./merge-lists.ts";
import { MergedText } from "./merged-text.tsx";
import { TextChanges } from "./text-changes.tsx";

/** How a field is shown, and whether two edits of it can be merged. */
export type ConflictField = Readonly<{
  label: string;
  /** Returns what a value is called; by default the value itself. */
  format?: (value: string) => string;
  /** `text` is compared and merged word by word, `list` item by item; by default edits are not merged. */
  merge?: "text" | "list";
}>;

type ConflictChoicesProps = {
  conflicts: readonly FieldConflict[];
  /** By the names of the API. */
  fields: Readonly<Record<string, ConflictField>>;
  /** The name of a field in the form, if it is not that of the API. */
  getName?: (field: string) => string;
};

/**
 * Part of a form: what to do with each field that somebody else has changed meanwhile. It replaces the inputs of these
 * fields, and sends the stored values as those that the person has seen (`readFieldEdits`).
 */
export function ConflictChoices({ conflicts, fields, getName = (field) => field }: ConflictChoicesProps) {
  const { t, locale } = useI18n();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [conflicts]);
  const changes = new Set(
    conflicts.flatMap(({ who, when }) => (who && when ? [`${who}, ${formatShortTime(when, locale, when)}`] : [])),
  );
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-3">
      <Note tone="warn">
        <p role="alert">
          <b className="font-semibold">{t("conflict.title", { count: conflicts.length })}</b>{" "}
          {changes.size > 0 ? `${[...changes].join("; ")}. ` : ""}
          {t("conflict.text")}
        </p>
      </Note>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={`${conflict.field} ${JSON.stringify(conflict.current)}`}
          conflict={conflict}
          field={fields[conflict.field] ?? { label: conflict.field }}
          name={getName(conflict.field)}
        />
      ))}
    </div>
  );
}

type ConflictChoiceProps = { conflict: FieldConflict; field: ConflictField; name: string };

function ConflictChoice({ conflict, field, name }: ConflictChoiceProps) {
  const { t } = useI18n();
  const [from, mine, theirs] = [conflict.from, conflict.to, conflict.current].map(toFormText) as [
    string,
    string,
    string,
  ];
  const show = (value: string) => (value === "" ? t("conflict.empty") : (field.format?.(value) ?? value));
  const compare = (value: string) =>
    field.merge === "text" ? (
      <TextChanges from={from} to={value} />
    ) : (
      <span className="wrap-anywhere">{show(value)}</span>
    );
  return (
    <fieldset className="@container min-w-0 overflow-clip rounded-md border border-yamabuki-500 bg-card">
      <legend className="float-left flex w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 bg-yamabuki-50 px-3.5 py-2 text-yamabuki-800">
        <GitMerge size={16} aria-hidden className="shrink-0" />
        <span className="font-semibold">{t("conflict.field", { name: field.label })}</span>
        <span className="text-xs wrap-anywhere">{t("conflict.before", { value: show(from) })}</span>
      </legend>
      <input type="hidden" name={`seen_${name}`} value={theirs} />
      <input type="hidden" name={name} value={mine} />
      <div className="clear-both grid *:border-t *:border-hair @xl:auto-cols-fr @xl:grid-flow-col @xl:*:not-first:border-l">
        <ConflictOption name={name} value="mine">
          {compare(mine)}
        </ConflictOption>
        <ConflictOption name={name} value="theirs">
          {compare(theirs)}
        </ConflictOption>
        {field.merge === "text" ? <MergedText {...{ name, base: from, mine, theirs }} /> : null}
        {field.merge === "list" ? <MergedList {...{ name, base: from, mine, theirs, show }} /> : null}
      </div>
    </fieldset>
  );
}

type MergedListProps = { name: string; base: string; mine: string; theirs: string; show: (value: string) => string };

function MergedList({ name, base, mine, theirs, show }: MergedListProps) {
  const toList = (text: string) => text.split(" ").filter(Boolean);
  const merged = mergeLists(toList(base), toList(mine), toList(theirs)).join(" ");
  return (
    <ConflictOption name={name} value="merged" isRecommended>
      <input type="hidden" name={`merged_${name}`} value={merged} />
      <span className="wrap-anywhere">{show(merged)}</span>
    </ConflictOption>
  );
}
