import { Form, useNavigation } from "react-router";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { FormDraft } from "../drafts/form-draft.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { MentionField } from "./mention-field.tsx";
import { isActionAllowed, type OrderActionResult } from "./order-actions.ts";

const emptyNote = { text: "", is_visible_to_customer: "" };

/** Writes a note to an order, for colleagues or also for the customer. */
export function NoteForm({ order, result }: { order: OrderDetail; result: OrderActionResult | undefined }) {
  const { t } = useI18n();
  const { staff } = useMe();
  const isBusy = useNavigation().formData?.get("intent") === "write_note";
  if (!isActionAllowed(order, "write_note")) return null;
  const isAnswer = order.notes.some((note) => note.is_from_customer && note.answered_at === null);
  const ownNotes = order.notes.filter(({ author }) => author.id === staff.id);
  const failure = result && "message" in result && result.intent === "write_note" ? result : null;
  const errors = failure ? (failure.errors["text"] ?? [failure.message]) : undefined;
  return (
    // A new key empties the field once the note is written, but not when a colleague has written one.
    <Form
      key={ownNotes.length}
      method="post"
      preventScrollReset
      className="mb-4 rounded-md border border-line-strong focus-within:border-ink-2"
    >
      <input type="hidden" name="intent" value="write_note" />
      <label htmlFor="text" className="sr-only">
        {t("orders.note")}
      </label>
      <MentionField
        id="text"
        name="text"
        required
        maxLength={2000}
        rows={2}
        placeholder={t("orders.note_placeholder")}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "text-error" : undefined}
        className="block w-full rounded-t-md bg-card px-3 py-2 text-base placeholder:text-ink-3 desk:text-sm"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hair py-1.5 pr-1.5 pl-3">
        <label className="flex min-h-8 items-center gap-2.5 text-xs">
          <input
            type="checkbox"
            name="is_visible_to_customer"
            value="1"
            defaultChecked={isAnswer}
            className="checkbox"
          />
          {t("orders.note_for_customer")}
        </label>
        <span className="grow text-xs text-ink-3">{t("orders.note_delay")}</span>
        <Button type="submit" busy={isBusy}>
          {t("orders.add_note")}
        </Button>
      </div>
      <FieldMessage id="text" hint={null} errors={errors} />
      <FormDraft draft={{ kind: "order_note", id: order.id }} stored={emptyNote} />
    </Form>
  );
}
