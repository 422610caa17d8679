import { ArrowRight, Plus, SearchX, Trash2 } from "lucide-react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import type { SynonymList } from "@furoshiki/api/admin/search/synonyms";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";

type SynonymsViewProps = { list: SynonymList; canWrite: boolean; result: FormErrors | undefined };

/** The synonyms of the search, and what shoppers searched for in vain. */
export function SynonymsView({ list, canWrite, result }: SynonymsViewProps) {
  const { t } = useCatalogI18n();
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title={t("synonyms.title")} subtitle={t("synonyms.subtitle")} />
      <div className="grid items-start gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {canWrite ? (
            <NewSynonym
              key={`${params.get("word") ?? ""} ${list.total}`}
              word={params.get("word") ?? ""}
              result={result}
            />
          ) : null}
          <div className="flex">
            <ListSearch label={t("synonyms.search")} value={params.get("q") ?? ""} params={[]} />
          </div>
          <SynonymRows list={list} canWrite={canWrite} />
        </div>
        <UnansweredQueries unanswered={list.unanswered} canWrite={canWrite} />
      </div>
    </>
  );
}

function NewSynonym({ word, result }: { word: string; result: FormErrors | undefined }) {
  const { t } = useCatalogI18n();
  const isBusy = useNavigation().formData?.get("intent") === "create";
  const { errors = {}, message } = result ?? {};
  return (
    <Card title={t("synonyms.new")}>
      <Form method="post" preventScrollReset className="grid gap-3.5">
        <input type="hidden" name="intent" value="create" />
        {message && Object.keys(errors).length === 0 ? <Note tone="error">{message}</Note> : null}
        <div className="grid gap-3.5 desk:grid-cols-2">
          <Field
            id="word"
            label={t("synonyms.word")}
            hint={t("synonyms.word_hint")}
            defaultValue={word}
            errors={errors["word"]}
            maxLength={100}
            required
            autoComplete="off"
          />
          <Field
            id="synonym"
            label={t("synonyms.synonym")}
            hint={t("synonyms.synonym_hint")}
            errors={errors["synonym"]}
            maxLength={100}
            required
            autoComplete="off"
          />
        </div>
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy} icon={<Plus size={16} aria-hidden />}>
            {t("synonyms.add")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function SynonymRows({ list: { items, has_more: hasMore }, canWrite }: Pick<SynonymsViewProps, "list" | "canWrite">) {
  const { t } = useCatalogI18n();
  const [params] = useSearchParams();
  if (items.length === 0)
    return (
      <EmptyState
        icon={<SearchX size={26} strokeWidth={1.5} aria-hidden />}
        title={t(params.has("q") ? "synonyms.none_found" : "synonyms.none")}
      >
        {t("synonyms.none_text")}
      </EmptyState>
    );
  return (
    <div className="-mx-4 border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
      <ul aria-label={t("synonyms.title")}>
        {items.map(({ word, synonym }) => (
          <li
            key={`${word} ${synonym}`}
            className="flex items-center gap-3 border-t border-hair px-4 py-1 first:border-t-0"
          >
            <p className="flex min-w-0 grow flex-wrap items-center gap-x-2.5 py-1.5 wrap-anywhere">
              <span>{word}</span>
              <ArrowRight size={14} aria-label={t("synonyms.means")} className="shrink-0 text-ink-3" />
              <span className="font-medium">{synonym}</span>
            </p>
            {canWrite ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="word" value={word} />
                <input type="hidden" name="synonym" value={synonym} />
                <IconButton
                  type="submit"
                  name="intent"
                  value="delete"
                  label={t("synonyms.delete", { word, synonym })}
                  icon={<Trash2 size={16} aria-hidden />}
                />
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className="border-t border-hair px-4 py-2.5 text-xs text-ink-3">
          {t("synonyms.has_more", { count: items.length })}
        </p>
      ) : null}
    </div>
  );
}

function UnansweredQueries({ unanswered, canWrite }: Pick<SynonymList, "unanswered"> & { canWrite: boolean }) {
  const { t, format } = useCatalogI18n();
  if (unanswered.length === 0) return null;
  return (
    <Card title={t("synonyms.unanswered")} note={t("synonyms.unanswered_note")} isFlush>
      <ul>
        {unanswered.map(({ query, locale, searches }) => (
          <li
            key={`${locale} ${query}`}
            className="flex min-h-11 items-center justify-between gap-3 border-t border-hair px-4 py-1.5"
          >
            {canWrite ? (
              <Link to={`?word=${encodeURIComponent(query)}`} className="link min-w-0 wrap-anywhere">
                {query}
              </Link>
            ) : (
              <span className="min-w-0 wrap-anywhere">{query}</span>
            )}
            <span className="text-ink-3">{format.number(searches)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
