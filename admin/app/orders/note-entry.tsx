import { Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderDetail, OrderNote } from "@furoshiki/api/admin/orders";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { splitMentions } from "./find-mentions.ts";
import type { NoteEditResult } from "./edit-note.ts";
import { isActionAllowed } from "./order-actions.ts";

type NoteEntryProps = { note: OrderNote; order: OrderDetail };

/** A note in the timeline. Its author can edit it in place, until it is emailed to the customer. */
export function NoteEntry({ note, order }: NoteEntryProps) {
  const { t } = useI18n();
  const { staff } = useMe();
  /** Null until the person has opened the form. */
  const [isEditing, setIsEditing] = useState<boolean | null>(null);
  const isEditable = note.author.id === staff.id && note.emailed_at === null && isActionAllowed(order, "write_note");
  if (note.is_from_customer) return <CustomerMessage note={note} orderId={order.id} />;
  if (isEditing) return <NoteEditor note={note} onClose={() => setIsEditing(false)} />;
  return (
    <>
      <b className="font-medium">{note.author.name}</b>{" "}
      <span className="whitespace-pre-line text-ink-2">
        {splitMentions(note.text, note.mentions).map(({ text, person }, index) =>
          person ? (
            <b key={index} className="font-medium text-ink underline decoration-control underline-offset-3">
              {text}
            </b>
          ) : (
            text
          ),
        )}
      </span>
      {note.is_visible_to_customer ? <span className="text-ink-3"> · {t("orders.note_visible")}</span> : null}
      {isEditable ? (
        <button
          type="button"
          // The focus returns from the form.
          ref={isEditing === false ? focusElement : undefined}
          onClick={() => setIsEditing(true)}
          className="link ml-2 inline-flex min-h-6 items-center gap-1 text-xs"
        >
          <Pencil size={14} aria-hidden />
          {t("orders.edit_note")}
        </button>
      ) : null}
    </>
  );
}

/** A message of the customer with its photos. */
function CustomerMessage({ note, orderId }: { note: OrderNote; orderId: number }) {
  const { t } = useI18n();
  return (
    <>
      <b className="font-medium">{t("orders.message_author")}</b>{" "}
      <span className="whitespace-pre-line text-ink-2">{note.text}</span>
      {note.answered_at === null ? <span className="text-yamabuki-800"> · {t("orders.message_waits")}</span> : null}
      <span className="mt-1.5 flex flex-wrap gap-2 empty:hidden">
        {note.photos.map(({ id }, index) => {
          const src = `/v1/admin/orders/${orderId}/message-photos/${id}`;
          return (
            <a key={id} href={src} target="_blank" rel="noreferrer">
              <img
                src={src}
                alt={t("orders.message_photo", { number: index + 1 })}
                width={72}
                height={72}
                loading="lazy"
                className="size-18 rounded-md bg-mist object-cover"
              />
            </a>
          );
        })}
      </span>
    </>
  );
}

function NoteEditor({ note, onClose }: { note: OrderNote; onClose: () => void }) {
  const { t } = useI18n();
  const fetcher = useFetcher<NoteEditResult>();
  // The text that the person saw, also after the data of the page was loaded again.
  const [seen] = useState(note.text);
  const { state, data } = fetcher;
  const isSaved = state === "idle" && data?.failure === null;
  useEffect(() => {
    if (isSaved) onClose();
  }, [isSaved, onClose]);
  const failure = data?.failure ?? null;
  const errors = failure && !failure.conflicts ? (failure.errors["changes.text.to"] ?? [failure.message]) : undefined;
  const id = `note-${note.id}`;
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <input type="hidden" name="note_id" value={note.id} />
      {failure?.conflicts ? (
        <ConflictChoices conflicts={failure.conflicts} fields={{ text: { label: t("orders.note"), merge: "text" } }} />
      ) : (
        <>
          <input type="hidden" name="seen_text" value={seen} />
          <label htmlFor={id} className="sr-only">
            {t("orders.note")}
          </label>
          <textarea
            id={id}
            ref={focusEnd}
            name="text"
            required
            maxLength={2000}
            rows={3}
            defaultValue={seen}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? `${id}-error` : undefined}
            className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
          />
          <FieldMessage id={id} hint={null} errors={errors} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="edit_note" kind="primary" busy={state !== "idle"}>
          {t("orders.save_note")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t("orders.cancel_note_edit")}
        </Button>
      </div>
    </fetcher.Form>
  );
}

function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

/** Focuses a field that was opened, with the cursor after its text. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
