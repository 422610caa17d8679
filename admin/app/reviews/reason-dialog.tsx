import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { DecisionFields } from "./decision-fields.tsx";
import type { ModeratedItem, ModerationData, ModerationResult } from "./moderation.ts";

export type ReasonIntent = "reject" | "request_change";

type ReasonDialogProps = Pick<ModerationData, "templates"> & {
  intent: ReasonIntent;
  item: ModeratedItem;
  nextItem: string;
  failure: ModerationResult | null;
  onClose: () => void;
};

/** Asks for the reason of a rejection or a requested change, which the author reads. */
export function ReasonDialog({ intent, item, nextItem, failure, templates, onClose }: ReasonDialogProps) {
  const { t } = useI18n();
  const field = useRef<HTMLTextAreaElement>(null);
  // Effects of the dialog run first, so it is open.
  useEffect(() => field.current?.focus(), []);
  const isBusy = useNavigation().formMethod === "POST";
  const reasons = templates.filter(({ kind, locale }) => kind === "reason" && locale === item.locale);
  const errors = failure?.intent === intent ? [failure.message] : undefined;
  return (
    <Dialog title={t(`reviews.${intent}_title`)} closeLabel={t("ui.close")} onClose={onClose}>
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value={intent} />
        <DecisionFields item={item} nextItem={nextItem} />
        {reasons.length > 0 ? (
          <ul aria-label={t("reviews.replies")} className="flex flex-wrap gap-1.5">
            {reasons.map(({ id, title, body }) => (
              <li key={id}>
                <button
                  type="button"
                  className="chip hover:border-line-strong"
                  onClick={() => {
                    if (!field.current) return;
                    field.current.value = body;
                    field.current.focus();
                  }}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="grid gap-1.5">
          <label htmlFor="reason" className="text-xs font-medium">
            {t("reviews.reason")}
          </label>
          <textarea
            ref={field}
            id="reason"
            name="reason"
            lang={item.locale}
            required
            rows={4}
            maxLength={500}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? "reason-error" : "reason-hint"}
            className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
          />
          <FieldMessage id="reason" hint={t(`reviews.reason_hint_${item.locale}`)} errors={errors} />
        </div>
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t(`reviews.${intent}_confirm`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
