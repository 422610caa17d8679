import { Form, useNavigate, useNavigation } from "react-router";
import type { ReplyTemplate } from "@furoshiki/api/admin/reviews/replies";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { getEditedValue } from "../api-client/field-edits.ts";
import { FormDraft } from "../drafts/form-draft.tsx";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { replyFields, replyKinds } from "./reply-kinds.ts";

const locales = ["ru-RU", "en-US"] as const;

/** Why a saved reply was not stored or deleted. */
export type ReplyResult = FormErrors;

/** Creates, changes or deletes a saved reply. @param template the stored reply; null for a new one */
export function ReplyDialog({ template, result }: { template: ReplyTemplate | null; result: ReplyResult | undefined }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const busyIntent = useNavigation().formData?.get("intent");
  return (
    <Dialog
      title={t(template ? "replies.edit_title" : "replies.add_title")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate("/reviews/replies", { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        {template ? <StoredTemplate template={template} result={result} /> : null}
        {result?.conflicts ? <ConflictChoices conflicts={result.conflicts} fields={getConflictFields(t)} /> : null}
        {result && !result.conflicts && Object.keys(result.errors).length === 0 ? (
          <Note tone="error">{result.message}</Note>
        ) : null}
        <ReplyFields template={template} result={result} />
        <FormDraft draft={{ kind: "reply_template", id: template?.id ?? 0 }} stored={getStoredValues(template)} />
        <div className="flex flex-wrap justify-between gap-2">
          {template ? (
            <Button
              type="submit"
              name="intent"
              value="delete"
              kind="danger"
              size="md"
              formNoValidate
              busy={busyIntent === "delete"}
            >
              {t("replies.delete")}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" name="intent" value="save" kind="primary" size="md" busy={busyIntent === "save"}>
            {t("replies.save")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function getStoredValues(template: ReplyTemplate | null) {
  const { kind = "review", locale = "ru-RU", title = "", body = "" } = template ?? {};
  return { kind, locale, title, body };
}

/** Which reply is changed, and the values that the person saw of it. */
function StoredTemplate({ template, result }: { template: ReplyTemplate; result: ReplyResult | undefined }) {
  return (
    <>
      <input type="hidden" name="id" value={template.id} />
      <input type="hidden" name="version" value={template.version} />
      {listUncontestedFields(result).map((field) => (
        <input
          key={field}
          type="hidden"
          name={`seen_${field}`}
          value={result?.edits?.[field]?.from ?? template[field]}
        />
      ))}
    </>
  );
}

/** Returns the fields that have no conflict. */
function listUncontestedFields(result: ReplyResult | undefined) {
  return replyFields.filter((field) => !result?.conflicts?.some((conflict) => conflict.field === field));
}

function getConflictFields(t: I18n["t"]) {
  return {
    kind: { label: t("replies.kind"), format: (kind: string) => t.find(`replies.kind_${kind}`) ?? kind },
    locale: { label: t("replies.locale"), format: (locale: string) => t.find(`replies.locale_${locale}`) ?? locale },
    title: { label: t("replies.name") },
    body: { label: t("replies.body"), merge: "text" as const },
  };
}

function ReplyFields({ template, result }: { template: ReplyTemplate | null; result: ReplyResult | undefined }) {
  const { t } = useI18n();
  const fields = listUncontestedFields(result);
  const getValue = (field: (typeof replyFields)[number]) => getEditedValue(result?.edits, field, template?.[field]);
  const errors = result?.errors ?? {};
  return (
    <>
      <div className="grid gap-3.5 desk:grid-cols-2">
        {fields.includes("kind") ? (
          <SelectField id="kind" label={t("replies.kind")} defaultValue={getValue("kind") ?? "review"}>
            {replyKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`replies.kind_${kind}`)}
              </option>
            ))}
          </SelectField>
        ) : null}
        {fields.includes("locale") ? (
          <SelectField id="locale" label={t("replies.locale")} defaultValue={getValue("locale") ?? "ru-RU"}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {t(`replies.locale_${locale}`)}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
      {fields.includes("title") ? (
        <Field
          id="title"
          label={t("replies.name")}
          hint={t("replies.name_hint")}
          errors={errors["title"]}
          defaultValue={getValue("title")}
          required
          maxLength={80}
          autoComplete="off"
        />
      ) : null}
      {fields.includes("body") ? <BodyField text={getValue("body")} errors={errors["body"]} /> : null}
    </>
  );
}

function BodyField({ text, errors }: { text: string | undefined; errors: readonly string[] | undefined }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-1.5">
      <label htmlFor="body" className="text-xs font-medium">
        {t("replies.body")}
      </label>
      <textarea
        id="body"
        name="body"
        required
        rows={6}
        maxLength={3000}
        defaultValue={text}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "body-error" : "body-hint"}
        className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
      />
      <FieldMessage id="body" hint={t("replies.body_hint")} errors={errors} />
    </div>
  );
}
