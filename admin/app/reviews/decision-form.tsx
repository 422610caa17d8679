import { Check, PenLine, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { Form, useNavigation } from "react-router";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { FormDraft } from "../drafts/form-draft.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { Key } from "../ui/shortcut-help.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { getAnswer, type ModeratedItem, type ModerationData, type ModerationResult } from "./moderation.ts";
import { DecisionFields } from "./decision-fields.tsx";
import { ReasonDialog, type ReasonIntent } from "./reason-dialog.tsx";
import { ReplyField } from "./reply-field.tsx";

type DecisionFormProps = Pick<ModerationData, "similar" | "templates"> & {
  item: ModeratedItem;
  /** Id of the item that is shown after the decision; empty if there is none. */
  nextItem: string;
  failure: ModerationResult | null;
  drafts: Map<string, string>;
};

/** The reply to a review or question, and its decisions with their keys. */
export function DecisionForm({ item, nextItem, failure, drafts, similar, templates }: DecisionFormProps) {
  const { t } = useI18n();
  const answerField = { label: t("reviews.answer"), merge: "text" } as const;
  const form = useRef<HTMLFormElement>(null);
  const reply = useRef<HTMLTextAreaElement>(null);
  const [reasonIntent, setReasonIntent] = useState<ReasonIntent | null>(null);
  const busyIntent = useNavigation().formData?.get("intent");
  const draftKey = `${item.kind} ${item.id}`;
  const mainIntent = item.kind === "review" && item.status !== "published" ? "publish" : "answer";
  const decide = () => {
    // A question is published by its answer.
    if (mainIntent === "answer" && reply.current?.value.trim() === "") reply.current.focus();
    else form.current?.querySelector<HTMLButtonElement>(`[value=${mainIntent}]`)?.click();
  };
  const canRequestChange = item.kind === "review" && item.status !== "rejected";
  useShortcuts({
    a: decide,
    ...(canRequestChange ? { e: () => setReasonIntent("request_change") } : {}),
    ...(item.status === "rejected" ? {} : { r: () => setReasonIntent("reject") }),
  });
  const decideWithControlEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) decide();
  };
  return (
    <>
      <Form ref={form} method="post" preventScrollReset className="grid gap-4" onKeyDown={decideWithControlEnter}>
        <DecisionFields item={item} nextItem={nextItem} />
        {failure?.conflicts ? (
          <div className="px-4 desk:px-5">
            <ConflictChoices
              conflicts={failure.conflicts}
              getName={() => "answer"}
              fields={{ answer: answerField, shop_answer: answerField }}
            />
          </div>
        ) : (
          <>
            <input type="hidden" name="seen_answer" value={getAnswer(item)} />
            <ReplyField
              ref={reply}
              item={item}
              isRequired={mainIntent === "answer"}
              text={drafts.get(draftKey) ?? getAnswer(item)}
              onChange={(text) => drafts.set(draftKey, text)}
              {...{ similar, templates }}
            />
          </>
        )}
        <div className="px-4 desk:px-5">
          <FormDraft draft={{ kind: `${item.kind}_answer`, id: item.id }} stored={{ answer: getAnswer(item) }} />
        </div>
        {failure && !failure.conflicts && reasonIntent === null ? (
          <div className="px-4 desk:px-5">
            <Note tone="error">{failure.message}</Note>
          </div>
        ) : null}
        <div className="sticky bottom-0 z-10 grid gap-2 border-t border-edge bg-card px-4 py-3.5 desk:static desk:flex desk:flex-wrap desk:rounded-b-md desk:px-5">
          <DecisionButtons
            {...{ item, mainIntent, canRequestChange }}
            busyIntent={busyIntent ?? null}
            onAskReason={setReasonIntent}
          />
        </div>
      </Form>
      {reasonIntent ? (
        <ReasonDialog
          intent={reasonIntent}
          {...{ item, nextItem, templates, failure }}
          onClose={() => setReasonIntent(null)}
        />
      ) : null}
    </>
  );
}

type DecisionButtonsProps = {
  item: ModeratedItem;
  mainIntent: "publish" | "answer";
  canRequestChange: boolean;
  busyIntent: FormDataEntryValue | null;
  onAskReason: (intent: ReasonIntent) => void;
};

function DecisionButtons({ item, mainIntent, canRequestChange, busyIntent, onAskReason }: DecisionButtonsProps) {
  const { t } = useI18n();
  // What contains contact data is not published before it is changed.
  const shouldChange = canRequestChange && item.contact_data.length > 0;
  const isBusy = busyIntent !== null;
  return (
    <>
      <Button
        type="submit"
        name="intent"
        value={mainIntent}
        kind={shouldChange ? "outline" : "primary"}
        size="md"
        icon={<Check size={16} aria-hidden />}
        busy={busyIntent === mainIntent}
        disabled={isBusy}
      >
        {t(getMainLabel(item))}
        <DesktopKey>A</DesktopKey>
      </Button>
      {item.kind === "question" && item.status !== "published" ? (
        <Button
          type="submit"
          name="intent"
          value="publish"
          size="md"
          busy={busyIntent === "publish"}
          disabled={isBusy}
          formNoValidate
        >
          {t("reviews.publish_unanswered")}
        </Button>
      ) : null}
      {canRequestChange ? (
        <Button
          kind={shouldChange ? "primary" : "outline"}
          size="md"
          icon={<PenLine size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => onAskReason("request_change")}
          className={shouldChange ? "-order-1" : ""}
        >
          {t("reviews.request_change")}
          <DesktopKey>E</DesktopKey>
        </Button>
      ) : null}
      {item.status === "rejected" ? null : (
        <Button size="md" icon={<X size={16} aria-hidden />} disabled={isBusy} onClick={() => onAskReason("reject")}>
          {t(item.status === "published" ? "reviews.unpublish" : "reviews.reject")}
          <DesktopKey>R</DesktopKey>
        </Button>
      )}
    </>
  );
}

function getMainLabel({ kind, status }: ModeratedItem) {
  if (status === "published") return "reviews.save_answer";
  return kind === "question" ? "reviews.publish_answer" : "reviews.publish";
}

function DesktopKey({ children }: { children: string }) {
  return (
    <span className="ml-1 hidden desk:inline-flex">
      <Key>{children}</Key>
    </span>
  );
}
