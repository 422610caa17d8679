import { Form, useNavigate, useNavigation } from "react-router";
import type { ReplyTemplate } from "@furoshiki/api/admin/reviews/replies";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { replyKinds } from "./reply-kinds.ts";

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
        {template ? <SeenTemplate template={template} /> : null}
        {result && Object.keys(result.errors).length === 0 ? <Note tone="error">{result.message}</Note> : null}
        <ReplyFields template={template} errors={result?.errors ?? {}} />
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

/** The values that the person saw, with which an edit is compared. */
function SeenTemplate({ template }: { template: ReplyTemplate }) {
  return Object.entries(template).map(([name, value]) => (
    <input key={name} type="hidden" name={`seen_${name}`} value={value} />
  ));
}

function ReplyFields({ template, errors }: { template: ReplyTemplate | null; errors: ReplyResult["errors"] }) {
  const { t } = useI18n();
  return (
    <>
      <div className="grid gap-3.5 desk:grid-cols-2">
        <SelectField id="kind" label={t("replies.kind")} defaultValue={template?.kind ?? "review"}>
          {replyKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`replies.kind_${kind}`)}
            </option>
          ))}
        </SelectField>
        <SelectField id="locale" label={t("replies.locale")} defaultValue={template?.locale ?? "ru-RU"}>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {t(`replies.locale_${locale}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        id="title"
        label={t("replies.name")}
        hint={t("replies.name_hint")}
        errors={errors["title"]}
        defaultValue={template?.title}
        required
        maxLength={80}
        autoComplete="off"
      />
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
          defaultValue={template?.body}
          aria-invalid={errors["body"] ? true : undefined}
          aria-describedby={errors["body"] ? "body-error" : "body-hint"}
          className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
        />
        <FieldMessage id="body" hint={t("replies.body_hint")} errors={errors["body"]} />
      </div>
    </>
  );
}
